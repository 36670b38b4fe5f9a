import fs from 'node:fs';
import type { LogEvent } from '../../../core/log/events';
import { decodeAct } from './act-line';
import { scanSegment } from './scan';

/** A segment whose file was replaced while it was being appended to, as a pull does; its bytes are still there to read. */
export interface Replaced {
  readonly fd: number;
  readonly size: number;
}

/** The acts of a file that has no name any more. Closes it. */
export function actsOfReplaced({ fd, size }: Replaced): LogEvent[] {
  try {
    return [...scanSegment(fd, 0, size)].flatMap((piece) => (piece.kind === 'line' ? (decodeAct(piece.line) ?? []) : []));
  } finally {
    fs.closeSync(fd);
  }
}
