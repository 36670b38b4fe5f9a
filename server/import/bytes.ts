import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Problem } from '../../core/lib/problem';
import { readProblem } from '../read-problem';
import { sniff, type Encoding } from './sniff';

/** A file as UTF-8 bytes, whatever it was: decompressed, decoded, without byte order mark. */
export interface TextBytes {
  /** The beginning, already read and first in `chunks` again. */
  readonly head: Buffer;
  /** Nothing follows the head. */
  readonly whole: boolean;
  readonly chunks: AsyncIterable<Buffer>;
  /** Bytes of the file on disk read so far. */
  readonly position: () => number;
  /** Set when compressed data ended or broke before its time; what came before was given out. */
  readonly broken: () => string | undefined;
}

const chunkSize = 256 * 1024;
const headSize = 64 * 1024;
/** Compressed data may grow this much, or to a gigabyte; more is a bomb. */
const mostRatio = 150;
const mostUnasked = 1024 * 1024 * 1024;

/** @throws Problem when the file cannot be read, is empty or is not text */
export async function openText(path: string, signal: AbortSignal, upTo?: number): Promise<TextBytes> {
  const state = { position: 0, broken: undefined as string | undefined };
  const start = await peek(fileChunks(path, signal, state, upTo));
  const seen = sniff(start.head, start.whole);
  const plain = seen.kind === 'gzip' ? await peek(gunzipped(start.chunks, state)) : start;
  const found = seen.kind === 'gzip' ? sniff(plain.head, plain.whole) : seen;
  if (found.kind === 'empty') {
    if (state.broken === undefined) throw new Problem('file_empty', { path });
    throw new Problem('file_not_readable', { path, reason: state.broken });
  }
  if (found.kind === 'gzip')
    throw new Problem('file_not_text', { path, kind: 'compressed twice', advice: 'Decompress it first.' });
  if (found.kind === 'other') throw new Problem('file_not_text', { path, kind: found.name, advice: found.advice });
  const decoded = await peek(decode(plain.chunks, found.encoding, found.skip));
  return { ...decoded, position: () => state.position, broken: () => state.broken };
}

interface Peeked {
  readonly head: Buffer;
  readonly whole: boolean;
  readonly chunks: AsyncGenerator<Buffer>;
}

/** Reads ahead, and gives a stream that begins with what was read. */
async function peek(source: AsyncGenerator<Buffer>, size = headSize): Promise<Peeked> {
  const parts: Buffer[] = [];
  let length = 0;
  let done = false;
  while (length < size && !done) {
    const next = await source.next();
    if (next.done === true) done = true;
    else {
      parts.push(next.value);
      length += next.value.length;
    }
  }
  const read = Buffer.concat(parts);
  return { head: read.subarray(0, size), whole: done && read.length <= size, chunks: resumed(read, source) };
}

async function* resumed(read: Buffer, source: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (read.length > 0) yield read;
    yield* source;
  } finally {
    // A reader that stops before the first piece was taken still lets go of the file.
    await source.return(undefined);
  }
}

async function* fileChunks(
  path: string,
  signal: AbortSignal,
  state: { position: number },
  upTo = Infinity,
): AsyncGenerator<Buffer> {
  const stream = createReadStream(path, { highWaterMark: chunkSize, signal, end: upTo - 1 });
  try {
    for await (const chunk of stream) {
      const bytes = chunk as Buffer;
      state.position += bytes.length;
      yield bytes;
    }
  } catch (error) {
    if (signal.aborted) throw new Problem('cancelled');
    throw readProblem(error, path);
  } finally {
    stream.destroy();
  }
}

/** Decompresses; broken or endless data ends the stream and is remembered, what came out before stays. */
async function* gunzipped(
  source: AsyncIterable<Buffer>,
  state: { position: number; broken: string | undefined },
): AsyncGenerator<Buffer> {
  const input = Readable.from(source, { objectMode: false });
  const gunzip = createGunzip({ chunkSize });
  let failure: unknown;
  // Errors of the file travel along, so that they are not taken for broken data.
  input.on('error', (error) => {
    failure = error;
    gunzip.destroy(error);
  });
  input.pipe(gunzip);
  let out = 0;
  try {
    for await (const chunk of gunzip) {
      const bytes = chunk as Buffer;
      out += bytes.length;
      if (out > mostUnasked && out > state.position * mostRatio) {
        state.broken = 'the compressed data grows beyond measure';
        return;
      }
      yield bytes;
    }
  } catch (error) {
    if (failure !== undefined || !isZlibError(error)) throw failure ?? error;
    state.broken = error.code === 'Z_BUF_ERROR' ? 'the compressed data ends too early' : 'the compressed data is damaged';
  } finally {
    input.destroy();
    gunzip.destroy();
  }
}

function isZlibError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

/** Everything as UTF-8. UTF-8 itself passes untouched; whether it is valid is looked at row by row. */
async function* decode(source: AsyncIterable<Buffer>, encoding: Encoding, skip: number): AsyncGenerator<Buffer> {
  const decoder = encoding === 'utf-8' ? undefined : new TextDecoder(encoding, { ignoreBOM: true });
  let left = skip;
  for await (const chunk of source) {
    const bytes = left > 0 ? chunk.subarray(left) : chunk;
    left = Math.max(0, left - chunk.length);
    if (bytes.length === 0) continue;
    yield decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes;
  }
  const rest = decoder?.decode();
  if (rest !== undefined && rest !== '') yield Buffer.from(rest);
}
