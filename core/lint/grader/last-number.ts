import { numbersIn } from '../../grade/numbers';
import { ruleId } from '../../grade/schema';
import type { Rule } from '../context';
import type { Finding, Fix } from '../finding';
import { entryOf } from '../yaml/tree';
import { graderIn } from './parsed';
import { rulesOf, type RuleView } from './view';

/** An answer's end that is a date, or the number of an order, a case or a telephone. */
const tail =
  /(?:#\s?\d{3,}|\b\d{5,}|\b\d{4}-\d{2}-\d{2}|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* \d{1,2}(?:, \d{4})?)\W*$/i;

/** GRD046: a case whose answer holds the number, and then ends in one that means something else. */
export const lastNumberRule: Rule = function* (context) {
  const grader = graderIn(context);
  if (!grader?.examples?.length) return;
  const views = rulesOf(context);
  for (const [index, rule] of grader.rules.entries()) {
    if (rule.type !== 'number' || typeof rule.expected !== 'number' || (rule.pick ?? 'last') !== 'last') continue;
    const { expected, tolerance = 0, decimal } = rule;
    const id = ruleId(rule, index);
    const fits = (n: number) => Math.abs(n - expected) <= tolerance;
    const misled = grader.examples.some(({ answer = '', expect = {} }) => {
      if (!Object.hasOwn(expect, id) || !tail.test(answer)) return false;
      const numbers = numbersIn(answer, decimal);
      return numbers.some(fits) && !fits(numbers.at(-1) ?? NaN);
    });
    const view = views.find((candidate) => candidate.index === index);
    if (misled && view) yield finding(context.text, view);
  }
};

function finding(text: string, { map, place }: RuleView): Finding {
  const pick = entryOf(map, 'pick');
  const expected = entryOf(map, 'expected');
  const column = expected ? expected.key.span.start - (text.lastIndexOf('\n', expected.key.span.start - 1) + 1) : 0;
  const fixes = (): Fix[] => {
    if (pick) return [{ title: 'replace', args: { text: 'any' }, edits: [{ ...pick.value.span, text: 'any' }] }];
    if (!expected) return [];
    const at = expected.value.span.end;
    const line = map.flow ? ', pick: any' : `\n${' '.repeat(column)}pick: any`;
    return [{ title: 'insert', args: { text: 'pick: any' }, edits: [{ start: at, end: at, text: line }] }];
  };
  return { code: 'GRD046', span: pick?.value.span ?? place, fixes };
}
