import { setImmediate as turn } from 'node:timers/promises';
import { never, stopIf, type Cancel } from '../../../core/lib/cancel';
import type { LogEvent } from '../../../core/log/events';
import type { JudgedTrace } from '../../../core/ports';
import type { Trace } from '../../../core/trace/model';
import { actedBit, labelledBit } from '../fold/refresh';
import type { StoreIndex } from '../index/store-index';
import { offsetOf, packId } from '../index/trace-key';
import { decodeTrace } from '../log/trace-line';
import { actsOfNumber } from './acts';
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

function readBatch(index: StoreIndex, ids: readonly string[], shared: Map<number, LogEvent>): JudgedTrace[] {
  const located = ids.flatMap((id) => locate(index, id) ?? []);
  const lines = readPlaces(index, located);
  return located.flatMap((found, i) => {
    const { id, n, has } = found;
    const bytes = lines[i];
    if (!bytes) return [];
    const acts = (has & actedBit) === 0 ? [] : actsOfNumber(index, n, id, shared);
    const labels = (has & labelledBit) === 0 ? [] : labelsOf(index, n);
    return [{ trace: decodeTrace(index.checked(found, bytes)), acts, labels }];
  });
}

function locate({ db, folder }: StoreIndex, id: string): Located | undefined {
  const row = db.row('select n, seg, arrival, len, has from traces where id = ? and n < ?', [packId(id), folder.visibleBelow]);
  if (!row) return undefined;
  const [n, seg, arrival, length, has] = row.map(Number);
  return { id, n: n ?? 0, seg: seg ?? 0, offset: offsetOf(arrival ?? 0), length: length ?? 0, has: has ?? 0 };
}
