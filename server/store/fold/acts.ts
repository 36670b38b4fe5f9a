import type { EventType, LogEvent } from '../../../core/log/events';
import type { Fold, FoldContext, FoldedAct, Place } from './context';
import { foldLabelParent, foldLabelRenamed } from './labels';
import {
  foldAttributesRemoved,
  foldAttributesSet,
  foldLabelsAdded,
  foldLabelsRemoved,
  foldPinned,
  foldTainted,
  foldUnpinned,
} from './marks';
import {
  foldDatasetBuilt,
  foldExported,
  foldGraded,
  foldImported,
  foldJudged,
  foldPurged,
  foldPurgeFinished,
  foldSourceSwitched,
} from './records';
import { foldRestored, foldRetracted, isRetracted } from './retractions';
import { foldCandidate, foldGrade, foldReason, foldSignal, foldVerdict } from './signals';

/** How each type of act changes the index. */
const folds: { readonly [T in EventType]: Fold<T> } = {
  signal: foldSignal,
  retracted: foldRetracted,
  restored: foldRestored,
  reason_added: foldReason,
  labels_added: foldLabelsAdded,
  labels_removed: foldLabelsRemoved,
  label_parent_set: foldLabelParent,
  label_renamed: foldLabelRenamed,
  attributes_set: foldAttributesSet,
  attributes_removed: foldAttributesRemoved,
  pinned: foldPinned,
  unpinned: foldUnpinned,
  tainted: foldTainted,
  candidate: foldCandidate,
  grade: foldGrade,
  verdict: foldVerdict,
  graded: foldGraded,
  judged: foldJudged,
  source_switched: foldSourceSwitched,
  imported: foldImported,
  dataset_built: foldDatasetBuilt,
  exported: foldExported,
  purged: foldPurged,
  purge_finished: foldPurgeFinished,
};

const insertion =
  'insert into acts(a, id, type, at, reviewer, n, seg, off, len, retracted) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict(id) do nothing';

/**
 * Puts an act that is not in the index yet there, and lets it do what it does. False when it is there already: to look
 * for it first would be a second way through the same tree.
 */
export function foldAct(context: FoldContext, a: number, event: LogEvent, place: Place): boolean {
  const { db, words } = context;
  const { body } = event;
  const at = Date.parse(event.at);
  const n = 'trace' in body && body.trace !== undefined ? context.numberOf(body.trace) : null;
  const isNew = db.insert(insertion, [
    a,
    event.id,
    words.number(body.type),
    at,
    words.number(event.by),
    n,
    place.seg,
    place.offset,
    place.length,
    isRetracted(context, event.id) ? 1 : 0,
  ]);
  if (!isNew) return false;
  apply(context, { a, id: event.id, at, by: event.by, place, body });
  if (n !== null) context.touch(n);
  return true;
}

/** The table has the fold of each type under its name; the compiler cannot tie the two together. */
function apply(context: FoldContext, act: FoldedAct): void {
  const fold = folds[act.body.type] as (context: FoldContext, act: FoldedAct) => void;
  fold(context, act);
}

/** The conversations an act is about. */
export function tracesOf({ body }: LogEvent): readonly string[] {
  if ('traces' in body) return body.traces;
  return 'trace' in body && body.trace !== undefined ? [body.trace] : [];
}
