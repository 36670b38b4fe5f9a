import type { AnchorPattern } from '../rule';

/**
 * Where a number in groups may begin: a digit, `+` or `(` that begins a word, with seven more characters of the kind
 * numbers are written with. One search serves all number rules.
 */
export const digitStart: AnchorPattern = {
  pattern: /(?<!\w)[\d+(][\d+ ().\-/\u00a0\u2009\u202f\u2010-\u2013]{7}/,
  width: 8,
};

/** How many digits follow each other from here, up to 20: what tells most numbers apart before anything else is tried. */
export function runOfDigits(text: string, at: number): number {
  let end = at;
  while (end - at < 20 && isDigit(text.charCodeAt(end))) end++;
  return end - at;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
