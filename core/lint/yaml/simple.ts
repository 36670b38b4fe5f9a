import { type Span, span } from '../span';
import type { ScalarStyle, YamlEntry, YamlMap, YamlScalar } from './tree';

/** `  key: value`, with blanks nowhere else. */
const line = /^( *)([A-Za-z_][\w-]*):(?: (\S.*))?$/;
/** Words that are no text in YAML's core schema, though they begin with a letter. */
const words = /^(?:null|true|false)$/i;

/**
 * Reads what most front matter is: keys with a value on their line, and maybe maps of such keys below. Nothing here means
 * more than one thing, so it takes no parser. `undefined` for whatever goes beyond that, right or wrong.
 */
export function readSimple(source: string): YamlMap | undefined {
  const reader = new Reader(source);
  const map = reader.map(0);
  return map !== undefined && reader.atEnd ? map : undefined;
}

interface Line {
  readonly start: number;
  readonly indent: number;
  readonly key: string;
  readonly value: string | undefined;
}

class Reader {
  private at = 0;
  private next: Line | undefined;

  constructor(private readonly source: string) {
    this.next = this.read();
  }

  get atEnd(): boolean {
    return this.at >= this.source.length && this.next === undefined;
  }

  /** The keys at this depth; `undefined` when something here is not simple. */
  map(depth: number): YamlMap | undefined {
    const indent = this.next?.indent;
    if (indent === undefined || (depth === 0 && indent !== 0)) return undefined;
    const entries: YamlEntry[] = [];
    while (this.next?.indent === indent) {
      const entry = this.entry(this.next, depth);
      if (entry === undefined) return undefined;
      entries.push(entry);
    }
    if (this.next !== undefined && (depth === 0 || this.next.indent > 0)) return undefined;
    return { kind: 'map', flow: false, entries, span: span(entries[0]?.span.start ?? 0, entries.at(-1)?.span.end ?? 0) };
  }

  private entry({ start, indent, key, value }: Line, depth: number): YamlEntry | undefined {
    const from = start + indent;
    const keyNode = scalar(key, 'plain', key, span(from, from + key.length));
    this.next = this.read();
    const below = this.next !== undefined && this.next.indent > indent;
    // A value may go on in the next line only where it is not simple, or where it is a map.
    if (value === undefined ? !below || depth > 0 : below) return undefined;
    const valueNode = value === undefined ? this.map(depth + 1) : valueOf(value, from + key.length + 2);
    return valueNode && { name: key, key: keyNode, value: valueNode, span: span(from, valueNode.span.end) };
  }

  private read(): Line | undefined {
    const { source, at: start } = this;
    if (start >= source.length) return undefined;
    const end = source.indexOf('\n', start);
    const text = source.slice(start, end < 0 ? source.length : end);
    const match = line.exec(text.endsWith('\r') ? text.slice(0, -1) : text);
    if (!match || (match[2] ?? '').length > 100 || words.test(match[2] ?? '')) return undefined;
    this.at = end < 0 ? source.length : end + 1;
    return { start, indent: (match[1] ?? '').length, key: match[2] ?? '', value: match[3] };
  }
}

function valueOf(text: string, start: number): YamlScalar | undefined {
  const here = span(start, start + text.length);
  if (/^[A-Za-z]/.test(text)) {
    if (/:(?:[ \t]|$)|[ \t](?:#|$)|[\0-\x08\x0B-\x1F\x7F\uFEFF]/.test(text) || words.test(text)) return undefined;
    return scalar(text, 'plain', text, here);
  }
  if (/^"[^"\\\t]*"$/.test(text)) return scalar(text.slice(1, -1), 'double', text.slice(1, -1), here);
  if (!/^'(?:[^'\t]|'')*'$/.test(text)) return undefined;
  const single = text.slice(1, -1).replaceAll("''", "'");
  return scalar(single, 'single', single, here);
}

function scalar(value: string, style: ScalarStyle, source: string, here: Span): YamlScalar {
  return { kind: 'scalar', value, style, source, span: here, comment: undefined };
}
