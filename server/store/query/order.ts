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
export function keyOf(index: StoreIndex, { from, columns: keys }: Ordering, id: string): readonly SqlValue[] | undefined {
  const query = sql`select ${raw(keys.join(', '))} from ${from} where t.id = ${packId(id)}`;
  return index.db.row(query.text, query.params);
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

/**
 * Draws a place for every trace under this seed, into a temporary table that lives as long as the process. Done once;
 * afterwards only what is new.
 */
function drawAll(index: StoreIndex, hasher: Hasher, seed: number): void {
  const { db, folder } = index;
  db.script(
    'create temp table if not exists draw(seed integer, n integer, h integer not null, primary key (seed, n)) without rowid',
  );
  db.script('create index if not exists temp.draw_h on draw(seed, h)');
  db.transaction(() => {
    const missing = db.rows(
      'select n, id from traces t where n < ? and not exists (select 1 from draw d where d.seed = ? and d.n = t.n)',
      [folder.visibleBelow, seed],
    );
    for (const [n, id] of missing) {
      const place = shortHash(drawKey(hasher, seed, unpackId(id as Uint8Array)));
      db.run('insert into draw(seed, n, h) values (?, ?, ?)', [seed, n ?? null, place]);
    }
  });
}
