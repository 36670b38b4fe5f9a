import type { EventType } from './events';

/** What a person does and may take back again. */
export const undoableTypes = [
  'signal',
  'candidate',
  'labels_added',
  'labels_removed',
  'label_renamed',
  'label_parent_set',
  'attributes_set',
  'attributes_removed',
  'pinned',
  'unpinned',
  'tainted',
] as const satisfies readonly EventType[];

const known: ReadonlySet<EventType> = new Set(undoableTypes);

export function isUndoable(type: EventType): boolean {
  return known.has(type);
}
