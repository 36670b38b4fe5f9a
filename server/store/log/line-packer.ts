import { roomFor, writeLine } from './line';

/** Lines one behind the other, as they cross from one thread to another without a copy. */
export interface PackedLines {
  readonly bytes: ArrayBuffer;
  readonly lengths: readonly number[];
}

/** Bytes in one piece; a larger line has one of its own. */
const pieceSize = 1 << 19;

/** Writes lines into large pieces of memory. */
export class LinePacker {
  private pieces: { bytes: Buffer; end: number; lengths: number[] }[] = [];
  private readonly free: ArrayBuffer[] = [];

  add(header: string, body: string): void {
    const room = roomFor(header, body);
    const last = this.pieces.at(-1);
    const piece = last && last.bytes.length - last.end >= room ? last : this.start(room, header, body);
    const end = writeLine(piece.bytes, piece.end, header, body);
    piece.lengths.push(end - piece.end);
    piece.end = end;
  }

  /** Memory that comes back: new memory for each piece would have the collector look through everything again and again. */
  reuse(pieces: readonly ArrayBuffer[]): void {
    for (const piece of pieces) if (piece.byteLength === pieceSize) this.free.push(piece);
  }

  /** What was added since the last call, in order. */
  take(): PackedLines[] {
    const pieces = this.pieces.map(({ bytes, lengths }) => ({ bytes: bytes.buffer as ArrayBuffer, lengths }));
    this.pieces = [];
    return pieces;
  }

  private start(room: number, header: string, body: string) {
    // Three bytes for every character is more than a huge conversation really takes.
    const size = room <= pieceSize ? pieceSize : Buffer.byteLength(header) + Buffer.byteLength(body) + 64;
    const used = size === pieceSize ? this.free.pop() : undefined;
    const piece = { bytes: used ? Buffer.from(used) : Buffer.allocUnsafeSlow(size), end: 0, lengths: [] };
    this.pieces.push(piece);
    return piece;
  }
}

/** The lines in such pieces, in order. */
export function* linesIn(pieces: readonly PackedLines[]): Generator<Buffer, undefined> {
  for (const { bytes, lengths } of pieces) {
    let start = 0;
    for (const length of lengths) {
      yield Buffer.from(bytes, start, length);
      start += length;
    }
  }
  return undefined;
}
