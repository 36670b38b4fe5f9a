import { tail, varied } from '../rule';
import type { Rule } from '../rule';
import { isWordy, isPlaceholder } from '../secret-value';

/** The credentials after `Bearer` (RFC 6750); the scheme's name stays readable. */
export const bearer: Rule = {
  name: 'bearer',
  kinds: ['auth_header'],
  anchors: ['Bearer ', 'bearer ', 'BEARER '],
  find: /(?<![A-Za-z0-9])(?:Bearer|bearer|BEARER) {1,4}([A-Za-z0-9._~+/-]{8,2048}={0,2})/,
  check: (match) => {
    const token = (match[1] ?? '').replace(/[.]+$/, '');
    if (!isCredential(token)) return undefined;
    const found = tail(match, match[1]);
    return { start: found.start, end: found.start + token.length };
  },
};

/** What may follow a scheme's name: varied, with digits, neither words nor a placeholder. */
export function isCredential(token: string): boolean {
  return /\d/.test(token) && /[A-Za-z]/.test(token) && varied(token) && !isWordy(token) && !isPlaceholder(token);
}

/** `Basic` and base64 of `user:password` (RFC 7617); decoding tells it from the word. */
export const basic: Rule = {
  name: 'basic',
  kinds: ['auth_header'],
  anchors: ['Basic ', 'basic ', 'BASIC '],
  find: /(?<![A-Za-z0-9])(?:Basic|basic|BASIC) {1,4}([A-Za-z0-9+/_-]{6,}={0,2})/,
  check: (match) => (/^[\x20-\x7e]*:[\x20-\x7e]+$/.test(decoded(match[1] ?? '')) ? tail(match, match[1]) : undefined),
};

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Base64 to characters 0..255; stops at the padding. */
function decoded(text: string): string {
  let bits = 0;
  let held = 0;
  let out = '';
  for (const char of text.slice(0, 400)) {
    const value = alphabet.indexOf(char);
    if (value < 0) break;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    out += String.fromCharCode((bits >> held) & 0xff);
  }
  return out;
}
