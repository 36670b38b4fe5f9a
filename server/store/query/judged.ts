import { setImmediate as turn } from 'node:timers/promises';
import { never, stopIf, type Cancel } from '../../../core/lib/cancel';
import type { LogEvent } from '../../../core/log/events';
import type { JudgedTrace } from '../../../core/ports';
import type { Trace } from '../../../core/trace/model';
import type { StoreIndex } from '../index/store-index';
import { offsetOf, packId } from '../index/trace-key';
import { decodeTrace } from '../log/trace-line';
import { actsOfNumber } from './acts';
import { labelsOf } from './lines';

const batchSize = 256;
/** Lines nearer together than this are read in one go. */
const gap = 1 << 14;
const largestRead = 4 << 20;

interface Located {
  readonly id: string;
  readonly n: number;
  readonly seg: number;
  readonly offset: number;
  readonly length: number;
}

/** The conversation of one trace; undefined when it is not here, or not visible yet. */
export function traceById(index: StoreIndex, id: string): Trace | undefined {
  const found = locate(index, id);
  if (!found) return undefined;
  const bytes = index.bytesAt(found);
  return decodeTrace(bytes.subarray(0, bytes.length - 1));
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
  const lines = readLines(index, located);
  return located.flatMap(({ id, n }) => {
    const line = lines.get(n);
    if (!line) return [];
    return [{ trace: decodeTrace(line), acts: actsOfNumber(index, n, id, shared), labels: labelsOf(index, n) }];
  });
}

function locate({ db, folder }: StoreIndex, id: string): Located | undefined {
  const row = db.row('select n, seg, arrival, len from traces where id = ? and n < ?', [packId(id), folder.visibleBelow]);
  if (!row) return undefined;
  const [n, seg, arrival, length] = row.map(Number);
  return { id, n: n ?? 0, seg: seg ?? 0, offset: offsetOf(arrival ?? 0), length: length ?? 0 };
}

/** Reads the lines in the order of the files, neighbours together. */
function readLines(index: StoreIndex, located: readonly Located[]): Map<number, Buffer> {
  const sorted = [...located].sort((a, b) => a.seg - b.seg || a.offset - b.offset);
  const lines = new Map<number, Buffer>();
  let run: Located[] = [];
  const readRun = () => {
    const [first] = run;
    const last = run.at(-1);
    if (!first || !last) return;
    const bytes = index.bytesAt({ seg: first.seg, offset: first.offset, length: last.offset + last.length - first.offset });
    for (const { n, offset, length } of run)
      lines.set(n, bytes.subarray(offset - first.offset, offset - first.offset + length - 1));
    run = [];
  };
  for (const next of sorted) {
    const last = run.at(-1);
    const [first] = run;
    const near = last && first && last.seg === next.seg && next.offset - (last.offset + last.length) < gap;
    if (!near || next.offset + next.length - first.offset > largestRead) readRun();
    run.push(next);
  }
  readRun();
  return lines;
}
