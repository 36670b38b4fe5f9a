import type { Rule } from '../context';
import { emptySlice, sliceOf } from '../store-slices';
import { entryOf } from '../yaml/tree';
import { selectionCodes } from './selection';

/** JDG044: a selection that holds none of the recorded conversations. */
export const storeRules: Rule = function* (context) {
  const entry = entryOf(context.map, 'selection');
  const slice = context.facts && entry && sliceOf(context, entry.value, selectionCodes);
  const finding = slice && emptySlice(context, entry.value, slice, { code: 'JDG044', span: entry.key.span });
  if (finding) yield finding;
};
