import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { CountryCode } from 'libphonenumber-js/min';
import type { Found, Rule } from '../rule';
import { digitStart } from './digits';

/** Countries whose numbers begin with 0 when dialled at home. */
const trunkCountries: readonly CountryCode[] = [
  'GB',
  'DE',
  'FR',
  'NL',
  'BE',
  'AT',
  'CH',
  'IT',
  'AU',
  'JP',
  'SE',
  'IE',
  'IN',
  'BR',
];
/** Tried for ungrouped digits after a word such as `phone`. */
const namedCountries: readonly CountryCode[] = ['US', ...trunkCountries, 'ES', 'PT', 'PL', 'DK', 'NO', 'MX'];

const named =
  /(?:\b(?:tel|phone|mobile|cell|fax|call|sms|dial|handy|telefon|telephone|whatsapp|reach)|(?:phone|mobile|tel|cell)[_-]?(?:number|no|nr)?)(?:\W{1,3}(?:me|us|him|her|them|on|at|number|no|nr|is|to))*["'\\\])*]{0,3}\W{0,4}$/i;
const otherNumber =
  /(?:\b(?:orders?|invoice|ticket|case|ref(?:erence)?|sku|part|model|serial|tracking|isbn|issn|id|item|po|article|account|acct|policy|claim|batch|lot|version|build|rfc|page|pages|rows?|lines?|range)\b|#|№)[^\w\n]{0,3}(?:no\.?|nr\.?|number|id|is|was)?[^\w\n(+]{0,4}$/i;

const separator = '[ \\u00a0\\u2009\\u202f.()/\\u2010-\\u2013-]';

/**
 * Phone numbers: international with `+` or `00`, or grouped the way a country writes them at home. libphonenumber
 * decides whether such a number can exist. Plain digits count only after a word such as `phone`; numbers that are said
 * to be something else (`order 415-555-2671`) do not.
 */
export const phone: Rule = {
  name: 'phone',
  kinds: ['phone'],
  anchors: digitStart,
  find: new RegExp(`(?<![\\w@/])(?<!\\d[-.,:+])\\(?\\+?\\(?\\d{1,14}(?:${separator}{1,3}\\d{1,14}){0,7}`),
  check,
};

function check(match: RegExpExecArray): Found | undefined {
  const [text] = match;
  const before = match.input.slice(Math.max(0, match.index - 40), match.index);
  const international = /^\(?(?:\+|00[ .-]?[1-9])/.test(text);
  for (const length of cuts(match)) {
    const candidate = text.slice(0, length);
    const found = international ? isInternational(candidate, before) : isNational(candidate, before, length === text.length);
    if (found) return trimmed(match.index, candidate);
  }
  return undefined;
}

/** Lengths at which the digits may end, longest first: what follows a number is often another one. */
function cuts(match: RegExpExecArray): number[] {
  const [text] = match;
  const lengths: number[] = [];
  for (const group of text.matchAll(/\d+/g)) {
    const end = group.index + group[0].length;
    const next = match.input.slice(match.index + end, match.index + end + 2);
    const digits = text.slice(0, end).replace(/\D/g, '').length;
    if (digits >= 7 && digits <= 17 && !/^(?:[A-Za-z_0-9]|[.,/:@]\d)/.test(next)) lengths.unshift(end);
  }
  return lengths;
}

function isInternational(text: string, before: string): boolean {
  const digits = text.replace(/\D/g, '');
  const plus = text.includes('+');
  if (plus) return digits.length >= 8 && isValid(`+${digits}`.replace(/^(\+(?:44|49|33|31|32|43|41|61|81|46|353))0/, '$1'));
  const grouped = /\d[^\d]+\d/.test(text);
  return digits.length >= 10 && (grouped || named.test(before)) && !otherNumber.test(before) && isValid(`+${digits.slice(2)}`);
}

const northAmerican =
  /^(?:1[ .-]?)?(?:\([2-9]\d\d\)[ .-]?|[2-9]\d\d[-.])[2-9]\d\d[-.]\d{4}$|^(?:1[ .-]?)?\([2-9]\d\d\) ?[2-9]\d\d \d{4}$/;
const trunk = /^(?:\(0[1-9]\d{0,4}\)|0[1-9]\d{0,4})(?: ?[/\u2013-] ?|[ .]|(?<=\)))\d{2,8}(?:[ .\u2013-]\d{2,5}){0,4}$/;
const dateLike = /^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/;

function isNational(text: string, before: string, complete: boolean): boolean {
  if (otherNumber.test(before)) return false;
  if (northAmerican.test(text)) return isValid(text, 'US');
  const digits = text.replace(/\D/g, '');
  const afterWord = named.test(before);
  if (afterWord && digits.length <= 13) return namedCountries.some((country) => isValid(text, country));
  if (/\d[ \u00a0]$/.test(before)) return false;
  if (!complete || !trunk.test(text) || dateLike.test(text) || digits.length < 9 || digits.length > 12) return false;
  return trunkCountries.some((country) => isValid(text, country));
}

function isValid(text: string, country?: CountryCode): boolean {
  return parsePhoneNumberFromString(text, country)?.isValid() ?? false;
}

/** Takes an opening bracket with it only when it is closed inside. */
function trimmed(start: number, text: string): Found {
  const open = text.startsWith('(') && !text.includes(')') ? 1 : 0;
  return { start: start + open, end: start + text.length };
}
