import { setImmediate as turn } from 'node:timers/promises';
import { never, stopIf, type Cancel } from '../../../core/lib/cancel';
import type { LogEvent } from '../../../core/log/events';
import type { JudgedTrace } from '../../../core/ports';
import type { Trace } from '../../../core/trace/model';
import { actedBit, labelledBit } from '../fold/refresh';
import type { StoreIndex } from '../index/store-index';
import { offsetOf, packId } from '../index/trace-key';
import { decodeTrace } from '../log/trace-line';
import { actsOfMany } from './acts-of-many';
import { labelsOf } from './lines';
import { readPlaces } from './runs';

const batchSize = 256;

interface Located {
  readonly id: string;
  readonly n: number;
  readonly seg: number;
  readonly offset: number;
  readonly length: number;
  readonly has: number;
}

/** The conversation of one trace; undefined when it is not here, or not visible yet. */
export function traceById(index: StoreIndex, id: string): Trace | undefined {
  const found = locate(index, id);
  if (!found) return undefined;
  return decodeTrace(index.lineAt(found));
}

/** Conversations with everything said about them, in the given order; ids that are not here are left out. */
export async function* judgedTraces(
  index: () => StoreIndex,
  ids: readonly string[],
  cancel: Cancel = never,
): AsyncGenerator<JudgedTrace> {
  const shared = new Map<number, LogEvent>();
  for (let from = 0; from < ids.length; from += batchSize) {
    stopIf(cancel);
    for (const judged of readBatch(index(), ids.slice(from, from + batchSize), shared)) yield judged;
    await turn();
  }
}

/** Conversations are decoded one by one as they are asked for: what was looked at is let go before the next one. */
function* readBatch(index: StoreIndex, ids: readonly string[], shared: Map<number, LogEvent>): Generator<JudgedTrace> {
  const located = ids.flatMap((id) => locate(index, id) ?? []);
  const lines = readPlaces(index, located);
  const acted = located.filter(({ has }) => (has & actedBit) !== 0);
  const acts = actsOfMany(index, acted, shared);
  for (const [i, found] of located.entries()) {
    const bytes = lines[i];
    if (!bytes) continue;
    const { n, has } = found;
    const labels = (has & labelledBit) === 0 ? [] : labelsOf(index, n);
    yield { trace: decodeTrace(index.checked(found, bytes)), acts: acts.get(n) ?? [], labels };
  }
}

function locate({ db, folder }: StoreIndex, id: string): Located | undefined {
  // One by one: a list of ids in one query took twice as long, for each has to be bound all the same.
  const row = db.row('select n, seg, arrival, len, has from traces where id = ? and n < ?', [packId(id), folder.visibleBelow]);
  if (!row) return undefined;
  const [n, seg, arrival, length, has] = row.map(Number);
  return { id, n: n ?? 0, seg: seg ?? 0, offset: offsetOf(arrival ?? 0), length: length ?? 0, has: has ?? 0 };
}
