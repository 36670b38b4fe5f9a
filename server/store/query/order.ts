import { drawKey } from '../../../core/dataset/sample';
import type { Hasher, QueueOrder } from '../../../core/ports';
import type { SqlValue } from '../index/db';
import type { StoreIndex } from '../index/store-index';
import { packId, shortHash, unpackId } from '../index/trace-key';
import { join, raw, sql, type Sql } from './sql';

/** How traces are ordered: by these numbers, all in one direction, together different for each trace. */
export interface Ordering {
  readonly from: Sql;
  readonly columns: readonly string[];
  readonly descending: boolean;
  /** A trace's place in the draw, for the random order. */
  readonly place?: (id: string) => number;
}

const arrival = ['t.at', 't.arrival'] as const;

/** Traces without a score, or on which nobody differs, come last. */
const columns: Readonly<Record<QueueOrder, readonly string[]>> = {
  oldest: arrival,
  newest: arrival,
  random: ['d.h', 'd.n'],
  lowest_score: ['coalesce(t.score, 2)', ...arrival],
  disagreement: ['coalesce(-t.spread, 1)', ...arrival],
  shortest: ['t.len', ...arrival],
};

export function orderingOf(index: StoreIndex, hasher: Hasher, order: QueueOrder, seed: number): Ordering {
  if (order === 'random') drawAll(index, hasher, seed);
  return {
    from: order === 'random' ? sql`traces t join draw d on d.n = t.n and d.seed = ${seed}` : raw('traces t'),
    columns: columns[order],
    descending: order === 'newest',
    ...(order === 'random' ? { place: (id: string) => placeOf(hasher, seed, id) } : {}),
  };
}

export function orderBy({ columns: keys, descending }: Ordering, reversed = false): Sql {
  const direction = descending !== reversed ? ' desc' : '';
  return raw(keys.map((key) => key + direction).join(', '));
}

/** Strictly behind the key; or, `reversed`, before it. */
export function behind({ columns: keys, descending }: Ordering, key: readonly SqlValue[], reversed = false): Sql {
  const values = join(
    key.map((value) => sql`${value}`),
    ', ',
  );
  return sql`(${raw(keys.join(', '))}) ${raw(descending !== reversed ? '<' : '>')} (${values})`;
}

/** The key of a trace; undefined when it is not here. */
export function keyOf(index: StoreIndex, { columns: keys, place }: Ordering, id: string): readonly SqlValue[] | undefined {
  const columns = place ? 'n' : keys.join(', ');
  const row = index.db.row(`select ${columns} from traces t where t.id = ?`, [packId(id)]);
  return row && place ? [place(id), ...row] : row;
}

/** Where a page ended: the trace's id, and its key in case the trace is gone or has moved when the next page is asked for. */
export function writeCursor(id: string, key: readonly SqlValue[]): string {
  return [id, ...key.map(String)].join(':');
}

/** A bare trace id will do as well. */
export function readCursor(index: StoreIndex, ordering: Ordering, cursor: string): readonly SqlValue[] | undefined {
  const parts = cursor.split(':');
  const numbers = parts.slice(-ordering.columns.length).map(Number);
  const isKey = parts.length > ordering.columns.length && numbers.every((number) => Number.isFinite(number));
  return isKey ? numbers : keyOf(index, ordering, cursor);
}

/** Seeds whose draws are kept; the one drawn first goes first. */
const keptDraws = 4;
const draws = new WeakMap<StoreIndex, Map<number, number>>();

/**
 * Draws a place for every trace under this seed, into a temporary table that lives as long as the index. Done once;
 * afterwards only for traces with higher numbers, which came in since.
 */
function drawAll(index: StoreIndex, hasher: Hasher, seed: number): void {
  const { db, folder } = index;
  const drawn = draws.get(index) ?? new Map<number, number>();
  draws.set(index, drawn);
  if (drawn.size === 0) {
    db.script('create temp table if not exists draw(seed integer, h integer, n integer, primary key (seed, h, n)) without rowid');
  }
  const after = drawn.get(seed) ?? 0;
  const missing = db.rows('select n, id from traces where n > ? and n < ?', [after, folder.visibleBelow]);
  const places = missing.map(([n, id]) => ({ n: Number(n), h: placeOf(hasher, seed, unpackId(id as Uint8Array)) }));
  // In the order of the table, so that it grows at its end only.
  places.sort((a, b) => a.h - b.h);
  db.transaction(() => {
    for (const { n, h } of places) db.run('insert into draw(seed, h, n) values (?, ?, ?)', [seed, h, n]);
  });
  drawn.set(
    seed,
    places.reduce((highest, { n }) => Math.max(highest, n), after),
  );
  const [oldest] = drawn.keys();
  if (drawn.size <= keptDraws || oldest === undefined) return;
  db.run('delete from draw where seed = ?', [oldest]);
  drawn.delete(oldest);
}

function placeOf(hasher: Hasher, seed: number, id: string): number {
  return shortHash(drawKey(hasher, seed, id));
}
