import fs from 'node:fs';
import { codeOf } from '../disk/errors';
import type { SegmentKind } from '../disk/layout';
import type { Place } from '../fold/context';
import { tracesOf } from '../fold/acts';
import { decodeAct } from '../log/act-line';
import { beginsLine, blotted, blottedAnew, isIntact, isScrubbed, scrubbedLine } from '../log/line';
import { decodeHeader } from '../log/trace-line';
import type { StoreParts } from '../parts';
import type { Gone } from './gone';

const lineEnd = 10;
/** Stands for a damaged line: there is nothing to ask it before it goes. */
const unreadable = Buffer.alloc(0);

/** How a scrubbing is done that another process may have begun. */
export interface Again {
  /** What goes, when only its tombstone tells; absent: what these places hold goes for sure. */
  readonly gone?: Gone;
}

/**
 * Overwrites lines where they are, and syncs. Those that are scrubbed already, or not lines any more, are left alone.
 * `again`: some may be overwritten in part.
 */
export async function scrubLines(parts: StoreParts, places: readonly Place[], again?: Again): Promise<void> {
  const bySegment = new Map<number, Place[]>();
  for (const place of places) {
    const same = bySegment.get(place.seg) ?? [];
    same.push(place);
    bySegment.set(place.seg, same);
  }
  for (const [seg, same] of bySegment) await scrubSegment(parts, seg, same, again);
}

async function scrubSegment(parts: StoreParts, seg: number, places: readonly Place[], again?: Again): Promise<void> {
  const { segments } = parts.index();
  const { name, holes } = segments.get(seg);
  const gone = again?.gone;
  const file = parts.files.path(name);
  const fd = openSegment(parts, file, name.kind);
  if (fd === undefined) return;
  try {
    let bytes = 0;
    const rest = again && name.kind === 'log' ? places.filter((place) => !finishBlot(parts, fd, place)) : places;
    const pieces = rest.flatMap((place): Piece[] => piecesOf(parts, place) ?? [place]);
    for (const { offset, length, isDamaged } of new Map(pieces.map((piece) => [piece.offset, piece])).values()) {
      const line = isDamaged ? unreadable : lineAt(fd, offset, length);
      const event = line && name.kind === 'log' && isIntact(line) ? decodeAct(line) : undefined;
      if (line && event && tracesOf(event).length > 0) {
        const going = parts.index().folder.goneOf(event);
        const some = going.length > 0 && going.length < tracesOf(event).length;
        if (some) parts.disk.overwrite(fd, blotted(line, going), offset, file, name.kind);
        if (going.length < tracesOf(event).length) continue;
      } else if (!line || (gone && isIntact(line) && !speaksOf(gone, line, name.kind))) continue;
      parts.disk.overwrite(fd, scrubbedLine(length), offset, file, name.kind);
      if (isDamaged) parts.index().db.run('delete from issues where seg = ? and off = ?', [seg, offset]);
      bytes += length;
    }
    await parts.disk.sync(fd, file, name.kind);
    segments.advance(seg, { holes: holes + bytes });
  } finally {
    fs.closeSync(fd);
  }
}

/** A line that this version cannot read may be about them. */
function speaksOf(gone: Gone, line: Buffer, kind: SegmentKind): boolean {
  if (kind === 'traces') return gone.isGone(decodeHeader(line)?.id ?? '');
  const event = decodeAct(line);
  if (!event) return true;
  const traces = tracesOf(event);
  return traces.length > 0 && traces.every((trace) => gone.isGone(trace));
}

/** An act on several conversations of which a power cut left some blotted out and some not: it stays for the others. */
function finishBlot(parts: StoreParts, fd: number, place: Place): boolean {
  const { seg, offset, length } = place;
  const { segments, db, folder } = parts.index();
  const isGone = (id: string) => folder.find(id) === undefined && folder.purges.at(id) !== undefined;
  const line = lineAt(fd, offset, length);
  const whole = line && !isIntact(line) ? blottedAnew(line, isGone) : undefined;
  const event = whole && decodeAct(whole);
  if (!event || tracesOf(event).length === 0) return false;
  const { name } = segments.get(seg);
  parts.disk.overwrite(fd, whole, offset, parts.files.path(name), name.kind);
  const changes = folder.transaction(() => {
    db.run('delete from issues where seg = ? and off >= ? and off < ?', [seg, offset, offset + length]);
    folder.act(event, place);
  });
  parts.folded(changes, 0);
  return true;
}

interface Piece extends Place {
  readonly isDamaged?: true;
}

/** The damaged pieces that lie where a line was; undefined when something else does. */
function piecesOf(parts: StoreParts, { seg, offset, length }: Place): Piece[] | undefined {
  const rows = parts
    .index()
    .db.rows("select off, len from issues where seg = ? and off >= ? and off + len <= ? and kind = 'damaged' order by off", [
      seg,
      offset,
      offset + length,
    ]);
  const pieces = rows.map(([off, len]): Piece => ({ seg, offset: Number(off), length: Number(len), isDamaged: true }));
  const covered = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return covered === length ? pieces : undefined;
}

/** Undefined when the segment is not here: another copy of the store has it, and the tombstone. */
function openSegment(parts: StoreParts, file: string, kind: SegmentKind): number | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    return parts.disk.open(file, 'r+', kind);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** The one line that lies there and is not scrubbed yet: a tombstone from elsewhere must not hit anything else. */
function lineAt(fd: number, offset: number, length: number): Buffer | undefined {
  const bytes = Buffer.alloc(length);
  if (fs.readSync(fd, bytes, 0, length, offset) < length) return undefined;
  const line = bytes.subarray(0, length - 1);
  // A line whose end was damaged has none; overwriting it mends that.
  return beginsLine(bytes) && !line.includes(lineEnd) && !isScrubbed(line) ? line : undefined;
}
