import { type Span, span } from '../span';

/** One line of block YAML that begins a value: `key: value`, `- value`, `- key: value`. */
export interface KeyLine {
  /** Absent for a list item without a key. */
  readonly key: string | undefined;
  /** The column of the key, which the lines of its value must pass. */
  readonly column: number;
  /** The rest of the line, without blanks around it; an empty place when the value is elsewhere. */
  readonly value: Span;
  readonly span: Span;
}

export function lineAround(source: string, offset: number): Span {
  const at = Math.min(Math.max(0, offset), source.length);
  const start = source.lastIndexOf('\n', at - 1) + 1;
  const next = source.indexOf('\n', at);
  let end = next < 0 ? source.length : next;
  if (end > start && source[end - 1] === '\r') end--;
  return span(start, Math.max(start, end));
}

/** Items of items of items: more than this is no handwriting, and endless ones must not be tried in every way. */
const keyed = /^([ \t]*(?:-[ \t]+){0,20})("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#:"'[\]{},][^:]*?)[ \t]*:(?:[ \t]+|$)/;
const item = /^([ \t]*(?:-[ \t]+){1,20})/;

/** The line around this offset, if it begins a value. */
export function keyLine(source: string, offset: number): KeyLine | undefined {
  const line = lineAround(source, offset);
  const text = source.slice(line.start, line.end);
  const match = keyed.exec(text) ?? item.exec(text);
  if (!match) return undefined;
  const end = line.start + text.trimEnd().length;
  const start = Math.min(line.start + match[0].length, end);
  return { key: match[2]?.replace(/^["']|["']$/g, ''), column: (match[1] ?? '').length, value: span(start, end), span: line };
}

/** Where the value ends, its indented continuation lines included. */
export function valueEnd(source: string, { column, value, span: line }: KeyLine): number {
  let end = value.end;
  for (let at = line.end; at < source.length;) {
    const next = lineAround(source, source.indexOf('\n', at) + 1 || source.length);
    const text = source.slice(next.start, next.end);
    if (next.start <= at || text.trim() === '' || text.search(/\S/) <= column) break;
    end = next.start + text.trimEnd().length;
    at = next.end;
  }
  return end;
}
