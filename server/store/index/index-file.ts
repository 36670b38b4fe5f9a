import fs from 'node:fs';
import { crc32 } from 'node:zlib';
import type { Disk } from '../disk/disk';
import { codeOf } from '../disk/errors';

/** Behind the database: tells a whole index file from one that was damaged or cut. */
const mark = 'LOOPIDX1';
const trailerLength = 32;
const pieceSize = 1 << 20;

/** The database's bytes; undefined when there is no index file or it cannot be trusted. */
export function readIndexFile(file: string): Buffer | undefined {
  let bytes: Buffer;
  try {
    bytes = fs.readFileSync(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const end = bytes.length - trailerLength;
  if (end < 0) return undefined;
  // A view, not a copy: sql.js takes a Buffer as it is.
  const database = bytes.subarray(0, end);
  return bytes.toString('latin1', end) === trailer(database) ? database : undefined;
}

/** Replaces the index file, in synced pieces so that nobody's small sync waits for one large one. */
export async function writeIndexFile(disk: Disk, file: string, database: Uint8Array): Promise<void> {
  await disk.replace(file, pieces(database), 'index');
}

function* pieces(database: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < database.length; at += pieceSize) yield database.subarray(at, at + pieceSize);
  yield Buffer.from(trailer(database), 'latin1');
}

function trailer(database: Uint8Array): string {
  return mark + crc32(database).toString(16).padStart(8, '0') + String(database.length).padStart(16, '0');
}
