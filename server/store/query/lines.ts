import type { TraceLine } from '../../../core/ports';
import { hasKinds, states, type HasKind } from '../../../core/slice/schema';
import { hasBit, verdictAt } from '../fold/refresh';
import { scoreKinds } from '../fold/signals';
import type { TraceHeader } from '../log/trace-line';
import { readPlaces } from './runs';
import type { Db, Row, SqlValue } from '../index/db';
import { headerGuess, type StoreIndex } from '../index/store-index';
import { offsetOf, packId, unpackId } from '../index/trace-key';

/** What a line of a list is made of; `t` is the table of traces. */
export const lineColumns =
  't.n, t.id, t.source, t.model, t.at, t.recorded, t.state, t.verdict, t.has, t.turn, t.expires, t.seg, t.arrival, t.len';

/** The line of one trace; undefined when it is not here, or not visible yet. */
export function lineOf(index: StoreIndex, id: string): TraceLine | undefined {
  const row = rowOf(index, id);
  return row && readLines(index, [row])[0];
}

/** The lines of those that are here. */
export function linesOfIds(index: StoreIndex, ids: readonly string[]): TraceLine[] {
  return readLines(
    index,
    ids.flatMap((id) => {
      const row = rowOf(index, id);
      return row ? [row] : [];
    }),
  );
}

/** Ids of conversations begin like this, as far as one was typed; nothing else is looked for. */
const beginsId = /^[a-z2-7]{1,26}$/;

export function idsBeginning({ db, folder }: StoreIndex, begin: string, limit: number): string[] {
  if (!beginsId.test(begin)) return [];
  const [least, most] = ['a', '7'].map((letter) => packId(begin.padEnd(26, letter)));
  const rows = db.rows('select t.id from traces t where t.id >= ? and t.id <= ? and t.n < ? order by t.id limit ?', [
    ...[least, most].map((id) => id ?? null),
    folder.visibleBelow,
    limit,
  ]);
  return rows.map(([id]) => unpackId(id as Uint8Array));
}

function rowOf({ db, folder }: StoreIndex, id: string): Row | undefined {
  return db.row(`select ${lineColumns} from traces t where t.id = ? and t.n < ?`, [packId(id), folder.visibleBelow]);
}

/** Previews and what else is shown come from the headers in front of the conversations. @throws DamagedLine */
export function readLines(index: StoreIndex, rows: readonly Row[]): TraceLine[] {
  const places = rows.map((row) => ({ seg: Number(row[11]), offset: offsetOf(Number(row[12])), length: Number(row[13]) }));
  const heads = readPlaces(
    index,
    places.map((place) => ({ ...place, length: Math.min(place.length, headerGuess) })),
  );
  const tags = tagsOf(
    index,
    rows.map(([n]) => Number(n)),
  );
  return rows.map((row, i) => {
    const [head, place] = [heads[i], places[i]];
    const header = head && place && index.headerIn(place, head);
    if (place && !header) index.lineAt(place);
    return lineFrom(index, row, header, tags.get(Number(row[0])));
  });
}

function lineFrom(index: StoreIndex, row: Row, header: TraceHeader | undefined, tags: Tags | undefined): TraceLine {
  const { words } = index;
  const [n, id, source, model, at, recorded, state, verdict, has, turn, expires] = row;
  const bits = Number(has);
  const pinned = (bits & hasBit('pinned')) !== 0;
  return {
    id: unpackId(id as Uint8Array),
    source: words.name(Number(source)) ?? '',
    model: words.name(Number(model)),
    origin: header?.origin ?? { kind: 'captured' },
    captured_at: header?.captured_at ?? iso(at),
    recorded_at: header?.recorded_at ?? iso(recorded),
    state: states[Number(state)] ?? 'unreviewed',
    ...verdictAt(Number(verdict)),
    preview: header?.preview ?? '',
    labels: tags ? tags.labels.sort() : [],
    attributes: tags ? sorted(tags.attributes) : {},
    scores: (bits & hasBit('score')) === 0 ? {} : scoresFor(index, Number(n), Number(turn)),
    has: kindsIn(bits),
    expires_at: expires === null || pinned ? undefined : iso(expires),
    redactions: header?.redactions ?? {},
  };
}

const known = new Map<number, readonly HasKind[]>();

/** There are few combinations, and many lines. */
function kindsIn(bits: number): readonly HasKind[] {
  const found = known.get(bits) ?? hasKinds.filter((_, i) => (bits & (1 << i)) !== 0);
  known.set(bits, found);
  return found;
}

interface Tags {
  readonly labels: string[];
  readonly attributes: [string, string][];
}

/** Labels and attributes of many traces in two queries. */
function tagsOf({ db, words }: StoreIndex, numbers: readonly number[]): Map<number, Tags> {
  const found = new Map<number, Tags>();
  const of = (n: SqlValue | undefined): Tags => {
    const known = found.get(Number(n)) ?? { labels: [], attributes: [] };
    found.set(Number(n), known);
    return known;
  };
  for (const [n, label] of rowsAbout(db, 'n, label', 'trace_labels', numbers)) {
    of(n).labels.push(words.name(Number(label)) ?? '');
  }
  for (const [n, key, value] of rowsAbout(db, 'n, key, value', 'trace_attributes', numbers)) {
    of(n).attributes.push([words.name(Number(key)) ?? '', String(value)]);
  }
  return found;
}

/** Traces that came in together have numbers side by side: up to so many times their number is read to avoid a list. */
const widest = 4;

/** Rows about these traces, and perhaps about others. Numbers of the index can stand in SQL as they are. */
function rowsAbout(db: Db, columns: string, table: string, numbers: readonly number[]): Row[] {
  if (numbers.length === 0) return [];
  const [least, most] = [Math.min, Math.max].map((of) => numbers.reduce((a, b) => of(a, b))) as [number, number];
  const query = `select ${columns} from ${table} where n`;
  if (most - least < numbers.length * widest) return db.rows(`${query} >= ? and n <= ?`, [least, most]);
  return db.once(`${query} in (${numbers.join(', ')})`);
}

/** Sorted. */
export function labelsOf({ db, words }: StoreIndex, n: number): string[] {
  return db
    .rows('select label from trace_labels where n = ?', [n])
    .map(([label]) => words.name(Number(label)) ?? '')
    .sort();
}

function sorted(pairs: [string, string][]): Record<string, string> {
  return Object.fromEntries(pairs.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Newest score of each name on the answer; where two kinds use one name, people before rules before judges. */
function scoresFor({ db, words }: StoreIndex, n: number, turn: number): Record<string, number> {
  const rows = db.rows(
    `select s.name, s.score from scores s join acts x on x.a = s.a
     where s.n = ? and s.turn = ? and s.candidate is null and s.score is not null and x.retracted = 0
     order by case s.kind when ${scoreKinds.signal} then 2 when ${scoreKinds.grade} then 1 else 0 end, x.at, x.id`,
    [n, turn],
  );
  return Object.fromEntries(rows.map(([name, score]) => [words.name(Number(name)) ?? '', Number(score)]));
}

function iso(ms: SqlValue | undefined): string {
  return new Date(Number(ms ?? 0)).toISOString();
}
