import type { TrainingRow } from '../../dataset/materialise';
import { factsOf } from '../../feedback/facts';
import { readFrozen, type FrozenRules } from '../../grade/freeze';
import type { JudgedTrace } from '../../ports';
import { plainText } from '../../trace/plain';
import type { FrozenRewards } from '../target';
import { Refusal } from '../tally';

/** The ground truth as text; empty when the reward is worked out another way. */
export function referenceText(row: TrainingRow): string {
  return row.chosen ? plainText(row.chosen.content) : '';
}

/**
 * How reward.py works out the reward of an answer to this prompt, as JSON text: `{kind: reference, reference,
 * tool_calls?}`, `{kind: rules, graders}` or `{kind: judge, judge}`. Rules outside their slice are left out here, for a
 * trainer knows no labels.
 */
export function rewardSpec(row: TrainingRow, judged: JudgedTrace, rewards: FrozenRewards | undefined): string | Refusal {
  switch (row.ref.reward) {
    case 'reference':
      return JSON.stringify({ kind: 'reference', reference: referenceText(row), tool_calls: callsOf(row) });
    case 'rules':
      return rulesSpec(row, judged, rewards?.graders ?? []);
    case 'judge':
      return rewards?.judge ? judgeSpec(rewards.judge) : new Refusal('no_reward');
    case undefined:
      return new Refusal('no_reward');
  }
}

function callsOf(row: TrainingRow): { name: string; arguments: string }[] | undefined {
  return row.chosen?.tool_calls?.map((call) => ({ name: call.name, arguments: call.arguments }));
}

function rulesSpec(row: TrainingRow, { trace, acts }: JudgedTrace, frozen: FrozenRewards['graders']): string | Refusal {
  const facts = { ...factsOf(trace, acts), labels: row.ref.labels };
  const graders = frozen.flatMap((grader) => {
    const rules = rulesOf(grader)(trace, facts);
    return rules.length > 0 ? [{ name: grader.name, hash: grader.hash, rules }] : [];
  });
  return graders.length > 0 ? JSON.stringify({ kind: 'rules', graders }) : new Refusal('no_reward');
}

/** Read once for all rows of an export. */
const known = new WeakMap<object, FrozenRules>();

function rulesOf(grader: FrozenRewards['graders'][number]): FrozenRules {
  const rules = known.get(grader) ?? readFrozen(grader.spec);
  known.set(grader, rules);
  return rules;
}

function judgeSpec({ name, hash, spec }: { name: string; hash: string; spec: string }): string {
  return JSON.stringify({ kind: 'judge', judge: name, hash, rubric: JSON.parse(spec) as unknown });
}
