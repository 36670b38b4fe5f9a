import { normaliseLabel } from '../../../core/feedback/label';
import { listOf } from '../../../core/slice/canonical';
import { spanOf } from '../../../core/slice/dates';
import { signalKinds } from '../../../core/log/events';
import { states, type PlainSlice, type Selection } from '../../../core/slice/schema';
import { hasBit, labelledBit } from '../fold/refresh';
import { firstGhost } from '../index/schema';
import type { StoreIndex } from '../index/store-index';
import { all, any, isIn, raw, sql, type Sql } from './sql';

/**
 * What texts found: the number under which a searched text's traces stand in the temporary table `found`. Filled before
 * the query runs, because a text search reads the segments and SQL must not wait.
 */
export type FoundTexts = ReadonlyMap<string, number>;

/** A label on fewer than this share of all traces is quicker read as a list than asked trace by trace. */
const rareShare = 0.05;

/**
 * The condition a selection puts on `traces t`; the draw (`sample`) is no part of it. Every part is either true or
 * false, never null, so that a slice and its negation share the store between them.
 */
export function sliceSql(index: StoreIndex, selection: Selection, found: FoundTexts): Sql {
  const conditions = [...visibleSql(index), ...plainSql(index, selection, found)];
  if (selection.only_unscored) conditions.push(sql`(t.has & ${hasBit('score')}) = 0`);
  if (selection.not) {
    for (const part of plainSql(index, selection.not, found)) conditions.push(sql`not (${part})`);
  }
  return all(conditions);
}

/**
 * Only while an import runs there is anything to hide. The plus keeps the condition out of the choice of an index: read
 * as a range of numbers it would look like the best one.
 */
export function visibleSql({ folder }: StoreIndex): Sql[] {
  return folder.visibleBelow === firstGhost ? [] : [sql`+t.n < ${folder.visibleBelow}`];
}

/** One condition for each key that is given, and for each attribute. */
function plainSql(index: StoreIndex, slice: PlainSlice, found: FoundTexts): Sql[] {
  const { words } = index;
  const parts: Sql[] = [];
  const known = (names: readonly string[]) => names.flatMap((name) => words.known(name) ?? []);
  if (slice.label !== undefined) parts.push(labelSql(index, listOf(slice.label)));
  for (const [key, value] of Object.entries(slice.attributes ?? {})) parts.push(attributeSql(index, key, listOf(value)));
  if (slice.source !== undefined) parts.push(isIn('t.source', known(listOf(slice.source))));
  if (slice.model !== undefined) parts.push(isIn('t.model', known(listOf(slice.model))));
  if (slice.since !== undefined) parts.push(sql`t.at >= ${Date.parse(spanOf({ since: slice.since }).from ?? '')}`);
  if (slice.until !== undefined) parts.push(sql`t.at <= ${Date.parse(spanOf({ until: slice.until }).to ?? '')}`);
  if (slice.state !== undefined) {
    parts.push(
      isIn(
        't.state',
        listOf(slice.state).map((state) => states.indexOf(state)),
      ),
    );
  }
  if (slice.reviewer !== undefined) parts.push(reviewerSql(known(listOf(slice.reviewer))));
  if (slice.has !== undefined)
    parts.push(sql`(t.has & ${listOf(slice.has).reduce((bits, kind) => bits | hasBit(kind), 0)}) <> 0`);
  if (slice.unlabelled) parts.push(sql`(t.has & ${labelledBit}) = 0`);
  if (slice.text !== undefined) parts.push(textSql(listOf(slice.text), found));
  return parts;
}

/** The label or anything under it. */
function labelSql(index: StoreIndex, names: readonly string[]): Sql {
  const roots = names.flatMap((name) => index.words.known(normaliseLabel(name)) ?? []);
  const labels = [...new Set(roots.flatMap((label) => index.labels.withDescendants(label)))];
  if (labels.length === 0) return raw('1 = 0');
  return isRare(index, roots)
    ? sql`t.n in (select n from trace_labels where ${isIn('label', labels)})`
    : sql`exists (select 1 from trace_labels l where l.n = t.n and ${isIn('l.label', labels)})`;
}

function isRare(index: StoreIndex, labels: readonly number[]): boolean {
  const counts = index.counters.read('label');
  const sum = (byState: readonly number[] | undefined) => (byState ?? []).reduce((a, b) => a + b, 0);
  const total = sum(index.counters.read('state').get(0));
  return labels.reduce((count, label) => count + sum(counts.get(label)), 0) < total * rareShare;
}

function attributeSql({ words }: StoreIndex, key: string, values: readonly string[]): Sql {
  const word = words.known(key);
  if (word === undefined) return raw('1 = 0');
  return sql`exists (select 1 from trace_attributes a where a.n = t.n and a.key = ${word} and ${isIn('a.value', values)})`;
}

const skipKind = signalKinds.indexOf('skip');
const noteKind = signalKinds.indexOf('note');

/** Who said something of it that was not taken back; a skip or a note says nothing. */
function reviewerSql(reviewers: readonly number[]): Sql {
  return sql`exists (select 1 from signals s join acts x on x.a = s.a
    where s.n = t.n and x.retracted = 0 and s.kind not in (${skipKind}, ${noteKind}) and ${isIn('x.reviewer', reviewers)})`;
}

function textSql(texts: readonly string[], found: FoundTexts): Sql {
  return any(
    texts.map((text) => {
      const search = found.get(text);
      return search === undefined
        ? raw('1 = 0')
        : sql`exists (select 1 from found f where f.search = ${search} and f.n = t.n and f.seg = t.seg and f.arrival = t.arrival)`;
    }),
  );
}
