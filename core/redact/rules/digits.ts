import type { Shape } from '../rule';
import { chars } from '../windows';
import { unitAt } from '../unit-at';

/** No-break, thin and narrow spaces and all sorts of hyphens beyond ASCII among them. */
const ofNumbers = chars(/[\d+ ().\-/]/, true);

/**
 * Where a number in groups may begin: a digit, `+` or `(` that begins a word, with seven more characters of the kind
 * numbers are written with. One search serves all number rules.
 */
export const digitStart: Shape = {
  before: chars(/\W/, true),
  first: [chars(/[\d+(]/, false), ...Array.from({ length: 7 }, () => ofNumbers)],
};

/** How many digits follow each other from here, up to 20: what tells most numbers apart before anything else is tried. */
export function runOfDigits(text: string, at: number): number {
  let end = at;
  while (end - at < 20 && isDigit(unitAt(text, end))) end++;
  return end - at;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
