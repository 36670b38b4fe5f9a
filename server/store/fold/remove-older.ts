import { offsetOf } from '../index/trace-key';
import type { TraceHeader } from '../log/trace-line';
import type { FoldContext, Place } from './context';
import { candidatesBit, scoresBit } from './refresh';
import { removeActs } from './traces';

/**
 * Of a conversation that was recorded anew after its purge, takes out of the index what is no younger than the purge:
 * earlier revisions, and acts. That is what is left when the purge comes first.
 * @param until when it was purged, in milliseconds
 * @returns the lines that have to go
 */
export function removeOlder(
  context: FoldContext,
  n: number,
  until: number,
  headerAt: (place: Place) => TraceHeader | undefined,
): Place[] {
  const revisions = olderRevisions(context, n).filter((place) => {
    const header = headerAt(place);
    return !header || Date.parse(header.recorded_at) <= until;
  });
  for (const { seg, arrival } of revisions) context.db.run('delete from past where seg = ? and arrival = ?', [seg, arrival]);
  const acts = removeActs(context, n, until);
  if (acts.length > 0) {
    context.touch(n, scoresBit | candidatesBit);
    context.touchMarks(n);
  }
  return [...revisions, ...acts];
}

function olderRevisions({ db }: FoldContext, n: number): (Place & { readonly arrival: number })[] {
  return db.rows('select seg, arrival, len from past where n = ?', [n]).map(([seg, key, length]) => {
    const arrival = Number(key);
    return { seg: Number(seg), arrival, offset: offsetOf(arrival), length: Number(length) };
  });
}
