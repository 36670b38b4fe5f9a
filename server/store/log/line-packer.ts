import { roomFor, writeLine } from './line';

/**
 * Lines one behind the other in memory that two threads share, so that nothing is copied or handed over. A piece of it is
 * made once and used again and again; a line that is too large for one has memory of its own.
 */
export interface PackedLines {
  /** Which piece; undefined for memory that is used once. */
  readonly piece: number | undefined;
  /** The memory itself: the first time a piece is used, and for what is used once. */
  readonly memory: SharedArrayBuffer | undefined;
  readonly lengths: readonly number[];
}

/** Bytes in one piece. */
const pieceSize = 1 << 19;

interface OpenPiece {
  readonly number: number | undefined;
  readonly isNew: boolean;
  readonly bytes: Buffer;
  readonly lengths: number[];
  end: number;
}

/** Writes lines into large pieces of memory. */
export class LinePacker {
  private readonly pieces: Buffer[] = [];
  private readonly free: number[] = [];
  private open: OpenPiece[] = [];

  add(header: string, body: string): void {
    const room = roomFor(header, body);
    const last = this.open.at(-1);
    const piece = last && last.bytes.length - last.end >= room ? last : this.start(room, header, body);
    const end = writeLine(piece.bytes, piece.end, header, body);
    piece.lengths.push(end - piece.end);
    piece.end = end;
  }

  /** The lines in these pieces were read: they may be written over. */
  reuse(pieces: readonly number[]): void {
    this.free.push(...pieces);
  }

  /** What was added since the last call, in order. */
  take(): PackedLines[] {
    const packed = this.open.map(({ number, isNew, bytes, lengths }) => ({
      piece: number,
      memory: isNew ? (bytes.buffer as unknown as SharedArrayBuffer) : undefined,
      lengths,
    }));
    this.open = [];
    return packed;
  }

  private start(room: number, header: string, body: string): OpenPiece {
    const piece = room > pieceSize ? large(header, body) : this.next();
    this.open.push(piece);
    return piece;
  }

  private next(): OpenPiece {
    const free = this.free.pop();
    const number = free ?? this.pieces.push(Buffer.from(new SharedArrayBuffer(pieceSize))) - 1;
    const bytes = this.pieces[number];
    if (!bytes) throw new RangeError(`there is no piece ${number}`);
    return { number, isNew: free === undefined, bytes, lengths: [], end: 0 };
  }
}

/** Three bytes for every character is more than a huge conversation really takes. */
function large(header: string, body: string): OpenPiece {
  const size = Buffer.byteLength(header) + Buffer.byteLength(body) + 64;
  return { number: undefined, isNew: true, bytes: Buffer.from(new SharedArrayBuffer(size)), lengths: [], end: 0 };
}

/** Reads what one packer wrote, in the order in which it gave it out. */
export class LineReader {
  private readonly pieces: Buffer[] = [];

  /** The lines in order, as long as their pieces are not written over. */
  *lines(packed: readonly PackedLines[]): Generator<Buffer, undefined> {
    for (const { piece, memory, lengths } of packed) {
      const bytes = this.bytesOf(piece, memory);
      let start = 0;
      for (const length of lengths) {
        yield bytes.subarray(start, start + length);
        start += length;
      }
    }
    return undefined;
  }

  private bytesOf(piece: number | undefined, memory: SharedArrayBuffer | undefined): Buffer {
    const bytes = memory ? Buffer.from(memory) : this.pieces[piece ?? -1];
    if (!bytes) throw new RangeError(`piece ${String(piece)} was never given`);
    if (piece !== undefined) this.pieces[piece] = bytes;
    return bytes;
  }
}

/** The pieces that can be written over when these lines were read. */
export function piecesOf(packed: readonly PackedLines[]): number[] {
  return packed.flatMap(({ piece }) => piece ?? []);
}
