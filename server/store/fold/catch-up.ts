import { setImmediate as turn } from 'node:timers/promises';
import { never, stopIf, type Cancel, type Report } from '../../../core/lib/cancel';
import type { SegmentOnDisk } from '../log/inventory';
import type { StoreIndex } from '../index/store-index';
import { arrivalOf } from '../index/trace-key';
import { decodeAct } from '../log/act-line';
import { readSeal, type Seal } from '../log/line';
import { scanSegment, type Piece } from '../log/scan';
import type { FoldChanges } from './changes';
import { factsOf } from './facts';
import type { SegmentFiles } from '../log/segment-files';
import { decodeBareHeader } from '../log/trace-line';

/** Pieces folded in one transaction; between transactions others get their turn. */
const batchSize = 500;
/** While nobody can be waiting yet: a trace that several acts touch is worked out once in each. */
export const openingBatch = 8000;
/** Bytes of pieces folded in one transaction. */
const mostBytes = 1 << 22;

export interface CatchUpParts {
  readonly index: StoreIndex;
  readonly files: SegmentFiles;
  readonly cancel?: Cancel | undefined;
  readonly report?: Report | undefined;
  /** Pieces folded in one transaction. */
  readonly batch?: number | undefined;
  /** Told what each transaction changed, while the index is in use. */
  readonly onFolded?: ((changes: FoldChanges, lines: number) => void) | undefined;
  /** Whether a piece without a line end is the torn tail of a crash, to be cut; else it is still arriving. */
  isTorn(segment: SegmentOnDisk): boolean;
  cut(segment: SegmentOnDisk, offset: number): void;
}

/** Reads on from where the index stopped in each segment. Answers with the number of lines it folded. */
export async function catchUp(parts: CatchUpParts, segments: readonly SegmentOnDisk[]): Promise<number> {
  const { index, cancel = never, report, batch: size = batchSize } = parts;
  const behind = segments
    .map((segment) => ({ segment, from: foldedOf(index, segment) }))
    .filter(({ segment, from }) => segment.size > from);
  const total = behind.reduce((sum, { segment, from }) => sum + segment.size - from, 0);
  let before = 0;
  let lines = 0;
  for (const { segment, from } of behind) {
    const pieces = scanSegment(parts.files.descriptor(segment.name), from, segment.size);
    for (;;) {
      stopIf(cancel);
      let batch: Batch = { count: 0, end: from };
      const changes = index.folder.transaction(() => {
        batch = foldBatch(parts, segment, pieces, size);
      });
      if (batch.count === 0) break;
      parts.onFolded?.(changes, batch.count);
      lines += batch.count;
      report?.({ done: before + batch.end - from, total, unit: 'bytes' });
      await turn();
    }
    before += segment.size - from;
  }
  return lines;
}

/** How far the index has read a segment; not at all one that it does not know. */
export function foldedOf(index: StoreIndex, { name }: SegmentOnDisk): number {
  return index.segments.find(name.kind, name.writer, name.n)?.folded ?? 0;
}

interface Batch {
  readonly count: number;
  /** Where its last piece ends. */
  readonly end: number;
}

/** Folds the next pieces as they are read: none is held longer than that. */
function foldBatch(parts: CatchUpParts, segment: SegmentOnDisk, pieces: Iterator<Piece>, size: number): Batch {
  const { index } = parts;
  const known = index.segments.ensure(segment.name);
  let { folded, lines, holes, sealed } = known;
  let [count, end] = [0, folded];
  for (let bytes = 0; count < size && bytes < mostBytes; count++) {
    const next = pieces.next();
    if (next.done === true) break;
    const piece = next.value;
    bytes += piece.length;
    end = piece.offset + piece.length;
    if (piece.kind === 'tail') {
      foldTail(parts, segment, known.seg, piece);
      continue;
    }
    folded = end;
    lines += 1;
    if (piece.kind === 'hole') holes += piece.length;
    else if (piece.kind === 'damaged') note(index, known.seg, piece, 'damaged');
    else {
      const seal = readSeal(piece.line);
      sealed ||= seal !== undefined;
      if (seal) checkSeal(index, known.seg, piece, seal, lines - 1);
      else foldLine(index, segment, known.seg, piece);
    }
  }
  if (count > 0) index.segments.advance(known.seg, { folded, lines, holes, sealed });
  return { count, end };
}

function foldTail(parts: CatchUpParts, segment: SegmentOnDisk, seg: number, piece: Piece): void {
  if (!parts.isTorn(segment)) return;
  parts.cut(segment, piece.offset);
  note(parts.index, seg, piece, 'torn');
}

function foldLine(index: StoreIndex, { name }: SegmentOnDisk, seg: number, piece: Extract<Piece, { kind: 'line' }>): void {
  const place = { seg, offset: piece.offset, length: piece.length };
  if (name.kind === 'traces') {
    const header = decodeBareHeader(piece.line);
    if (header) index.folder.trace(factsOf(header), { ...place, arrival: arrivalOf(name.writer, name.n, piece.offset) });
    else note(index, seg, piece, 'not_understood');
    return;
  }
  const event = decodeAct(piece.line);
  if (event) index.folder.act(event, place);
  else note(index, seg, piece, 'not_understood');
}

/** A seal that counts other lines or bytes than there are: something before it was removed or added. */
function checkSeal(index: StoreIndex, seg: number, piece: Piece, seal: Seal, lines: number): void {
  if (seal.bytes !== piece.offset || seal.lines !== lines) note(index, seg, piece, 'lines_missing');
}

export function note({ db }: StoreIndex, seg: number, { offset, length }: Omit<Piece, 'kind'>, kind: string): void {
  db.run(
    'insert into issues(seg, off, len, kind) values (?, ?, ?, ?) on conflict(seg, off) do update set len = excluded.len, kind = excluded.kind',
    [seg, offset, length, kind],
  );
}
