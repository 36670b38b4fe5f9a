import type { groupings } from '../../../core/protocol/operations';
import type { Group, TraceRow } from '../../../core/protocol/results';
import type { QueueOrder } from '../../../core/ports';
import type { Slice } from '../../../core/slice/schema';

export type Grouping = (typeof groupings)[number];

/** A number of a dataset's report, opened in the tree. */
export interface ReportPart {
  readonly dataset: string;
  readonly part: string;
  /** Words for its one group. */
  readonly title: string;
}

/** What the tree shows: a slice in groups, or the traces behind one number of a report. */
export interface TreeQuery {
  readonly by: Grouping;
  readonly order: QueueOrder;
  readonly slice: Slice;
  readonly part?: ReportPart | undefined;
  /** Blind review: rows say whether one has judged them. */
  readonly blind?: boolean;
}

export interface GroupNode {
  readonly kind: 'group';
  readonly id: string;
  readonly by: Grouping | 'part';
  readonly key: string;
  counts: Omit<Group, 'key'>;
}

export interface TraceNode {
  readonly kind: 'trace';
  readonly id: string;
  readonly group: GroupNode;
  row: TraceRow;
}

/** Loads the group's next page. */
export interface MoreNode {
  readonly kind: 'more';
  readonly id: string;
  readonly group: GroupNode;
  /** Rows not loaded yet. */
  left: number;
}

/** What one can do while there is no conversation yet. A tree without rows takes no drop, so these are rows. */
export interface StartNode {
  readonly kind: 'start';
  readonly id: `start:${'import' | 'record' | 'sample'}`;
}

export const startNodes: readonly StartNode[] = [
  { kind: 'start', id: 'start:import' },
  { kind: 'start', id: 'start:record' },
  { kind: 'start', id: 'start:sample' },
];

export type ReviewNode = GroupNode | TraceNode | MoreNode | StartNode;

export function isTraceNode(value: unknown): value is TraceNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'trace';
}

export function isMoreNode(value: unknown): value is MoreNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'more';
}

/** Whether a row stands in a group, as far as the row alone can tell; undefined when only the engine knows. */
export function belongs(row: TraceRow, group: GroupNode): boolean | undefined {
  switch (group.by) {
    case 'state':
      return row.state === group.key;
    case 'source':
      return row.source === group.key;
    case 'model':
      return (row.model ?? '') === group.key;
    case 'day':
      return row.captured_at.slice(0, 10) === group.key;
    // A parent label holds what its descendants hold, and a part of a report is known to the engine only.
    case 'label':
    case 'part':
    // Rows do not say which of their scores counts.
    case 'score':
    case 'disagreement':
      return undefined;
  }
}
