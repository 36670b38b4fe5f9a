import fs from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Disk } from '../disk/disk';
import { codeOf } from '../disk/errors';

/** Behind the database: tells a whole index file from one that was damaged or cut. */
const mark = 'LOOPIDX1';
const trailerLength = 32;
const pieceSize = 1 << 20;

/**
 * What a database that was read may grow by before its memory is copied. Of large stretches nothing is really taken until
 * then; small databases are quickly copied.
 */
const leastRoom = 1 << 18;
const roomShare = 0.25;

/**
 * The database's bytes, and zeros behind them for it to grow into; undefined when there is no index file or it cannot be
 * trusted.
 */
export function readIndexFile(file: string): Buffer | undefined {
  const fd = openIfThere(file);
  if (fd === undefined) return undefined;
  try {
    const size = fs.fstatSync(fd).size;
    const end = size - trailerLength;
    if (end < 0) return undefined;
    // A Buffer, and no copy of it: sql.js takes it as it is.
    const bytes = Buffer.alloc(end + Math.max(leastRoom, Math.round(end * roomShare)));
    if (readFully(fd, bytes, size) < size) return undefined;
    const isWhole = bytes.toString('latin1', end, size) === trailer(crc32(bytes.subarray(0, end)), end);
    bytes.fill(0, end, size);
    return isWhole ? bytes : undefined;
  } finally {
    fs.closeSync(fd);
  }
}

function openIfThere(file: string): number | undefined {
  try {
    return fs.openSync(file, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function readFully(fd: number, bytes: Buffer, size: number): number {
  let done = 0;
  for (let read = 1; done < size && read > 0; done += read) read = fs.readSync(fd, bytes, done, size - done, done);
  return done;
}

/**
 * Replaces the index file, in synced pieces so that nobody's small sync waits for one large one. `check` is called before
 * each: when it throws, the file stays as it was.
 */
export async function writeIndexFile(disk: Disk, file: string, database: Uint8Array, check = () => {}): Promise<void> {
  await disk.replace(file, pieces(database, check), 'index');
}

function* pieces(database: Uint8Array, check: () => void): Generator<Uint8Array> {
  let crc = 0;
  for (let at = 0; at < database.length; at += pieceSize) {
    check();
    const piece = database.subarray(at, at + pieceSize);
    crc = crc32(piece, crc);
    yield piece;
  }
  check();
  yield Buffer.from(trailer(crc, database.length), 'latin1');
}

function trailer(crc: number, length: number): string {
  return mark + crc.toString(16).padStart(8, '0') + String(length).padStart(16, '0');
}
