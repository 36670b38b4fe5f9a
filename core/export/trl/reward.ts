import * as z from 'zod';
import type { TrainingRow } from '../../dataset/materialise';
import { factsOf } from '../../feedback/facts';
import type { JudgedTrace } from '../../ports';
import { matches, subjectOf } from '../../slice/matches';
import { slice as sliceSchema, type Slice } from '../../slice/schema';
import { plainText } from '../../trace/plain';
import type { FrozenRewards } from '../target';
import { Refusal } from '../tally';

/** What the exported reward.py needs of a frozen grader file; everything else of a rule goes through as it is. */
const graderSpec = z.looseObject({
  slices: z.record(z.string(), sliceSchema).optional(),
  rules: z.array(z.looseObject({ enabled: z.boolean().optional(), slice: z.union([z.string(), sliceSchema]).optional() })),
});

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

function rulesSpec(row: TrainingRow, judged: JudgedTrace, frozen: FrozenRewards['graders']): string | Refusal {
  const graders = frozen.flatMap(({ name, hash, spec }) => {
    const rules = rulesFor(spec, row, judged);
    return rules.length > 0 ? [{ name, hash, rules }] : [];
  });
  return graders.length > 0 ? JSON.stringify({ kind: 'rules', graders }) : new Refusal('no_reward');
}

/** The rules that apply to the conversation. */
function rulesFor(spec: string, row: TrainingRow, { trace, acts }: JudgedTrace): unknown[] {
  const found = graderSpec.safeParse(JSON.parse(spec));
  if (!found.success) return [];
  const facts = factsOf(trace, acts);
  const subject = subjectOf(trace, { ...facts, labels: row.ref.labels }, false);
  const sliceOf = (slice: string | Slice | undefined) => (typeof slice === 'string' ? found.data.slices?.[slice] : (slice ?? {}));
  return found.data.rules.flatMap(({ slice, ...rule }) => {
    const wanted = sliceOf(slice);
    return rule.enabled !== false && wanted && matches(wanted, subject) ? [rule] : [];
  });
}

function judgeSpec({ name, hash, spec }: { name: string; hash: string; spec: string }): string {
  return JSON.stringify({ kind: 'judge', judge: name, hash, rubric: JSON.parse(spec) as unknown });
}
