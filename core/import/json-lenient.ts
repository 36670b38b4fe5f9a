import type { Parsed } from './json';

const depthLimit = 1000;

class JsonFault extends Error {
  constructor(
    readonly reason: string,
    readonly at: number,
  ) {
    super(reason);
  }
}

const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
const nonFinite = /-?Infinity|NaN/y;
const plainChars = /[^"\\\u0000-\u001f]*/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/** RFC 8259 with three differences: big integers keep their digits, NaN and ±Infinity are null, depth is limited. */
export class LenientParser {
  private at = 0;
  private non_finite = false;

  constructor(private readonly text: string) {}

  parse(): Parsed {
    try {
      const value = this.value(0);
      this.space();
      if (this.at < this.text.length) this.fail('something follows the value');
      return { ok: true, value, non_finite: this.non_finite };
    } catch (error) {
      if (error instanceof JsonFault) return { ok: false, reason: error.reason, column: error.at + 1 };
      throw error;
    }
  }

  private value(depth: number): unknown {
    if (depth > depthLimit) this.fail(`it is nested deeper than ${depthLimit} levels`);
    this.space();
    const char = this.text.charAt(this.at);
    if (char === '{') return this.object(depth);
    if (char === '[') return this.list(depth);
    if (char === '"') return this.string();
    if (char === '') return this.fail('it ends too early');
    for (const [word, value] of words) if (this.take(word)) return value;
    return this.number();
  }

  private object(depth: number): unknown {
    this.at++;
    const members: [string, unknown][] = [];
    if (this.closes('}')) return {};
    do {
      this.space();
      if (this.text.charAt(this.at) !== '"') this.fail('a field name in double quotes is missing');
      const name = this.string();
      this.space();
      if (!this.take(':')) this.fail('a colon is missing after a field name');
      members.push([name, this.value(depth + 1)]);
    } while (this.more('}'));
    // fromEntries defines own properties, also for `__proto__`.
    return Object.fromEntries(members);
  }

  private list(depth: number): unknown {
    this.at++;
    const items: unknown[] = [];
    if (this.closes(']')) return items;
    do items.push(this.value(depth + 1));
    while (this.more(']'));
    return items;
  }

  private closes(end: string): boolean {
    this.space();
    return this.take(end);
  }

  private more(end: string): boolean {
    this.space();
    if (this.take(end)) return false;
    if (this.take(',')) return true;
    return this.fail(this.at >= this.text.length ? 'it ends too early' : 'a comma or a closing bracket is missing');
  }

  private string(): string {
    const parts: string[] = [];
    this.at++;
    for (;;) {
      parts.push(this.match(plainChars) ?? '');
      const char = this.text.charAt(this.at++);
      if (char === '"') return parts.join('');
      if (char === '') this.fail('it ends inside a string');
      if (char !== '\\') this.fail('a string holds a raw control character', this.at - 1);
      parts.push(this.escape());
    }
  }

  private escape(): string {
    const char = this.text.charAt(this.at++);
    if (char === 'u') {
      const digits = this.text.slice(this.at, this.at + 4);
      if (!/^[0-9a-fA-F]{4}$/.test(digits)) this.fail('a \\u escape is not complete');
      this.at += 4;
      return String.fromCharCode(parseInt(digits, 16));
    }
    return escapes[char] ?? this.fail('an escape is unknown', this.at - 1);
  }

  private number(): unknown {
    if (this.match(nonFinite) !== undefined) {
      this.non_finite = true;
      return null;
    }
    number.lastIndex = this.at;
    const found = number.exec(this.text);
    if (!found) return this.fail('this is not a JSON value');
    this.at = number.lastIndex;
    const value = Number(found[0]);
    const integer = found[1] === undefined && found[2] === undefined;
    return integer && !Number.isSafeInteger(value) ? BigInt(found[0]) : value;
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    this.at += found?.length ?? 0;
    return found;
  }

  private take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  private space(): void {
    while (' \t\n\r'.includes(this.text.charAt(this.at) || '?')) this.at++;
  }

  private fail(reason: string, at = this.at): never {
    throw new JsonFault(reason, at);
  }
}

const words: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
