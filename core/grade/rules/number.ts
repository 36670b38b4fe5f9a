import { numbersIn } from '../numbers';
import { fail, pass, skipped, type Checked, type RuleKind, type RuleOf } from '../kind';

type NumberRule = RuleOf<'number'>;

/** A number of the answer, by its value: 12.00 is 12. Without a number there is nothing to check. */
export const numberRule: RuleKind<'number'> = {
  type: 'number',
  compile(rule) {
    return (answer) => {
      const expected = rule.reference === undefined ? rule.expected : goldNumber(rule, answer.gold);
      if (typeof expected === 'object') return expected;
      const numbers = numbersIn(answer.raw, rule.decimal);
      if (numbers.length === 0) return skipped('no_number');
      const count = new Set(numbers).size;
      if (rule.pick === 'only' && count > 1) return fail('several_numbers', { count });
      const found = picked(rule, numbers);
      const fits = found.find((value) => isRight(rule, expected, value));
      if (fits !== undefined) return pass('number_found', { found: fits });
      const [nearest = NaN] = found.sort((a, b) => distance(a, expected) - distance(b, expected));
      return expected === undefined
        ? fail('number_out_of_range', { found: written(nearest), range: rangeOf(rule) })
        : fail('number_differs', { found: written(nearest), expected: written(expected) });
    };
  },
};

function picked({ pick = 'last' }: NumberRule, numbers: readonly number[]): number[] {
  if (pick === 'first') return numbers.slice(0, 1);
  return pick === 'last' ? numbers.slice(-1) : [...numbers];
}

/** The number of the gold answer, chosen as the answer's is; where any would do, the gold must hold one only. */
function goldNumber(rule: NumberRule, gold: string | undefined): number | Checked {
  if (gold === undefined) return skipped('no_gold');
  const numbers = numbersIn(gold, rule.decimal);
  const count = new Set(numbers).size;
  if (count > 1 && (rule.pick === 'any' || rule.pick === 'only')) return skipped('gold_several_numbers', { count });
  return picked(rule, numbers)[0] ?? skipped('gold_no_number');
}

function isRight(rule: NumberRule, expected: number | undefined, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (expected === undefined) return value >= (rule.min ?? -Infinity) && value <= (rule.max ?? Infinity);
  const { tolerance = 0, tolerance_percent = 0 } = rule;
  const slack = Math.max(tolerance, (Math.abs(expected) * tolerance_percent) / 100);
  if (slack === 0) return value === expected;
  // 1.1 is within 0.1 of 1, whatever binary fractions make of it.
  return Math.abs(value - expected) <= slack + 4 * Number.EPSILON * Math.max(Math.abs(value), Math.abs(expected), slack);
}

function distance(value: number, expected: number | undefined): number {
  return expected === undefined ? 0 : Math.abs(value - expected);
}

function rangeOf({ min, max }: NumberRule): string {
  if (min === undefined) return `at most ${written(max ?? Infinity)}`;
  return max === undefined ? `at least ${written(min)}` : `${written(min)} to ${written(max)}`;
}

function written(value: number): string {
  return String(value);
}
