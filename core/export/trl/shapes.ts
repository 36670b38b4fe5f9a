import { readJson, printJson, type JsonNode } from '../../lib/json-text';
import { finishedLine } from '../json-line';
import type { ColumnText } from './messages';

/** A loader fixes its tables from the first 10 MiB of the first file; a little less, to be on the safe side. */
const headBytes = 9.5 * 2 ** 20;

/** What is remembered of each line. */
export interface LineShape {
  readonly bytes: number;
  /** Columns and their messages' key sets, as one name: few lines have a new one. */
  readonly shape: number;
}

type Columns = Readonly<Record<string, ColumnText>>;

/**
 * Watches what the lines look like, so that `datasets` reads them as they are written. It fixes one type for each
 * column from the beginning of train.jsonl, and holds the rest of it and test.jsonl to that: where all messages have
 * the same keys the type is a struct, which cannot take another key, and whose texts become timestamps when they look
 * like dates. Two messages with different keys make it a JSON column, which takes anything unchanged.
 */
export class Shapes {
  private readonly ids = new Map<string, number>();
  private readonly columns: Columns[] = [];
  private readonly dated = new Set<string>();

  /** The number of the line's shape. */
  number(columns: Columns, hasTools: boolean): number {
    let key = hasTools ? 'tools' : '';
    for (const [name, column] of Object.entries(columns)) {
      if (column.dated) this.dated.add(name);
      key += `/${name}:${column.key_sets.join(';')}${column.messages > 1 ? '+' : ''}`;
    }
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.columns.push(columns);
    this.ids.set(key, this.columns.length - 1);
    return this.columns.length - 1;
  }

  /** Moves the first line of each shape that comes too late up to the front, in order. */
  early(order: readonly number[], lines: readonly LineShape[]): number[] {
    const seen = new Set<number>();
    const late: number[] = [];
    let bytes = 0;
    for (const n of order) {
      const line = lines[n];
      if (!line) continue;
      bytes += line.bytes + 1;
      if (bytes > headBytes && !seen.has(line.shape)) late.push(n);
      seen.add(line.shape);
    }
    if (late.length === 0) return [...order];
    const moved = new Set(late);
    return [...late, ...order.filter((n) => !moved.has(n))];
  }

  /**
   * Columns that have to become JSON columns.
   * @param order of train.jsonl, whose lines are `train`; @param everything the lines of all files
   */
  needKey(order: readonly number[], train: readonly LineShape[], everything: readonly LineShape[]): string[] {
    const all = new Set(everything.map((line) => line.shape));
    const head = this.headShapes(order, train);
    const names = new Set([...all].flatMap((shape) => Object.keys(this.columns[shape] ?? {})));
    return [...names].filter((name) => this.keySets(name, head).size < 2 && this.isRisky(name, all) && this.canVary(name, train));
  }

  private isRisky(column: string, all: ReadonlySet<number>): boolean {
    const keySets = [...this.keySets(column, all)];
    // Calls are tables within the table: their arguments would have to be alike, too.
    return this.dated.has(column) || keySets.length > 1 || keySets.some((keys) => keys.includes('tool_calls'));
  }

  /** A single message cannot differ from itself. */
  private canVary(column: string, train: readonly LineShape[]): boolean {
    return train.length > 1 || train.some((line) => (this.columns[line.shape]?.[column]?.messages ?? 0) > 1);
  }

  private headShapes(order: readonly number[], lines: readonly LineShape[]): Set<number> {
    const shapes = new Set<number>();
    let bytes = 0;
    for (const n of order) {
      const line = lines[n];
      if (!line || bytes > headBytes) break;
      bytes += line.bytes + 1;
      shapes.add(line.shape);
    }
    return shapes;
  }

  private keySets(column: string, shapes: ReadonlySet<number>): Set<string> {
    return new Set([...shapes].flatMap((shape) => this.columns[shape]?.[column]?.key_sets ?? []));
  }
}

/**
 * Gives the first message of each of these columns a `name`, which no chat template prints: a second set of keys that
 * makes them JSON columns.
 */
export function withNames(line: string, columns: readonly string[]): string {
  const row = readJson(line);
  if (row.kind !== 'object') return line;
  const members = row.members.map((m) => (columns.includes(m.key) ? { key: m.key, value: named(m.value) } : m));
  return finishedLine(printJson({ kind: 'object', members })).text;
}

function named(column: JsonNode): JsonNode {
  if (column.kind !== 'array') return column;
  const [first, ...rest] = column.items;
  if (first?.kind !== 'object') return column;
  const role = first.members.find((m) => m.key === 'role');
  if (!role || first.members.some((m) => m.key === 'name')) return column;
  return { kind: 'array', items: [{ kind: 'object', members: [...first.members, { key: 'name', value: role.value }] }, ...rest] };
}

/** UTF-8 bytes, give or take a few for characters outside the basic plane. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) bytes += unit > 0x7ff ? 2 : 1;
  }
  return bytes;
}
