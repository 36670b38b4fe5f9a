import type { Rule } from '../rule';
import { chars } from '../windows';

/** Countries and the length of their account numbers (ISO 13616 registry). */
const registry = [
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29',
  'ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28',
  'LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25',
  'QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30',
].join(' ');
const lengths = new Map(registry.split(' ').map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]));

const letter = chars(/[A-Za-z]/, false);
const digit = chars(/\d/, false);
/** A letter, a digit or a space, also one that does not break. */
const later = chars(/[A-Za-z0-9 ]/, true);

/** International bank account numbers: a country, its length, and the mod-97 check of ISO 7064; spaced in fours or not. */
export const iban: Rule = {
  name: 'iban',
  kinds: ['iban'],
  anchors: { before: chars(/[^A-Za-z0-9]/, true), first: [letter, letter, digit, digit, later, later, later, later] },
  find: /(?<![A-Za-z0-9])[A-Za-z]{2}\d\d(?:[ \u00a0]?[A-Za-z0-9]{4}){2,7}(?:[ \u00a0]?[A-Za-z0-9]{1,3})?/,
  check: (match) => {
    const length = lengths.get(match[0].slice(0, 2).toUpperCase());
    const end = length && endAfter(match[0], length);
    if (!length || !end || /^\w/.test(match.input.slice(match.index + end, match.index + end + 1))) return undefined;
    const account = match[0]
      .slice(0, end)
      .replace(/[ \u00a0]/g, '')
      .toUpperCase();
    return mod97(account) === 1 ? { start: match.index, end: match.index + end } : undefined;
  },
};

/** Where the n-th letter or digit ends; undefined when there are fewer. */
function endAfter(text: string, count: number): number | undefined {
  let seen = 0;
  for (let at = 0; at < text.length; at++) {
    if (/[A-Za-z0-9]/.test(text.charAt(at)) && ++seen === count) return at + 1;
  }
  return undefined;
}

function mod97(account: string): number {
  let rest = 0;
  for (const char of account.slice(4) + account.slice(0, 4)) {
    const value = parseInt(char, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
