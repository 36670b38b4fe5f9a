import fs from 'node:fs';
import { codeOf } from '../disk/errors';
import { segmentFile } from '../disk/layout';
import type { Scrub } from '../fold/folder';
import { isScrubbed, scrubbedLine } from '../log/line';
import type { StoreParts } from '../parts';

const opening = Buffer.from('{"c":"');
const lineEnd = 10;

/** Overwrites lines where they are, and syncs. Those that are scrubbed already, or not lines any more, are left alone. */
export async function scrubLines(parts: StoreParts, scrubs: readonly Scrub[]): Promise<void> {
  const bySegment = new Map<number, Scrub[]>();
  for (const scrub of scrubs) {
    const same = bySegment.get(scrub.place.seg) ?? [];
    same.push(scrub);
    bySegment.set(scrub.place.seg, same);
  }
  for (const [seg, same] of bySegment) await scrubSegment(parts, seg, same);
}

async function scrubSegment(parts: StoreParts, seg: number, scrubs: readonly Scrub[]): Promise<void> {
  const { segments } = parts.index();
  const { name, holes } = segments.get(seg);
  const file = parts.layout.at(segmentFile(name));
  const fd = openSegment(parts, file, name.kind);
  if (fd === undefined) return;
  try {
    let bytes = 0;
    for (const { place, purge } of scrubs) {
      if (!isWhole(fd, place.offset, place.length)) continue;
      parts.disk.overwrite(fd, scrubbedLine(purge, place.length), place.offset, file, name.kind);
      bytes += place.length;
    }
    await parts.disk.sync(fd, file, name.kind);
    segments.advance(seg, { holes: holes + bytes });
  } finally {
    fs.closeSync(fd);
  }
}

/** Undefined when the segment is not here: another copy of the store has it, and the tombstone. */
function openSegment(parts: StoreParts, file: string, kind: 'traces' | 'log'): number | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    return parts.disk.open(file, 'r+', kind);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether exactly one line that is not scrubbed yet lies there: a tombstone from elsewhere must not hit anything else. */
function isWhole(fd: number, offset: number, length: number): boolean {
  const bytes = Buffer.alloc(length);
  if (fs.readSync(fd, bytes, 0, length, offset) < length) return false;
  const line = bytes.subarray(0, length - 1);
  const begins = bytes.compare(opening, 0, opening.length, 0, opening.length) === 0;
  // A line whose end was damaged has none; overwriting it mends that.
  return begins && !line.includes(lineEnd) && !isScrubbed(line);
}
