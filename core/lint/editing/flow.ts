import { unquoted } from './rows';

interface Frame {
  readonly kind: 'map' | 'list';
  readonly start: number;
  readonly written: Map<string, string>;
  /** The key whose value comes next. */
  key: string | undefined;
}

/** Reads `[…]` and `{…}` character by character, so that it is known where in them a place is, closed or not. */
export class Flow {
  readonly frames: Frame[] = [];
  /** The last bracket closed. */
  closed = false;
  /** Where the word being written begins. */
  wordStart: number;
  quote: string | undefined;

  constructor(start: number) {
    this.wordStart = start;
  }

  /** Reads on; called for one line after another. */
  read(text: string, from: number, to: number): void {
    for (let at = from; at < to && !this.closed; at++) {
      const char = text.charAt(at);
      if (this.quote !== undefined) {
        if (char === '\\' && this.quote === '"') at++;
        else if (char === this.quote) this.quote = undefined;
        continue;
      }
      if (char === '#' && /\s/.test(text.charAt(at - 1))) return;
      this.take(text, at, char, to);
    }
  }

  private take(text: string, at: number, char: string, to: number): void {
    const fresh = text.slice(this.wordStart, at).trim() === '';
    if (fresh && (char === '"' || char === "'")) this.quote = char;
    else if (fresh && (char === '{' || char === '[')) {
      this.frames.push({ kind: char === '{' ? 'map' : 'list', start: at, written: new Map(), key: undefined });
      this.wordStart = at + 1;
    } else if (char === '}' || char === ']') {
      this.finish(text, at);
      this.frames.pop();
      this.closed = this.frames.length === 0;
      this.wordStart = at + 1;
    } else if (char === ',') {
      this.finish(text, at);
      this.wordStart = at + 1;
    } else if (char === ':' && (at + 1 >= to || /[\s,}\]"']/.test(text.charAt(at + 1)))) this.key(text, at);
  }

  private key(text: string, at: number): void {
    const frame = this.frames.at(-1);
    if (frame?.kind !== 'map' || frame.key !== undefined) return;
    frame.key = unquoted(text.slice(this.wordStart, at));
    frame.written.set(frame.key, '');
    this.wordStart = at + 1;
  }

  private finish(text: string, at: number): void {
    const frame = this.frames.at(-1);
    if (frame?.kind !== 'map') return;
    const word = unquoted(text.slice(this.wordStart, at));
    if (frame.key !== undefined) frame.written.set(frame.key, word);
    else if (word !== '') frame.written.set(word, '');
    frame.key = undefined;
  }
}
