import type { Rule } from '../context';
import { emptySlice, sliceOf } from '../store-slices';
import { entryOf, numberOf } from '../yaml/tree';
import { sliceCodes } from './file';

/** DST006, DST007: a recipe beside the recorded conversations. */
export const storeRules: Rule = function* (context) {
  const { facts, map } = context;
  if (!facts) return;
  const entry = entryOf(map, 'slice');
  const slice = entry ? sliceOf(context, entry.value, sliceCodes) : {};
  if (!slice) return;
  const finding = entry && emptySlice(context, entry.value, slice, { code: 'DST007', variant: 'none', span: entry.key.span });
  if (finding) return yield finding;
  const sample = entryOf(map, 'sample');
  const wanted = numberOf(sample?.value);
  const there = sample && wanted !== undefined ? facts.count(slice) : undefined;
  if (sample && wanted !== undefined && there !== undefined && there > 0 && wanted > there) {
    yield { code: 'DST006', variant: 'larger', args: { n: wanted, m: there }, span: sample.value.span };
  }
};
