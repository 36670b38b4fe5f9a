import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import type { Found, Rule } from '../rule';
import { digitStart, runOfDigits } from './digits';

/** Countries whose numbers begin with 0 when dialled at home. */
const trunkCountries = 'GB DE FR NL BE AT CH IT AU JP SE IE IN BR'.split(' ') as CountryCode[];
/** Tried for ungrouped digits after a word such as `phone`. */
const namedCountries: readonly CountryCode[] = ['US', ...trunkCountries, 'ES', 'PT', 'PL', 'DK', 'NO', 'MX'];

const named =
  /(?:\b(?:tel|phone|mobile|cell|fax|call|sms|dial|handy|telefon|telephone|whatsapp|reach)|(?:phone|mobile|tel|cell)[_-]?(?:number|no|nr)?)(?:\W{1,3}(?:me|us|him|her|them|on|at|number|no|nr|is|to)){0,4}["'\\\])*]{0,3}\W{0,4}$/i;
const otherNumber =
  /(?:\b(?:orders?|invoice|ticket|case|ref(?:erence)?|sku|part|model|serial|tracking|isbn|issn|id|item|po|article|account|acct|policy|claim|batch|lot|version|build|buffer|bytes|rfc|pages?|rows?|lines?|range)\b|#|№)[^\w\n]{0,3}(?:no\.?|nr\.?|number|id|is|was)?[^\w\n(+]{0,4}$/i;
/** The last two letters of the words and particles of `named`: most numbers stand after other words, or other numbers. */
const namedEndings = new Set('el ne le ll ax ms al dy on pp ch me us im er em at no nr is to'.split(' '));

/** Characters looked back for what a number is said to be. */
const reach = 40;

const blank = '[ \\u00a0\\u2009\\u202f.()/\\u2010-\\u2013-]';
/** Area and exchange never begin with 0 or 1, except behind 555. */
const northAmerican =
  /^(?:1[ .-]?)?(?:\((?:[2-9]\d\d\)[ .-]?[2-9]|555\)[ .-]?\d)\d\d[ .-]|(?:[2-9]\d\d[-.][2-9]|555[-.]\d)\d\d[-.])\d{4}(?!\d)/;
/** An area code with its 0, then groups: `020 7946 0958`, `030 / 901820`, `(030) 123456`, `06 12 34 56 78`. */
const trunk = /^(?:\(0[1-9]\d{0,4}\)|0[1-9]\d{0,4})(?: ?[/\u2013-] ?|[ .]|(?<=\)))\d{2,8}(?:[ .\u2013-]\d{2,5}){0,4}$/;
/** Dates, versions, US postal codes, and bytes (a French number has five pairs, not six). */
const otherShape = /^(?:\d\d ){5}\d\d\b|^\d{1,2}[./-]\d{1,2}[./-]\d|^\d{4}-\d\d-\d\d|^\d{5}-\d{4}$/;

/**
 * Phone numbers: international with `+` or `00`, or grouped the way a country writes them at home. libphonenumber
 * decides whether such a number can exist. Plain digits count only after a word such as `phone`; numbers that are said
 * to be something else (`order 415-555-2671`) do not.
 */
