import stringify from 'fast-json-stable-stringify';
import * as z from 'zod';
import type { ActFacts } from '../feedback/facts';
import type { LabelParents } from '../feedback/label-tree';
import { normaliseLabel } from '../feedback/label';
import { isUnder } from '../feedback/label-tree';
import { listOf } from '../slice/canonical';
import { matches, subjectOf } from '../slice/matches';
import { slice as sliceSchema, type PlainSlice, type Slice } from '../slice/schema';
import type { Trace } from '../trace/model';
import { sliceOf } from './compile';
import { ruleId, type Grader } from './schema';

/**
 * A grader as a dataset keeps it: JSON text that needs nothing else. A label that is a group is written out as
 * everything that stood under it then, for a trainer knows no groups.
 */
export function frozenGrader(grader: Grader, parents: LabelParents): string {
  const rules = grader.rules.flatMap((rule, index) => {
    if (rule.enabled === false) return [];
    const slice = sliceOf(grader, rule);
    if (slice === null) return [];
    return [{ ...rule, id: ruleId(rule, index), slice: slice && spelledOut(slice, parents) }];
  });
  return stringify({ rules });
}

function spelledOut({ not, ...own }: Slice, parents: LabelParents): Slice {
  return { ...withLabels(own, parents), ...(not ? { not: withLabels(not, parents) } : {}) };
}

function withLabels<S extends PlainSlice>(slice: S, parents: LabelParents): S {
  if (slice.label === undefined) return slice;
  const wanted = listOf(slice.label).map(normaliseLabel);
  const under = [...parents.keys()].filter((label) => wanted.some((group) => isUnder(label, group, parents)));
  return { ...slice, label: [...new Set([...wanted, ...under])].sort() };
}

/** What is looked at in a frozen grader; everything else of a rule goes through as it is. */
const frozenSpec = z.looseObject({
  slices: z.record(z.string(), sliceSchema).optional(),
  rules: z.array(z.looseObject({ enabled: z.boolean().optional(), slice: z.union([z.string(), sliceSchema]).optional() })),
});

/** The rules of a frozen grader that apply to a conversation, without their slices; none of a text that is no grader. */
export type FrozenRules = (trace: Trace, facts: ActFacts) => readonly Readonly<Record<string, unknown>>[];

export function readFrozen(spec: string): FrozenRules {
  const found = frozenSpec.safeParse(JSON.parse(spec));
  if (!found.success) return () => [];
  const { slices, rules } = found.data;
  const sliceFor = (slice: string | Slice | undefined) => (typeof slice === 'string' ? slices?.[slice] : (slice ?? {}));
  return (trace, facts) => {
    const subject = subjectOf(trace, facts, false);
    return rules.flatMap(({ slice, ...rule }) => {
      const wanted = sliceFor(slice);
      return rule.enabled !== false && wanted && matches(wanted, subject) ? [rule] : [];
    });
  };
}
