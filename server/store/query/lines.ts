import type { TraceLine } from '../../../core/ports';
import { hasKinds, states } from '../../../core/slice/schema';
import { hasBit, verdicts } from '../fold/refresh';
import { scoreKinds } from '../fold/signals';
import type { Row } from '../index/db';
import type { StoreIndex } from '../index/store-index';
import { offsetOf, packId, unpackId } from '../index/trace-key';

/** What a line of a list is made of; `t` is the table of traces. */
export const lineColumns =
  't.n, t.id, t.source, t.model, t.at, t.recorded, t.state, t.verdict, t.has, t.turn, t.expires, t.seg, t.arrival, t.len';

/** The line of one trace; undefined when it is not here, or not visible yet. */
export function lineOf(index: StoreIndex, id: string): TraceLine | undefined {
  const row = index.db.row(`select ${lineColumns} from traces t where t.id = ? and t.n < ?`, [
    packId(id),
    index.folder.visibleBelow,
  ]);
  return row && readLine(index, row);
}

/** The preview and what else is shown comes from the header in front of the conversation. */
export function readLine(index: StoreIndex, row: Row): TraceLine {
  const { words } = index;
  const [n, , source, model, at, recorded, state, verdict, has, turn, expires, seg, arrival, length] = row.map(Number);
  const bits = has ?? 0;
  const header = index.headerAt({ seg: seg ?? 0, offset: offsetOf(arrival ?? 0), length: length ?? 0 });
  const pinned = (bits & hasBit('pinned')) !== 0;
  return {
    id: unpackId(row[1] as Uint8Array),
    source: words.name(source ?? 0) ?? '',
    model: words.name(model ?? 0),
    origin: header?.origin ?? { kind: 'captured' },
    captured_at: iso(at),
    recorded_at: iso(recorded),
    state: states[state ?? 0] ?? 'unreviewed',
    verdict: verdicts[(verdict ?? 0) - 1],
    preview: header?.preview ?? '',
    labels: labelsOf(index, n ?? 0),
    attributes: attributesOf(index, n ?? 0),
    scores: (bits & hasBit('score')) === 0 ? {} : scoresFor(index, n ?? 0, turn ?? 0),
    has: hasKinds.filter((kind) => (bits & hasBit(kind)) !== 0),
    expires_at: row[10] === null || pinned ? undefined : iso(expires),
    redactions: header?.redactions ?? {},
  };
}

/** Sorted. */
export function labelsOf({ db, words }: StoreIndex, n: number): string[] {
  return db
    .rows('select label from trace_labels where n = ?', [n])
    .map(([label]) => words.name(Number(label)) ?? '')
    .sort();
}

function attributesOf({ db, words }: StoreIndex, n: number): Record<string, string> {
  const rows = db.rows('select key, value from trace_attributes where n = ?', [n]);
  const pairs = rows.map(([key, value]): [string, string] => [words.name(Number(key)) ?? '', String(value)]);
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

function iso(ms: number | undefined): string {
  return new Date(ms ?? 0).toISOString();
}
