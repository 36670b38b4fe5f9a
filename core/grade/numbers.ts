/** How a language writes numbers: which mark begins the decimals. The other one groups thousands. */
export type DecimalMark = '.' | ',';

/** Digits of other scripts, by their zeros: Arabic, Persian, Devanagari, Bengali, Thai, full width. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0xff10];
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\uff10-\uff19]/g;

/** Thousands are also grouped by apostrophes and by spaces that do not break. */
const grouping = "'\u2019\u00a0\u2007\u2009\u202f";

const patterns: Readonly<Record<DecimalMark, RegExp>> = { '.': patternFor('.'), ',': patternFor(',') };

function patternFor(mark: DecimalMark): RegExp {
  const group = mark === '.' ? `[,${grouping}]` : `[.${grouping}]`;
  // Lakhs and crores; so few that a long list of pairs is not read again from each of its places.
  const lakhs = mark === '.' ? '\\d{1,2}(?:,\\d{2}){1,5},\\d{3}(?!\\d)|' : '';
  const whole = `\\d{1,3}(?:${group}\\d{3})+(?!\\d)|${lakhs}\\d+`;
  // Where a comma begins the decimals, a point that does not group three digits begins them too: 2.5 stays 2.5.
  const fraction = mark === '.' ? '\\.\\d+' : '[.,]\\d+';
  return new RegExp(`(?:(${whole})(${fraction})?|(${fraction}))(?:[eE]([-+]?\\d{1,4})(?![\\p{L}\\d]))?`, 'gu');
}

/** Money may be written as EUR38.50; other letters before a digit make it part of a name. */
const currency = /(?:^|[^\p{L}\p{N}])(?:AUD|BRL|CAD|CHF|CNY|CZK|DKK|EUR|GBP|INR|JPY|MXN|NOK|NZD|PLN|SEK|USD|US|Rs|R|kr)$/u;

/** A sign, also in front of a currency sign; a letter, digit or bracket before it makes it a hyphen. */
const signed = /(?<![\p{L}\p{N})\]])[-\u2212]\p{Sc}?$/u;

/** Letters and then digits again: 7f3a. But 4x4 is two numbers. */
const identifier = /^(?![x×]\d)[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}_]{1,20}\d/u;

/** `1.2.3`: a version, an address or a date, and no number. */
const dotted = /(?:\.\d+)+/y;

/**
 * The numbers in a text by their value, in order. Currency signs and thousands marks do not matter; digits inside names
 * (B2B, v2, 7f3a) and dotted chains (1.2.3) are no numbers.
 */
export function numbersIn(text: string, mark: DecimalMark = '.'): number[] {
  const ascii = asciiDigits(text);
  const found: number[] = [];
  const pattern = patterns[mark];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(ascii); match; match = pattern.exec(ascii)) {
    const [token, whole = '', fraction = '', bare = '', exponent = ''] = match;
    const end = match.index + token.length;
    dotted.lastIndex = end;
    if (dotted.test(ascii)) {
      pattern.lastIndex = dotted.lastIndex;
      continue;
    }
    const before = ascii.slice(Math.max(0, match.index - 8), match.index);
    if (bare !== '' && /[\p{L}\p{N}]$/u.test(before)) {
      // The mark ends what is before it.
      pattern.lastIndex = match.index + 1;
      continue;
    }
    if (isName(before) || identifier.test(ascii.slice(end, end + 24))) continue;
    const decimals = (fraction || bare).slice(1);
    const value = Number(`${whole.replace(/\D/g, '') || '0'}.${decimals || '0'}${exponent === '' ? '' : `e${exponent}`}`);
    found.push(signed.test(before) ? -value : value);
  }
  return found;
}

function asciiDigits(text: string): string {
  if (text.search(otherDigits) < 0) return text;
  return text
    .replace(otherDigits, (digit) => {
      const code = digit.charCodeAt(0);
      return String(code - (zeros.findLast((zero) => zero <= code) ?? code));
    })
    .replace(/(?<=\d)\u066b(?=\d)/g, '.')
    .replace(/(?<=\d)\u066c(?=\d)/g, ',');
}

function isName(before: string): boolean {
  if (!/[\p{L}_]$/u.test(before) || /\d[x×]$/.test(before)) return false;
  // Ideographs stand next to numbers without a space.
  return !currency.test(before) && !/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]$/u.test(before);
}
