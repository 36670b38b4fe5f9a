import { sampleIds } from '../../../core/dataset/sample';
import { Problem } from '../../../core/lib/problem';
import type { Hasher, Page, Store, TraceLine } from '../../../core/ports';
import { listOf } from '../../../core/slice/canonical';
import { states, type Selection, type Slice } from '../../../core/slice/schema';
import { labelledBit } from '../fold/refresh';
import { dayMs, dayOf } from '../index/counters';
import type { Row, SqlValue } from '../index/db';
import type { StoreIndex } from '../index/store-index';
import { packId, unpackId } from '../index/trace-key';
import { stepOf, steps } from './groups';
import { lineColumns, readLines } from './lines';
import { behind, keyOf, orderBy, orderingOf, readCursor, writeCursor, type Ordering } from './order';
import { sliceSql, type FoundTexts } from './slice-sql';
import { all, raw, sql, type Sql } from './sql';

type PageQuery = Parameters<Store['page']>[0];
type Grouped = NonNullable<PageQuery['group']>;
type QueueQuery = Pick<PageQuery, 'order' | 'seed'> & { slice: Slice };

export interface QueryContext {
  readonly index: StoreIndex;
  readonly hasher: Hasher;
  readonly found: FoundTexts;
}

/** One page of lines, from a key on: never by counting rows from the start. */
export function pageOf(context: QueryContext, query: PageQuery): Page<TraceLine> {
  const { index } = context;
  const ordering = orderingOf(index, context.hasher, query.order, query.seed);
  const conditions = [within(context, query.selection)];
  if (query.group) conditions.push(groupSql(index, query.group));
  if (query.after !== undefined) {
    const key = readCursor(index, ordering, query.after);
    if (!key) throw new Problem('trace_not_found', { id: query.after });
    conditions.push(behind(ordering, key));
  }
  const rows = select(index, ordering, lineColumns, conditions, orderBy(ordering), query.limit + 1);
  const shown = readLines(index, rows.slice(0, query.limit));
  const last = shown.at(-1);
  const key = last && rows.length > query.limit ? keyOf(index, ordering, last.id) : undefined;
  return { rows: shown, next: last && key ? writeCursor(last.id, key) : null };
}

/** Ids of a selection in the order of their arrival, the draw applied. */
export function idsOf(context: QueryContext, selection: Selection): string[] {
  const { index, hasher } = context;
  const ordering = orderingOf(index, hasher, 'oldest', 1);
  const rows = select(index, ordering, 't.id', [sliceSql(index, selection, context.found)], orderBy(ordering));
  const ids = rows.map(readId);
  return selection.sample === undefined ? ids : sampleIds(hasher, ids, selection.sample, selection.seed ?? 1);
}

export function countOf({ index, found }: QueryContext, slice: Slice): number {
  const known = countedOf(index, slice);
  if (known !== undefined) return known;
  const query = sql`select count(*) from traces t where ${sliceSql(index, slice, found)}`;
  return index.db.number(query.text, query.params);
}

/** What the counters know: all traces, or those in some states. */
function countedOf(index: StoreIndex, slice: Slice): number | undefined {
  if (Object.keys(slice).some((key) => key !== 'state')) return undefined;
  const wanted = slice.state === undefined ? states : listOf(slice.state);
  const counts = index.counters.read('state').get(0) ?? [];
  return states.reduce((sum, state, i) => (wanted.includes(state) ? sum + (counts[i] ?? 0) : sum), 0);
}

/** Where a trace stands in a queue, counted from 1, and what is beside it. */
export function neighboursOf(context: QueryContext, trace: string, query: QueueQuery): Awaited<ReturnType<Store['neighbours']>> {
  const { index } = context;
  const ordering = orderingOf(index, context.hasher, query.order, query.seed);
  const key = keyOf(index, ordering, trace);
  if (!key) throw new Problem('trace_not_found', { id: trace });
  const slice = sliceSql(index, query.slice, context.found);
  const days = countedDays(index, query, key);
  const near = days ? [slice, days.rest] : [slice];
  const before = sql`select count(*) from ${ordering.from} where ${all([...near, behind(ordering, key, true)])}`;
  const beside = (reversed: boolean) =>
    select(index, ordering, 't.id', [slice, behind(ordering, key, reversed)], orderBy(ordering, reversed), 1).map(readId)[0] ??
    null;
  return {
    position: (days?.count ?? 0) + index.db.number(before.text, before.params) + 1,
    total: countOf(context, query.slice),
    previous: beside(true),
    next: beside(false),
  };
}

