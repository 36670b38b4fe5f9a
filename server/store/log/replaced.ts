import fs from 'node:fs';
import type { SegmentName } from '../disk/layout';
import { readSeal } from './line';
import { scanSegment } from './scan';

/** A segment whose file was replaced while it was being appended to, as a pull does; its bytes are still there to read. */
export interface Replaced {
  readonly name: SegmentName;
  readonly fd: number;
  readonly size: number;
}

/** The lines, without their ends, of a file that has no name any more. Closes it. */
export function linesOfReplaced({ fd, size }: Pick<Replaced, 'fd' | 'size'>): Buffer[] {
  try {
    const lines = [...scanSegment(fd, 0, size)].flatMap((piece) => (piece.kind === 'line' ? [piece.line] : []));
    return lines.filter((line) => !readSeal(line));
  } finally {
    fs.closeSync(fd);
  }
}
