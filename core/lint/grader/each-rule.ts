import type { Context, Rule } from '../context';
import type { Finding, Findings } from '../finding';
import { movedFinding, settled } from '../moved-finding';
import { Remembered } from '../remembered';
import { rulesOf, type RuleView } from './view';

/** What is wrong with one rule of a grader, whatever the others are. */
export type RuleCheck = (context: Context, rule: RuleView) => Findings;

interface Known {
  /** Where the rule stood when this was found. */
  readonly at: number;
  readonly findings: readonly Finding[];
}

/** Runs checks on each rule; one whose text was seen before has the same findings, only in another place. */
export function eachRule(checks: readonly RuleCheck[]): Rule {
  const known = new Remembered<Known>(500_000);
  return function* (context) {
    for (const rule of rulesOf(context)) {
      const key = keyOf(context, rule);
      const { start } = rule.map.span;
      const find = (): Known => ({ at: start, findings: checks.flatMap((check) => [...check(context, rule)].map(settled)) });
      const { at, findings } = key === undefined ? find() : known.of(key, find);
      for (const finding of findings) yield movedFinding(finding, start - at);
    }
  };
}

/** All that checks may look at: the lines of the rule and what was made of it. `undefined`: a part of it stands elsewhere. */
function keyOf({ text, eol }: Context, { map, id, typo }: RuleView): string | undefined {
  const { start, end } = map.span;
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const lines = text.slice(from, text.indexOf('\n', end) + 1 || text.length);
  return lines.includes('*') ? undefined : `${start - from} ${end - start} ${String(typo)} ${id} ${eol.length}\n${lines}`;
}
