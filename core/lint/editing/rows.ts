import { type Span, span } from '../span';
import { Flow } from './flow';

/** One line of block YAML, as far as it can be told by looking at it alone. */
export interface Row {
  readonly span: Span;
  /** Of the first character that is no blank; the length of the line when there is none. */
  readonly column: number;
  /** Columns of the dashes that begin list items. */
  readonly dashes: readonly number[];
  readonly key: string | undefined;
  /** Where the key stands, or what stands in its place. */
  readonly keyColumn: number;
  /** Where what follows the key (or the dashes) begins. */
  readonly valueStart: number;
  /** Right behind the key's colon. */
  readonly keyEnd: number;
  /** What follows the key (or the dashes), without a comment. */
  readonly value: string;
  /** Part of a value that began further up. */
  readonly inside: 'text' | 'flow' | undefined;
  readonly blank: boolean;
}

const keyed = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s#"'[\]{},&*!|>%@`-][^:#]*?|-[^\s:#][^:#]*?)[ \t]*:(?=[ \t]|$)/;

/** The lines of a stretch of YAML, good or broken: what is being typed rarely parses. */
export function rowsOf(text: string, where: Span): Row[] {
  const rows: Row[] = [];
  let block: number | undefined;
  let flow: { column: number; state: Flow } | undefined;
  for (let start = where.start; start <= where.end;) {
    const next = text.indexOf('\n', start);
    const end = next < 0 || next > where.end ? where.end : next;
    const row = rowOf(text, span(start, text[end - 1] === '\r' && end > start ? end - 1 : end));
    start = end + 1;
    if (block !== undefined && !row.blank && row.column <= block) block = undefined;
    // A bracket that was never closed ends where the next key stands.
    if (flow && !row.blank && row.column <= flow.column && (row.key !== undefined || row.dashes.length > 0)) flow = undefined;
    if (block !== undefined || flow) {
      rows.push({ ...row, inside: flow ? 'flow' : 'text' });
      flow?.state.read(text, row.span.start, row.span.end);
      if (flow?.state.closed === true) flow = undefined;
      continue;
    }
    rows.push(row);
    const column = row.key === undefined ? (row.dashes.at(-1) ?? row.column) : row.keyColumn;
    if (/^[|>][-+\d]*$/.test(row.value)) block = column;
    const opened = /^[[{]/.test(row.value) ? new Flow(row.valueStart) : undefined;
    opened?.read(text, row.valueStart, row.span.end);
    if (opened?.closed === false) flow = { column, state: opened };
  }
  return rows;
}

function rowOf(text: string, place: Span): Row {
  const line = text.slice(place.start, place.end);
  const indent = /^[ \t]*/.exec(line)?.[0].length ?? 0;
  const marks = /^(?:-(?:[ \t]+|$))*/.exec(line.slice(indent))?.[0] ?? '';
  const dashes = Array.from(marks).flatMap((mark, i) => (mark === '-' ? [indent + i] : []));
  const keyColumn = indent + marks.length;
  const match = keyed.exec(line.slice(keyColumn));
  const after = keyColumn + (match?.[0].length ?? 0);
  const rest = line.slice(after);
  const valueColumn = after + (/^[ \t]*/.exec(rest)?.[0].length ?? 0);
  return {
    span: place,
    column: indent,
    dashes,
    key: match ? unquoted(match[1] ?? '') : undefined,
    keyColumn,
    valueStart: place.start + valueColumn,
    keyEnd: place.start + after,
    value: withoutComment(line.slice(valueColumn)),
    inside: undefined,
    blank: line.trim() === '' || line.trim().startsWith('#'),
  };
}

function withoutComment(value: string): string {
  if (/^["']/.test(value)) return value.trim();
  return value.replace(/(?:^|[ \t]+)#.*$/, '').trim();
}

export function unquoted(word: string): string {
  const trimmed = word.trim();
  if (/^".*"$/s.test(trimmed)) return trimmed.slice(1, -1).replace(/\\(.)/g, '$1');
  return /^'.*'$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll("''", "'") : trimmed;
}
