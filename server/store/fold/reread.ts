import type { StoreIndex } from '../index/store-index';
import type { KnownSegment } from '../index/segments';
import { decodeAct } from '../log/act-line';
import { headerText, readSeal } from '../log/line';
import { scanSegment, type Piece } from '../log/scan';
import type { SegmentFiles } from '../log/segment-files';
import type { Place } from './context';

type Line = Extract<Piece, { kind: 'line' }>;

/**
 * Reads again what the index had read of a segment whose file was changed by others: a merge of two histories may have
 * put lines in between, brought one back that was scrubbed, or made one stand twice. False when an act is not there any
 * more: then only an index made anew is right. Belongs in a transaction.
 */
export function rereadActs(index: StoreIndex, files: SegmentFiles, segment: KnownSegment): boolean {
  const { seg, name, folded } = segment;
  const found = new Map<string, Line>();
  const others: Line[] = [];
  let [lines, holes] = [0, 0];
  for (const piece of scanSegment(files.descriptor(name), 0, folded)) {
    lines++;
    if (piece.kind === 'hole') holes += piece.length;
    if (piece.kind !== 'line' || readSeal(piece.line)) continue;
    const id = idOf(piece);
    if (found.has(id)) others.push(piece);
    else found.set(id, piece);
  }
  if (!settle(index, seg, found)) return false;
  for (const { line, offset, length } of [...found.values(), ...others]) {
    const event = decodeAct(line);
    if (event) index.folder.act(event, { seg, offset, length });
  }
  index.segments.advance(seg, { lines, holes });
  return true;
}

/** Sets the places of the acts this segment is known to hold right; what is left of `found` is to be folded. */
function settle({ db }: StoreIndex, seg: number, found: Map<string, Line>): boolean {
  db.run('delete from copies where seg = ?', [seg]);
  for (const [id, off, len] of db.once(`select id, off, len from acts where seg = ${seg}`)) {
    const line = found.get(String(id));
    if (!line) return false;
    if (off !== line.offset || len !== line.length) move(db, seg, String(id), line);
    found.delete(String(id));
  }
  return true;
}

function move(db: StoreIndex['db'], seg: number, id: string, { offset, length }: Omit<Place, 'seg'>): void {
  db.run('update acts set off = ?, len = ? where id = ? and seg = ?', [offset, length, id, seg]);
}

/** A whole line was written by a store, so its envelope is JSON and has one. */
function idOf({ line }: Line): string {
  const { id = '' } = JSON.parse(headerText(line) ?? '{}') as { id?: string };
  return id;
}
