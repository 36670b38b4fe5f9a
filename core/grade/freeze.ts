import stringify from 'fast-json-stable-stringify';
import type { LabelParents } from '../feedback/label-tree';
import { normaliseLabel } from '../feedback/label';
import { isUnder } from '../feedback/label-tree';
import { listOf } from '../slice/canonical';
import type { PlainSlice, Slice } from '../slice/schema';
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
