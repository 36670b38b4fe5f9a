import { tail } from '../rule';
import type { Rule } from '../rule';
import { chars } from '../windows';

const digit = chars(/\d/, false);
const decimal = chars(/[\d.]/, false);
const hexadecimal = chars(/[0-9A-Fa-f]/, false);
const later = chars(/[0-9A-Fa-f:]/, false);

/** IPv4 addresses in four decimal parts; not versions, loopback, unspecified or broadcast. */
export const ipv4: Rule = {
  name: 'ipv4',
  kinds: ['ip'],
  anchors: { before: chars(/[^\w.]/, true), first: [digit, decimal, decimal, decimal, decimal] },
  find: /(?<![\w.-])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w-])(?!\.\d)/,
  check: (match) => {
    const before = match.input.slice(Math.max(0, match.index - 16), match.index);
    const version = /(?:version|release|build|chrome|firefox|safari|v|@|[~^]|==)[ /:="]{0,2}$/i.test(before);
    return version || /^(?:0\.|127\.|255\.255\.255\.)/.test(match[0]) ? undefined : tail(match, match[0]);
  },
};

/** IPv6 addresses in full or with `::`; not times, MAC addresses, loopback or C++ names. */
export const ipv6: Rule = {
  name: 'ipv6',
  kinds: ['ip'],
  anchors: { before: chars(/[^\w:.]/, true), first: [hexadecimal, later, later, later] },
  find: /(?<![\w:.])[0-9A-Fa-f]{1,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:])/,
  check: (match) => {
    const groups = match[0].split(':');
    const short = groups.filter((group) => group === '').length === 1 && groups.at(-1) !== '';
    const digits = /\d/.test(match[0]) && groups.some((group) => group.length >= 3);
    return digits && (short ? groups.length >= 4 : groups.length === 8 && !groups.includes(''))
      ? tail(match, match[0])
      : undefined;
  },
};