export const phone: Rule = {
  name: 'phone',
  kinds: ['phone'],
  anchors: digitStart,
  start: (text, at) => (mayBegin(text, at) ? at : -1),
  find: new RegExp(`(?<![\\w@/])(?<!\\d[-.,:+])(?<!(?:^|[^A-Za-z])\\.)\\(?\\+?\\(?\\d{1,14}(?:${blank}{1,3}\\d{1,14}){0,7}`),
  check: (match) => {
    const [text] = match;
    if (text.length < 8) return undefined;
    const before = match.input.slice(Math.max(0, match.index - reach), match.index);
    const isOurs = /^\(?(?:\+|00[ .-]?[1-9])/.test(text) ? international : national;
    const length = isOurs(text, before).find((end) => endsThere(match, end));
    return length === undefined ? undefined : trimmed(match.index, text.slice(0, length));
  },
};

/** A quick look: `+`, a bracket, a 0, the shape of a North American number, or a word close before what is no date. */
function mayBegin(text: string, at: number): boolean {
  const first = text.charAt(at);
  if (first === '+' || first === '(' || first === '0') return true;
  const run = runOfDigits(text, at);
  const next = text.charAt(at + run);
  if (run === 3 || (first === '1' && (run === 1 || run === 4))) return true;
  if (next === '-' && /^\d{4}-\d\d-\d\d/.test(text.slice(at, at + 10))) return false;
  return isAfterWord(text.slice(Math.max(0, at - reach), at));
}

/** Lengths at which the text is a number with a country's code, longest first. */
function* candidates(text: string): Generator<string> {
  const ends = [...text.matchAll(/\d+/g)].map((group) => group.index + group[0].length);
  for (const end of ends.reverse()) {
    const digits = text.slice(0, end).replace(/\D/g, '').length;
    if (digits >= 7 && digits <= 17) yield text.slice(0, end);
  }
}

function international(text: string, before: string): number[] {
  const plus = text.includes('+');
  const isDialled =
    plus || isAfterWord(before) || (isGrouped00(text) && !/(?:\d|\b\d[a-f])[ \u00a0]$/.test(before) && !otherNumber.test(before));
  if (!isDialled) return [];
  const isGood = plus ? isDiallable : isValid;
  const lengths: number[] = [];
  for (const candidate of candidates(text)) {
    const digits = candidate.replace(/\D/g, '').replace(/^00/, '');
    if (digits.length >= 8 && isGood(`+${digits.replace(bracketedTrunk, '$1')}`)) lengths.push(candidate.length);
  }
  return lengths;
}

/** `+44 (0)20 …`: the 0 is for callers at home. Italy keeps its 0. */
const bracketedTrunk = /^(44|49|33|31|32|43|41|61|81|46|353)0/;

function isGrouped00(text: string): boolean {
  return /^00[ -]?[1-9][\d ()/\u00a0-]+$/.test(text) && /\d[^\d]+\d/.test(text.slice(3));
}

/** Where a number ends is clear from its shape at home, and open after a word. */
function national(text: string, before: string): number[] {
  const shaped = northAmerican.exec(text)?.[0];
  if (shaped !== undefined)
    return !otherNumber.test(before) && (isValid(shaped, 'US') || fictional.test(shaped)) ? [shaped.length] : [];
  if (otherShape.test(text)) return [];
  if (isAfterWord(before) && !otherNumber.test(before)) {
    const valid = (candidate: string) => namedCountries.some((country) => isValid(candidate, country));
    return [...candidates(text)].filter(valid).map((candidate) => candidate.length);
  }
  const digits = text.replace(/\D/g, '').length;
  const atHome =
    digits >= 9 && digits <= 12 && trunk.test(text) && !/(?:\d|\b\d[a-f])[ \u00a0]$/.test(before) && !otherNumber.test(before);
  return atHome && trunkCountries.some((country) => isValid(text, country)) ? [text.length] : [];
}

function isAfterWord(before: string): boolean {
  return namedEndings.has(lastLetters(before)) && named.test(before);
}

/** The two letters before at most eight other characters; empty when there are none, or only one. */
function lastLetters(before: string): string {
  let end = before.length;
  while (end > before.length - 9 && end > 0 && !isLetterOrDigit(before.charCodeAt(end - 1))) end--;
  return before.slice(Math.max(0, end - 2), end).toLowerCase();
}

function isLetterOrDigit(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;
}

function isValid(text: string, country?: CountryCode): boolean {
  return parsePhoneNumberFromString(text, country)?.isValid() ?? false;
}

/** Area code 555 is what people write who do not want to give a number away; it is as good as one in a log. */
const fictional = /^(?:1[ .-]?)?\(?555\b/;

/** Said to be international, a number of a possible length is enough: ranges are opened faster than metadata is updated. */
function isDiallable(text: string): boolean {
  const number = parsePhoneNumberFromString(text);
  return number !== undefined && (number.isValid() || (text.length > 10 && number.isPossible()));
}

function endsThere(match: RegExpExecArray, length: number): boolean {
  return !/^(?:[A-Za-z_0-9]|[.,/:@-]\d)/.test(match.input.slice(match.index + length, match.index + length + 2));
}

/** Takes an opening bracket with it only when it is closed inside. */
function trimmed(start: number, text: string): Found {
  const open = text.startsWith('(') && !text.includes(')') ? 1 : 0;
  return { start: start + open, end: start + text.length };
}
