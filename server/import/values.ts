import { rowLimit } from '../../core/import/refusals';

/** One JSON value of a stream of values, by its extent alone: whether it is valid is for the parser to say. */
export interface ValueBytes {
  /** 1-based line on which it begins. */
  readonly line: number;
  /** Where it ends, in bytes of the stream. */
  readonly at: number;
  /** Undefined when it was larger than a row may be. */
  readonly bytes: Buffer | undefined;
}

const quote = 34;
const backslash = 92;
const newline = 10;
const opening = 1;
const closing = 2;
/** White space, commas between values and zero bytes left by a crash. */
const blank = 3;

/** What each byte is outside strings; 0 is anything else. */
const classes = new Uint8Array(256);
for (const byte of [123, 91]) classes[byte] = opening;
for (const byte of [125, 93]) classes[byte] = closing;
for (const byte of [32, 9, 13, newline, 44, 0]) classes[byte] = blank;

/**
 * Finds the values in a stream of JSON: one after the other, on lines or not, or the elements of a list, which is
 * never held as a whole. Follows brackets outside strings; a raw line break inside a string means that the string was
 * never closed, and ends it, so that one bad value does not swallow the next.
 */
export class ValueScanner {
  private depth = 0;
  private inString = false;
  private escaped = false;
  /** The value being read: its parts, their size, where it began; -1 when between values. */
  private parts: Buffer[] = [];
  private size = -1;
  private startLine = 1;
  private scalar = false;
  private before = 0;

  /** Brackets around the values: 0 in a stream, 1 inside a list. */
  private level: number;
  private over = false;

  /** @param inside the stream begins inside a list, after whose end nothing more is read */
  constructor(
    private readonly inside = false,
    private line = 1,
  ) {
    this.level = this.depth = inside ? 1 : 0;
  }

  *push(chunk: Buffer): Generator<ValueBytes> {
    let from = 0;
    for (let at = 0; at < chunk.length && !this.over; at++) {
      const byte = chunk[at] ?? 0;
      if (this.inString) {
        at = this.skipString(chunk, at);
        if (!this.isOver()) continue;
        yield this.finish(chunk.subarray(from, at + 1), at);
        continue;
      }
      if (byte === newline) this.line++;
      if (this.size < 0) {
        if (!this.begins(byte)) continue;
        from = at;
      } else if (this.scalar && classes[byte] !== 0) {
        yield this.finish(chunk.subarray(from, at), at);
        if (byte === newline) this.line--;
        at--;
        continue;
      }
      if (byte === quote) this.inString = true;
      else if (classes[byte] === opening) this.depth++;
      else if (classes[byte] === closing) {
        this.depth--;
        if (this.isOver()) yield this.finish(chunk.subarray(from, at + 1), at);
      }
    }
    if (this.size >= 0) this.hold(chunk.subarray(from));
    this.before += chunk.length;
  }

  *end(): Generator<ValueBytes> {
    if (this.size >= 0) yield this.finish(Buffer.alloc(0), 0);
  }

  /** Whether a byte between values begins one. Brackets of the list around them only change where we are. */
  private begins(byte: number): boolean {
    if (classes[byte] === blank) return false;
    if (byte === 91 && this.depth === 0) {
      this.depth = this.level = 1;
      return false;
    }
    if (classes[byte] === closing) {
      this.depth = this.level = 0;
      this.over = this.inside;
      return false;
    }
    this.size = 0;
    this.startLine = this.line;
    this.scalar = byte !== quote && classes[byte] !== opening;
    return true;
  }

  private isOver(): boolean {
    return !this.inString && !this.scalar && this.size >= 0 && this.depth <= this.level;
  }

  /** Moves to the end of the string, or of the chunk; answers the last byte that belongs to it. */
  private skipString(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at];
      if (this.escaped) this.escaped = false;
      else if (byte === backslash) this.escaped = true;
      else if (byte === quote) {
        this.inString = false;
        return at;
      } else if (byte === newline) {
        this.inString = false;
        this.line++;
        return at;
      }
    }
    return chunk.length - 1;
  }

  private hold(part: Buffer): void {
    this.size += part.length;
    if (this.size > rowLimit) this.parts = [];
    else this.parts.push(part);
  }

  private finish(tail: Buffer, at: number): ValueBytes {
    const size = this.size + tail.length;
    const bytes = size > rowLimit ? undefined : Buffer.concat([...this.parts, tail]);
    this.parts = [];
    this.size = -1;
    this.scalar = false;
    return { line: this.startLine, at: this.before + at, bytes };
  }
}
