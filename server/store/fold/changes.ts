import type { LogEvent } from '../../../core/log/events';
import { tracesOf } from './acts';

/** What became different in one transaction; listeners get it. */
export interface FoldChanges {
  readonly traces: Set<string>;
  all_traces: boolean;
  labels: boolean;
  sources: boolean;
  datasets: boolean;
  /** Traces that were worked out anew: what folding the same lines again would cost. */
  refreshed: number;
}

export function emptyChanges(): FoldChanges {
  return { traces: new Set(), all_traces: false, labels: false, sources: false, datasets: false, refreshed: 0 };
}

export function noteChanges(changes: FoldChanges, event: LogEvent): void {
  for (const trace of tracesOf(event)) changes.traces.add(trace);
  switch (event.body.type) {
    case 'labels_added':
    case 'labels_removed':
    case 'attributes_set':
    case 'attributes_removed':
    case 'retracted':
    case 'restored':
      changes.labels = true;
      break;
    case 'label_parent_set':
    case 'label_renamed':
      changes.labels = true;
      changes.all_traces = true;
      break;
    case 'graded':
    case 'judged':
      changes.all_traces = true;
      break;
    case 'source_switched':
    case 'imported':
      changes.sources = true;
      break;
    case 'dataset_built':
    case 'exported':
    case 'purge_finished':
      changes.datasets = true;
      break;
    default:
      break;
  }
}