/**
 * In a queue by time, of all traces or those in some states, the counters know how many there are on the days before:
 * only the trace's own day is left to be counted.
 */
function countedDays(
  index: StoreIndex,
  { order, slice }: QueueQuery,
  [at]: readonly SqlValue[],
): { readonly count: number; readonly rest: Sql } | undefined {
  if ((order !== 'oldest' && order !== 'newest') || Object.keys(slice).some((key) => key !== 'state')) return undefined;
  const wanted = slice.state === undefined ? states : listOf(slice.state);
  const own = dayOf(Number(at));
  let count = 0;
  for (const [day, byState] of index.counters.read('day')) {
    if (order === 'oldest' ? day >= own : day <= own) continue;
    for (const [i, state] of states.entries()) if (wanted.includes(state)) count += byState[i] ?? 0;
  }
  const rest = order === 'oldest' ? sql`t.at >= ${own * dayMs}` : sql`t.at < ${(own + 1) * dayMs}`;
  return { count, rest };
}

/** The next trace nobody has judged; after the last one, the first of those that were passed over. */
export function nextUnreviewedOf(
  context: QueryContext,
  query: QueueQuery & { after?: string | undefined },
): Awaited<ReturnType<Store['nextUnreviewed']>> {
  const { index } = context;
  const ordering = orderingOf(index, context.hasher, query.order, query.seed);
  const open = [sliceSql(index, query.slice, context.found), sql`t.state = ${states.indexOf('unreviewed')}`];
  const first = (conditions: readonly Sql[]) => select(index, ordering, 't.id', conditions, orderBy(ordering), 1).map(readId)[0];
  const key = query.after === undefined ? undefined : keyOf(index, ordering, query.after);
  const next = key ? first([...open, behind(ordering, key)]) : undefined;
  const others = query.after === undefined ? open : [...open, sql`t.id <> ${packId(query.after)}`];
  return { trace: next ?? first(others) ?? null, waiting: waitingOf(context, query.slice, open) };
}

function waitingOf(context: QueryContext, slice: Slice, open: readonly Sql[]): number {
  if (Object.keys(slice).length === 0) return countOf(context, { state: 'unreviewed' });
  const query = sql`select count(*) from traces t where ${all(open)}`;
  return context.index.db.number(query.text, query.params);
}

/** A selection as a condition; with a draw, its ids. */
function within(context: QueryContext, selection: Selection): Sql {
  const slice = sliceSql(context.index, selection, context.found);
  if (selection.sample === undefined) return slice;
  return pickedSql(context.index, idsOf(context, selection));
}

/** Any number of ids as a condition: SQL takes only so many parameters. */
function pickedSql({ db }: StoreIndex, ids: readonly string[]): Sql {
  db.script('create temp table if not exists picked(id blob primary key)');
  db.transaction(() => {
    db.run('delete from picked');
    for (const id of ids) db.run('insert into picked(id) values (?) on conflict do nothing', [packId(id)]);
  });
  return raw('t.id in (select id from picked)');
}

/** The traces of one group, by the key `groups` gave it. */
function groupSql(index: StoreIndex, { by, key }: Grouped): Sql {
  switch (by) {
    case 'state':
      return sql`t.state = ${(states as readonly string[]).indexOf(key)}`;
    case 'source':
      return sql`t.source = ${index.words.known(key) ?? -1}`;
    case 'model':
      return sql`t.model = ${key === '' ? 0 : (index.words.known(key) ?? -1)}`;
    case 'label':
      return key === '' ? sql`(t.has & ${labelledBit}) = 0` : sliceSql(index, { label: key }, new Map());
    case 'day':
      return sliceSql(index, { since: key, until: key }, new Map());
    case 'score':
    case 'disagreement':
      return sql`${raw(steps[by])} = ${stepOf(by, key)}`;
  }
}

function select(
  index: StoreIndex,
  { from }: Ordering,
  columns: string,
  conditions: readonly Sql[],
  order: Sql,
  limit?: number,
): Row[] {
  const where = conditions.map((condition) => condition.text).join(' and ');
  const query = {
    text: `select ${columns} from ${from.text} where ${where} order by ${order.text}${limit === undefined ? '' : ' limit ?'}`,
    params: [...from.params, ...conditions.flatMap((condition) => condition.params), ...(limit === undefined ? [] : [limit])],
  };
  return index.db.rows(query.text, query.params);
}

function readId(row: Row): string {
  return unpackId(row[0] as Uint8Array);
}
