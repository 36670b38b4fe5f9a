import { segmentFile, segmentKinds } from '../disk/layout';
import { isShared } from '../disk/sharing';
import type { Db } from '../index/db';
import type { KnownSegment } from '../index/segments';
import { arrivalOf, packId } from '../index/trace-key';
import { headerText, readSeal, sealLine } from '../log/line';
import { scanSegment, type Piece } from '../log/scan';
import { decodeHeader } from '../log/trace-line';
import type { StoreParts } from '../parts';

/** A segment is written anew when this share of it is scrubbed lines. */
const worthIt = 1 / 4;

/** A line that stays, and where it will be. */
interface Moved {
  readonly from: number;
  readonly to: number;
  readonly piece: Piece;
}

/**
 * Gives back the room of purged conversations: this writer's finished segments that are full of holes become a new
 * generation without them. A shared log stays as it is, line for line, because other clones have it too.
 */
export async function compactSegments(parts: StoreParts): Promise<void> {
  const kinds = isShared(parts.layout) ? ['traces'] : segmentKinds;
  const own = parts
    .index()
    .segments.all()
    .filter(({ name, sealed }) => kinds.includes(name.kind) && name.writer === parts.writer && sealed);
  for (const segment of own) if (segment.holes > segment.folded * worthIt) await compact(parts, segment);
}

/** The new generation is there whole before the old one goes; an opening in between finds both and takes the newer. */
async function compact(parts: StoreParts, segment: KnownSegment): Promise<void> {
  const old = parts.layout.at(segmentFile(segment.name));
  const moved = plan(parts, segment);
  const name = { ...segment.name, gen: segment.name.gen + 1 };
  if (moved.length > 0) {
    const bytes = seal(moved);
    await parts.disk.replace(parts.layout.at(segmentFile(name)), pieces(parts, segment, moved, bytes), name.kind);
    apply(parts, segment, name.gen, moved, bytes);
    await parts.listed([name]);
  } else {
    await parts.register.strike([segment.name]);
    parts.index().segments.drop(segment.seg);
  }
  parts.files.close(segment.name);
  // Not for good: what comes back after a power cut holds nothing but holes beside the new one, and goes with the next opening.
  await parts.disk.unlink(old, name.kind);
}

/** Everything but the holes and the old seal; damaged lines too, which somebody may still want to look at. */
function plan(parts: StoreParts, { name, folded }: KnownSegment): Moved[] {
  const moved: Moved[] = [];
  let to = 0;
  for (const piece of scanSegment(parts.files.descriptor(name), 0, folded)) {
    if (piece.kind === 'hole' || (piece.kind === 'line' && readSeal(piece.line))) continue;
    moved.push({ from: piece.offset, to, piece });
    to += piece.length;
  }
  return moved;
}

function seal(moved: readonly Moved[]): Buffer {
  const last = moved.at(-1);
  return sealLine({ lines: moved.length, bytes: last ? last.to + last.piece.length : 0 });
}

function* pieces(parts: StoreParts, { name }: KnownSegment, moved: readonly Moved[], end: Buffer): Generator<Buffer> {
  for (const { from, piece } of moved) yield parts.files.read(name, from, piece.length);
  yield end;
}

/** The index follows the lines to their new places. Nobody sees it in between. */
function apply(parts: StoreParts, { seg, name }: KnownSegment, gen: number, moved: readonly Moved[], end: Buffer): void {
  const { folder, db, segments } = parts.index();
  const last = moved.at(-1);
  const folded = (last ? last.to + last.piece.length : 0) + end.length;
  folder.transaction(() => {
    db.run('update issues set off = -off - 1 where seg = ?', [seg]);
    for (const { from, to, piece } of moved) {
      if (piece.kind !== 'line') db.run('update issues set off = ? where seg = ? and off = ?', [to, seg, -from - 1]);
      else if (name.kind === 'log') moveAct(db, headerText(piece.line) ?? '{}', seg, from, to);
      else
        moveLine(
          db,
          decodeHeader(piece.line)?.id ?? '',
          seg,
          arrivalOf(name.writer, name.n, from),
          arrivalOf(name.writer, name.n, to),
        );
    }
    db.run('delete from issues where seg = ? and off < 0', [seg]);
    segments.renew(seg, gen, { folded, lines: moved.length + 1 });
  });
}

/** Either the line the act was taken from, or another one that says the same. */
function moveAct(db: Db, envelope: string, seg: number, from: number, to: number): void {
  const { id = '' } = JSON.parse(envelope) as { id?: string };
  db.run('update acts set off = ? where id = ? and seg = ? and off = ?', [to, id, seg, from]);
  db.run('update copies set off = ? where seg = ? and off = ?', [to, seg, from]);
}

/** Either the line that counts for its trace, or an earlier revision. Lines only move towards the front. */
function moveLine(db: Db, id: string, seg: number, from: number, to: number): void {
  db.run('update traces set arrival = ? where id = ? and seg = ? and arrival = ?', [to, packId(id), seg, from]);
  db.run('update past set arrival = ? where seg = ? and arrival = ?', [to, seg, from]);
}
