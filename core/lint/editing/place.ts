import { type Span, span } from '../span';
import { Flow } from './flow';
import { type Row, rowsOf, unquoted } from './rows';
import type { Step } from './shape';

/** Where in a YAML text a cursor is, told from its lines, so that it is known also while nothing parses. */
export interface Place {
  /** From the top to the map, list or value the cursor is in. */
  readonly path: readonly Step[];
  /** What may be written here. `either`: a value may begin, be it a map's first key, an item or a word. */
  readonly at: 'key' | 'value' | 'either';
  /** What is written in each map on the way, the top one first; lists have an empty one. */
  readonly levels: readonly ReadonlyMap<string, string>[];
  /** The word up to the cursor and what of it lies behind. */
  readonly word: Span;
  /** The word's opening quote, outside `word`. */
  readonly quote: string;
  readonly flow: boolean;
  /** The column where lines of the innermost map begin. */
  readonly column: number;
  /** A colon follows: the key is there, only its name is being changed. */
  readonly named: boolean;
}

/** `undefined` inside text of several lines, inside comments, and where the lines make no sense. */
export function placeAt(text: string, where: Span, offset: number): Place | undefined {
  if (offset < where.start || offset > where.end) return undefined;
  const rows = rowsOf(text, where);
  const index = rows.findIndex((row) => offset <= row.span.end);
  const row = rows[index];
  if (!row || row.inside === 'text') return undefined;
  if (/(?:^|[ \t])#/.test(text.slice(row.span.start, offset).replace(/"[^"]*"|'[^']*'/g, ''))) return undefined;
  const head = row.inside === 'flow' ? headOf(rows, index) : index;
  const first = rows[head];
  if (!first) return undefined;
  const inFlow = /^[[{]/.test(first.value) && offset > first.valueStart ? flowAt(text, first, offset) : undefined;
  if (row.inside === 'flow' && !inFlow) return undefined;
  const found =
    first.key !== undefined && (offset >= first.valueStart || offset > first.keyEnd)
      ? valuePlace(text, rows, head, offset)
      : keyPlace(text, rows, head, offset);
  return found && inFlow ? intoFlow(text, found, inFlow, offset) : found;
}

/** The row on which the value that goes on here began. */
function headOf(rows: readonly Row[], index: number): number {
  let at = index;
  while (at > 0 && rows[at]?.inside !== undefined) at--;
  return at;
}

function flowAt(text: string, row: Row, offset: number): Flow | undefined {
  const flow = new Flow(row.valueStart);
  for (let from = row.valueStart; from < offset;) {
    const next = text.indexOf('\n', from);
    const end = next < 0 ? offset : Math.min(next, offset);
    flow.read(text, from, end);
    from = end + 1;
  }
  return flow.closed || flow.frames.length === 0 ? undefined : flow;
}

function valuePlace(text: string, rows: readonly Row[], index: number, offset: number): Place | undefined {
  const row = rows[index];
  const way = row && wayTo(rows, index, row.keyColumn, row.dashes);
  if (!way || row.key === undefined) return undefined;
  const level = new Map(way.levels.at(-1)).set(row.key, row.value);
  return {
    path: [...way.path, row.key],
    levels: [...way.levels.slice(0, -1), level, new Map()],
    at: 'value',
    flow: false,
    column: row.keyColumn,
    named: true,
    ...wordAt(text, row.valueStart, row.span.end, offset),
  };
}

function keyPlace(text: string, rows: readonly Row[], index: number, offset: number): Place | undefined {
  const row = rows[index];
  if (!row) return undefined;
  const cursor = offset - row.span.start;
  const column = row.blank ? cursor : row.keyColumn;
  if (cursor < column) return undefined;
  const way = wayTo(rows, index, column, row.dashes);
  if (!way) return undefined;
  const colon = /^[^:#\n]*:/.exec(text.slice(row.span.start + column, row.span.end));
  const level = way.levels.at(-1) ?? new Map<string, string>();
  const begins = level.size === 0 && way.path.length > 0;
  return {
    ...way,
    at: begins && row.key === undefined ? 'either' : 'key',
    flow: false,
    column,
    named: row.key !== undefined && colon !== null,
    ...wordAt(
      text,
      row.span.start + column,
      row.key === undefined ? row.span.end : row.span.start + column + (colon?.[0].length ?? 1) - 1,
      offset,
    ),
  };
}

function intoFlow(text: string, outer: Place, flow: Flow, offset: number): Place {
  const path: Step[] = [...outer.path];
  const levels: ReadonlyMap<string, string>[] = outer.levels.slice(0, -1);
  for (const frame of flow.frames) {
    levels.push(frame.written);
    if (frame.kind === 'list') path.push(null);
    else if (frame.key !== undefined) path.push(frame.key);
  }
  const last = flow.frames.at(-1);
  const open = last?.kind === 'map' && last.key === undefined;
  const rest = text.slice(offset).match(/^[^,{}[\]\r\n#]*/)?.[0] ?? '';
  const colon = rest.search(/:(?:\s|$)/);
  const end = offset + (open && colon >= 0 ? colon : rest.trimEnd().length);
  return {
    ...outer,
    path,
    levels: open ? levels : [...levels, new Map()],
    at: open ? 'key' : last?.kind === 'list' ? 'either' : 'value',
    flow: true,
    named: !open || colon >= 0,
    ...wordAt(text, flow.wordStart, end, offset),
  };
}

function wordAt(text: string, from: number, to: number, offset: number): Pick<Place, 'word' | 'quote'> {
  let start = from;
  while (start < offset && /[ \t\r\n]/.test(text.charAt(start))) start++;
  const opening = text.charAt(start);
  const quote = start < offset && (opening === '"' || opening === "'") ? opening : '';
  if (quote !== '') start++;
  let end = Math.max(offset, to);
  if (quote !== '') {
    const closing = text.slice(offset, end).indexOf(quote);
    end = closing < 0 ? offset : offset + closing;
  } else {
    const rest = text.slice(offset, end);
    end = offset + rest.replace(/[ \t]+(?:#.*)?$/, '').length;
  }
  return { word: span(Math.min(start, offset), end), quote };
}

interface Way {
  readonly path: Step[];
  readonly levels: ReadonlyMap<string, string>[];
}

/** How one gets to the map whose keys stand at this column. */
function wayTo(rows: readonly Row[], index: number, column: number, dashes: readonly number[]): Way | undefined {
  const path: Step[] = [];
  const levels: ReadonlyMap<string, string>[] = [];
  let [at, left] = [column, dashes.filter((dash) => dash < column)];
  let from = index;
  let level = below(rows, index, column);
  for (let guard = 0; guard <= rows.length * 2; guard++) {
    if (left.length === 0) {
      const up = upThroughMap(rows, from, at, level);
      if (up === undefined) return undefined;
      if (up === 'top') return { path, levels: [level, ...levels] };
      ({ from, left } = up);
      if (up.key === undefined) continue;
      path.unshift(up.key);
      levels.unshift(level);
      level = new Map([[up.key, '']]);
      at = up.column;
      continue;
    }
    const dash = left.pop() ?? 0;
    path.unshift(null);
    levels.unshift(level);
    level = new Map();
    if (left.length > 0) continue;
    const parent = parentOfList(rows, from, dash);
    if (parent === undefined) return dash === 0 && path.length > 0 ? { path, levels: [level, ...levels] } : undefined;
    path.unshift(parent.key);
    levels.unshift(level);
    level = new Map([[parent.key, '']]);
    ({ from, column: at, left } = parent);
  }
  return undefined;
}

/** The keys of the same map that stand further down. */
function below(rows: readonly Row[], index: number, column: number): Map<string, string> {
  const found = new Map<string, string>();
  for (const row of rows.slice(index + 1)) {
    if (row.blank || row.inside) continue;
    if (row.column < column) break;
    if (row.keyColumn === column && row.key !== undefined && row.dashes.length === 0) found.set(row.key, row.value);
  }
  return found;
}

type Up = { readonly from: number; readonly left: number[]; readonly column: number; readonly key: string | undefined };

/** The line that opens the map at this column: its key, or the item it is; collects the keys passed on the way. */
function upThroughMap(rows: readonly Row[], index: number, column: number, level: Map<string, string>): Up | 'top' | undefined {
  for (let i = index - 1; i >= 0; i--) {
    const row = rows[i];
    if (!row || row.blank || row.inside) continue;
    const left = row.dashes.filter((dash) => dash < column);
    if (row.key !== undefined && row.keyColumn === column) {
      level.set(row.key, row.value);
      if (left.length > 0) return { from: i, left, column, key: undefined };
    } else if (row.key !== undefined && row.keyColumn < column) {
      if (row.value !== '' && !/^[&!]\S+$/.test(row.value)) return undefined;
      return { from: i, left: [...row.dashes], column: row.keyColumn, key: row.key };
    } else if (row.key === undefined && left.length > 0 && row.value === '') return { from: i, left, column, key: undefined };
    else if (row.column < column && row.key === undefined && row.dashes.length === 0) return undefined;
  }
  return column === firstColumn(rows) ? 'top' : undefined;
}

function firstColumn(rows: readonly Row[]): number {
  return rows.find((row) => !row.blank && row.key !== undefined)?.keyColumn ?? 0;
}

function parentOfList(
  rows: readonly Row[],
  index: number,
  dash: number,
): { from: number; left: number[]; column: number; key: string } | undefined {
  for (let i = index - 1; i >= 0; i--) {
    const row = rows[i];
    if (!row || row.blank || row.inside || row.dashes.includes(dash) || row.column > dash) continue;
    if (row.key === undefined || row.value !== '' || row.keyColumn > dash) return undefined;
    return { from: i, left: [...row.dashes], column: row.keyColumn, key: row.key };
  }
  return undefined;
}

/** The word under the cursor, as it is meant. */
export function wordOf(text: string, { word }: Place): string {
  return unquoted(text.slice(word.start, word.end));
}
