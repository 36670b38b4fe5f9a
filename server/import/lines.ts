import { rowLimit } from '../../core/import/refusals';

/** One physical line, without its end. `bytes` is undefined when it was longer than a row may be. */
export interface Line {
  readonly line: number;
  /** Where it begins, in bytes of the text. */
  readonly at: number;
  readonly bytes: Buffer | undefined;
}

/**
 * Splits on `\n` alone (a `\r` before it goes too): other line separators are characters like any other in JSON.
 * Holds at most one row's worth of bytes.
 */
export class LineSplitter {
  private parts: Buffer[] = [];
  private held = 0;
  private line = 1;
  private at = 0;

  *push(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      yield this.finish(chunk.subarray(from, at));
      from = at + 1;
    }
    if (from < chunk.length) this.hold(chunk.subarray(from));
  }

  *end(): Generator<Line> {
    if (this.held > 0) yield this.finish(Buffer.alloc(0));
  }

  private hold(part: Buffer): void {
    this.held += part.length;
    if (this.held > rowLimit) this.parts = [];
    else this.parts.push(part);
  }

  private finish(tail: Buffer): Line {
    const size = this.held + tail.length;
    const whole = this.parts.length === 0 ? tail : Buffer.concat([...this.parts, tail]);
    this.parts = [];
    this.held = 0;
    const line = this.line++;
    const { at } = this;
    this.at += size + 1;
    if (size > rowLimit) return { line, at, bytes: undefined };
    return { line, at, bytes: whole.at(-1) === 13 ? whole.subarray(0, -1) : whole };
  }
}
