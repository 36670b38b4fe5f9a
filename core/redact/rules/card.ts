import type { Found, Rule } from '../rule';
import { digitStart, isDigit, runOfDigits } from './digits';

/** Issuer ranges and the lengths they issue (ISO/IEC 7812 prefixes of the networks in use). */
const networks: readonly (readonly [prefix: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, [16]],
  [/^3[47]/, [15]],
  [/^(?:6011|64[4-9]|65)/, [16, 19]],
  [/^35(?:2[89]|[3-8])/, [16, 19]],
  [/^(?:30[0-5]|309|36|3[89])/, [14, 16, 19]],
  [/^62/, [16, 17, 18, 19]],
  [/^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, [13, 15, 16, 18, 19]],
  [/^220[0-4]/, [16, 17, 18, 19]],
  [/^(?:60|65|81|82|508)/, [16]],
];

const blank = '[ \\u00a0\\u202f.\\u2010-\\u2013-]';

/**
 * Payment card numbers: 13 to 19 digits of a known network, in one piece or in the groups printed on cards
 * (4-4-4-4 and -1..3, 4-6-5 of Amex, 4-6-4 of Diners, 6-7 and 6-13 of Maestro …), that pass the Luhn check. Digits after it (expiry, security code) do not hide it.
 */
export const card: Rule = {
  name: 'card',
  kinds: ['card'],
  anchors: digitStart,
  start: (text, at) => (mayBegin(text, at) ? at : -1),
  find: new RegExp(
    `(?<![\\w.])(?<!\\d[-/])(?:\\d{13,19}|\\d{4}(${blank})(?:\\d{4}\\1\\d{4}\\1\\d{1,4}(?:\\1\\d{1,3})?|\\d{6}\\1\\d{4,5}|\\d{4}\\1\\d{5}|\\d{3}\\1\\d{3}\\1\\d{3})|\\d{6}${blank}(?:\\d{7}|\\d{13})|\\d{8}${blank}\\d{8})(?!\\d)`,
  ),
  check: (match) => cardOf(match, match[0]) ?? cardOf(match, match[0].replace(/[^\d]\d{1,3}$/, '')),
};

/** A quick look: one long run, or a first group as printed on cards with digits after the blank. */
function mayBegin(text: string, at: number): boolean {
  const run = runOfDigits(text, at);
  if (run >= 13) return run <= 19;
  return (
    (run === 4 || run === 6 || run === 8) && isDigit(text.charCodeAt(at + run + 1)) && isDigit(text.charCodeAt(at + run + 3))
  );
}

function cardOf(match: RegExpExecArray, text: string): Found | undefined {
  const digits = text.replace(/[^\d]/g, '');
  const end = match.index + text.length;
  if (digits.length < 13 || digits.length > 19 || /^(?:\w|[.\-/]\d)/.test(match.input.slice(end, end + 2))) return undefined;
  const known = networks.some(([prefix, lengths]) => lengths.includes(digits.length) && prefix.test(digits));
  return known && new Set(digits).size > 1 && luhn(digits) ? { start: match.index, end } : undefined;
}

/** ISO/IEC 7812-1 annex B. */
function luhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place++) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const doubled = place % 2 === 0 ? digit : digit * 2;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
