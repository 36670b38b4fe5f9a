import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import type { Readable, Transform } from 'node:stream';
import * as zlib from 'node:zlib';
import { Problem } from '../../core/lib/problem';

/** A file in an archive. */
export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly packed: number;
  /** Where its local header begins. */
  readonly offset: number;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const endSize = 22;
/** The comment behind the directory may be this long. */
const longestTail = 0xffff + endSize;
const mostEntries = 200_000;
const largestDirectory = 64 * 1024 * 1024;
/** What one entry may grow to; more is a bomb. */
const largestEntry = 4 * 1024 * 1024 * 1024;

/** The directory of an archive; undefined when there is none to be read, or it is of the kind for over 4 GB. */
export async function zipEntries(path: string): Promise<ZipEntry[] | undefined> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const tail = Buffer.alloc(Math.min(size, longestTail));
    await file.read(tail, 0, tail.length, size - tail.length);
    const at = endOf(tail);
    if (at < 0) return undefined;
    const count = tail.readUInt16LE(at + 10);
    const length = tail.readUInt32LE(at + 12);
    const start = tail.readUInt32LE(at + 16);
    if (count > mostEntries || length > largestDirectory || start + length > size) return undefined;
    const directory = Buffer.alloc(length);
    await file.read(directory, 0, length, start);
    return entriesOf(directory, count);
  } finally {
    await file.close();
  }
}

function endOf(tail: Buffer): number {
  for (let at = tail.length - endSize; at >= 0; at--) if (tail.readUInt32LE(at) === endMark) return at;
  return -1;
}

function entriesOf(directory: Buffer, count: number): ZipEntry[] | undefined {
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let n = 0; n < count; n++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== entryMark) return undefined;
    const nameLength = directory.readUInt16LE(at + 28);
    const next = at + 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
    entries.push({
      name: directory.toString('utf8', at + 46, at + 46 + nameLength),
      method: directory.readUInt16LE(at + 10),
      packed: directory.readUInt32LE(at + 20),
      offset: directory.readUInt32LE(at + 42),
    });
    at = next;
  }
  return entries;
}

/**
 * The bytes of an entry, stored or deflated. A name is never used as a path: nothing is written anywhere.
 * @throws Problem `file_not_readable` when they are damaged, or packed in a way not known here
 */
export async function* entryBytes(path: string, entry: ZipEntry, signal: AbortSignal): AsyncGenerator<Buffer> {
  const unpack = unpackers.get(entry.method)?.();
  if (entry.method !== 0 && !unpack) throw new Problem('file_not_text', { path, ...unknownPacking(entry.method) });
  const start = await contentStart(path, entry);
  if (entry.packed === 0) return;
  const input = createReadStream(path, { start, end: start + entry.packed - 1, signal });
  const output: Readable = unpack ? input.pipe(unpack) : input;
  input.on('error', (error) => output.destroy(error));
  let size = 0;
  try {
    for await (const chunk of output) {
      const bytes = chunk as Buffer;
      size += bytes.length;
      if (size > largestEntry) throw damaged(path, 'the compressed data grows beyond measure');
      yield bytes;
    }
  } catch (error) {
    if (signal.aborted) throw new Problem('cancelled');
    if (error instanceof Problem) throw error;
    throw damaged(path, 'the compressed data is damaged');
  } finally {
    input.destroy();
    output.destroy();
  }
}

const zstd = 93;

/** By method number. Node has zstd since 22.15. */
const unpackers = new Map<number, () => Transform>([[8, () => zlib.createInflateRaw()]]);
const createZstd: unknown = Reflect.get(zlib, 'createZstdDecompress');
if (typeof createZstd === 'function') unpackers.set(zstd, () => (createZstd as () => Transform)());

function unknownPacking(method: number): { kind: string; advice: string } {
  if (method === zstd)
    return { kind: 'packed with zstd', advice: 'An Inspect log can be converted: `inspect log convert --to json`.' };
  return { kind: 'packed in a way not known here', advice: 'Unpack it and import the files inside.' };
}

/** Behind the local header, whose own lengths count. */
async function contentStart(path: string, entry: ZipEntry): Promise<number> {
  const file = await open(path, 'r');
  try {
    const header = Buffer.alloc(30);
    const { bytesRead } = await file.read(header, 0, 30, entry.offset);
    if (bytesRead < 30) throw damaged(path, 'the compressed data ends too early');
    return entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  } finally {
    await file.close();
  }
}

function damaged(path: string, reason: string): Problem {
  return new Problem('file_not_readable', { path, reason });
}
