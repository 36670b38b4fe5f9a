import type { Edit } from '../finding';
import type { Span } from '../span';
import { lineAround } from './key-line';
import type { YamlEntry, YamlList, YamlMap, YamlNode } from './tree';

/** A one-line scalar that means exactly this text. Single quotes where a backslash or double quote stands in it. */
export function quoted(text: string): string {
  const flat = text.replace(/\s*[\r\n]+\s*/g, ' ');
  if (/[\\"]/.test(flat) && !hasControl(flat)) return `'${flat.replaceAll("'", "''")}'`;
  return JSON.stringify(flat);
}

function hasControl(text: string): boolean {
  return /[\p{Cc}\u2028\u2029\ufeff]/u.test(text);
}

/** The text as a scalar, bare when that means the same. */
export function scalarText(text: string): string {
  const bare = /^[A-Za-z][\w./-]*(?: [\w./-]+)*$/.test(text) && !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text);
  return bare ? text : quoted(text);
}

/** A folded block that holds this text on one line; `column` is where the key stands. */
export function foldedBlock(text: string, column: number, eol: string): string {
  return `>-${eol}${' '.repeat(column + 2)}${text.replace(/\s*[\r\n]+\s*/g, ' ').trim()}`;
}

/** Removes a whole entry with its line, or with its comma in flow style. Nothing when that would take more along. */
export function removeEntry(source: string, map: YamlMap, entry: YamlEntry): Edit | undefined {
  if (map.flow) return removeFlowEntry(source, map, entry);
  const first = lineAround(source, entry.span.start);
  const last = lineAround(source, Math.max(entry.span.start, entry.span.end - 1));
  // `- id: a` holds the list item itself: without its first line the rest would belong to the item before.
  if (source.slice(first.start, entry.span.start).trim() !== '') return undefined;
  return { start: first.start, end: afterLine(source, last), text: '' };
}

function removeFlowEntry(source: string, map: YamlMap, entry: YamlEntry): Edit {
  const at = map.entries.indexOf(entry);
  const next = map.entries[at + 1];
  const previous = map.entries[at - 1];
  if (next) return { start: entry.span.start, end: next.span.start, text: '' };
  return { start: previous?.span.end ?? entry.span.start, end: entry.span.end, text: '' };
}

/** Removes an item of a list with its lines, or with its comma in flow style. Nothing when none would be left. */
export function removeItem(source: string, list: YamlList, item: YamlNode): Edit | undefined {
  const at = list.items.indexOf(item);
  if (at < 0 || list.items.length < 2) return undefined;
  if (list.flow) {
    const next = list.items[at + 1];
    if (next) return { start: item.span.start, end: next.span.start, text: '' };
    return { start: list.items[at - 1]?.span.end ?? item.span.start, end: item.span.end, text: '' };
  }
  const first = lineAround(source, item.span.start);
  if (!/^[ \t]*-[ \t]+$/.test(source.slice(first.start, item.span.start))) return undefined;
  const last = lineAround(source, Math.max(item.span.start, item.span.end - 1));
  return { start: first.start, end: afterLine(source, last), text: '' };
}

/** A new item below the last one of a block list; `lines` are indented to it. Nothing for a list in brackets. */
export function addItem(source: string, list: YamlList, lines: readonly string[], eol: string): Edit | undefined {
  const last = list.items.at(-1);
  if (list.flow || !last) return undefined;
  const line = lineAround(source, last.span.start);
  const dash = source.slice(line.start, last.span.start).search(/-[ \t]+$/);
  if (dash < 0) return undefined;
  const { end } = lineAround(source, Math.max(last.span.start, last.span.end - 1));
  const [first = '', ...rest] = lines;
  const text = [`- ${first}`, ...rest.map((other) => `  ${other}`)].map((other) => eol + ' '.repeat(dash) + other).join('');
  return { start: end, end, text };
}

/** A new entry in a map, on a line of its own or behind a comma; after the given entry, or as the last one. */
export function addEntry(
  source: string,
  map: YamlMap,
  after: YamlEntry | undefined,
  entry: string,
  eol: string,
): Edit | undefined {
  const before = after ?? map.entries.at(-1);
  if (map.flow) {
    const at = before?.span.end ?? map.span.start + 1;
    const text = before ? `, ${entry}` : ` ${entry} `;
    return { start: at, end: at, text };
  }
  if (!before) return undefined;
  const indent = eol + ' '.repeat(columnOf(source, before.key.span.start));
  const { end } = lineAround(source, Math.max(before.span.start, before.span.end - 1));
  return { start: end, end, text: indent + entry.replaceAll('\n', indent) };
}

/** The offset after a line and its end. */
export function afterLine(source: string, line: Span): number {
  const end = /^(?:\r\n|\n|\r)/.exec(source.slice(line.end, line.end + 2))?.[0].length ?? 0;
  return line.end + end;
}

/** The column of a place, in characters from the beginning of its line. */
export function columnOf(source: string, offset: number): number {
  return offset - lineAround(source, offset).start;
}
