import fs from 'node:fs';
import { isIntact, isScrubbed } from './line';

/** A stretch of a segment. `length` includes the line end, `line` does not. */
export type Piece =
  | { readonly kind: 'line'; readonly offset: number; readonly length: number; readonly line: Buffer }
  /** Scrubbed by a purge. */
  | { readonly kind: 'hole'; readonly offset: number; readonly length: number }
  | { readonly kind: 'damaged'; readonly offset: number; readonly length: number }
  /** The end of the file without a line end: still being written, or torn by a crash. */
  | { readonly kind: 'tail'; readonly offset: number; readonly length: number };

const chunkSize = 1 << 20;
const lineEnd = 10;
const opening = Buffer.from('{"c":"');

/** Reads a segment from an offset to `size`, line by line, in large chunks. */
export function* scanSegment(fd: number, from: number, size: number): Generator<Piece> {
  for (const { offset, bytes } of rawLines(fd, from, size)) {
    if (bytes[bytes.length - 1] !== lineEnd) {
      yield { kind: 'tail', offset, length: bytes.length };
      continue;
    }
    // Nearly all are whole: for these nobody else is asked.
    const line = bytes.subarray(0, bytes.length - 1);
    if (isIntact(line)) yield { kind: 'line', offset, length: bytes.length, line };
    else yield* piecesOf(offset, bytes);
  }
}

/** Lines with their line ends; the last one may lack it. */
export function* rawLines(fd: number, from: number, size: number): Generator<{ offset: number; bytes: Buffer }> {
  let rest = Buffer.alloc(0);
  let position = from;
  while (position < size) {
    const chunk = Buffer.allocUnsafe(rest.length + Math.min(chunkSize, size - position));
    rest.copy(chunk);
    const read = fs.readSync(fd, chunk, rest.length, chunk.length - rest.length, position);
    if (read === 0) break;
    const bytes = chunk.subarray(0, rest.length + read);
    const base = position - rest.length;
    position += read;
    let start = 0;
    // A line longer than the chunk: do not search its beginning again.
    for (let end = bytes.indexOf(lineEnd, rest.length); end >= 0; end = bytes.indexOf(lineEnd, start)) {
      yield { offset: base + start, bytes: bytes.subarray(start, end + 1) };
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield { offset: position - rest.length, bytes: rest };
}

/** What stands in a line, its line end included. */
export function* piecesOf(offset: number, bytes: Buffer): Generator<Piece> {
  const line = bytes.subarray(0, bytes.length - 1);
  if (isIntact(line)) yield { kind: 'line', offset, length: bytes.length, line };
  else if (isScrubbed(line)) yield { kind: 'hole', offset, length: bytes.length };
  else yield* salvaged(offset, bytes);
}

/**
 * What can be saved of a damaged line. When the damage hit a line end, two lines run into one: each raw `{"c":"` is the
 * start of a line (inside a JSON string its quotes would be escaped), so the pieces are judged one by one.
 */
function* salvaged(offset: number, bytes: Buffer): Generator<Piece> {
  let start = 0;
  while (start < bytes.length) {
    const next = bytes.indexOf(opening, start + 1);
    const end = next < 0 ? bytes.length : next;
    const piece = bytes.subarray(start, end);
    const line = piece.subarray(0, piece.length - 1);
    if (isIntact(line)) yield { kind: 'line', offset: offset + start, length: piece.length, line };
    else yield { kind: 'damaged', offset: offset + start, length: piece.length };
    start = end;
  }
}
