import { normaliseLabel } from '../../../core/feedback/label';
import type { TraceFacts } from '../../../core/ports';
import { offsetOf, packId } from '../index/trace-key';
import { firstGhost } from '../index/schema';
import type { Db, Row } from '../index/db';
import type { BulkIds } from './bulk-ids';
import type { FoldContext, Place } from './context';
import { givenMask } from './facts';

/** The line of a trace, with its order of arrival. */
export interface TracePlace extends Place {
  readonly arrival: number;
}

const columns =
  'n, id, content, source, model, at, arrival, recorded, seg, len, state, verdict, has, turn, score, spread, expires';

const values = '?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?, ?, null, null, ?';
const insertion = `insert into traces(${columns}) values (${values})`;
const insertionOfNew = `${insertion} on conflict(id) do nothing`;

/**
 * Takes in a conversation nobody has seen yet. False when it is here already: to look for it first would be a second way
 * through the same tree.
 * @param bulk asked instead of the index, which is not there while a whole log is read
 */
export function insertTrace(
  { db, words }: FoldContext,
  n: number,
  facts: TraceFacts,
  place: TracePlace,
  bulk?: BulkIds,
): boolean {
  const id = packId(facts.id);
  if (bulk && !bulk.add(id, n)) return false;
  const row = [
    n,
    id,
    facts.content,
    words.number(facts.source),
    words.number(facts.model),
    facts.at,
    place.arrival,
    facts.recorded,
    place.seg,
    place.length,
    facts.bits,
    facts.turn,
    facts.expires,
  ];
  if (bulk) db.run(insertion, row);
  else if (!db.insert(insertionOfNew, row)) return false;
  // Most have none.
  for (const label of facts.labels.length > 0 ? new Set(facts.labels.map(normaliseLabel)) : []) {
    db.run('insert into trace_labels(n, label) values (?, ?)', [n, words.number(label)]);
  }
  for (const [key, value] of Object.entries(facts.attributes)) {
    db.run('insert into trace_attributes(n, key, value) values (?, ?, ?)', [n, words.number(key), value]);
  }
  return true;
}

/**
 * Another line of a trace that is here already: a grown session, or the same conversation from another copy of the
 * store. The later recording stands; the other is remembered so that a purge finds every line.
 */
export function mergeTrace(context: FoldContext, n: number, facts: TraceFacts, place: TracePlace): void {
  const { db, words } = context;
  const row = db.row('select seg, arrival, len, content, recorded, has from traces where n = ?', [n]) ?? [];
  const [seg, arrival, len, content, recorded, has] = row.map(Number);
  if (seg === place.seg && arrival === place.arrival) return;
  const isLater = facts.recorded > (recorded ?? 0) || (facts.recorded === recorded && place.arrival > (arrival ?? 0));
  if (!isLater) {
    keepPast(context, n, place.seg, place.arrival, place.length, facts.content);
    return;
  }
  keepPast(context, n, seg ?? 0, arrival ?? 0, len ?? 0, content ?? 0);
  context.touchMarks(n);
  db.run(
    'update traces set content = ?, model = ?, at = ?, arrival = ?, recorded = ?, seg = ?, len = ?, has = ?, turn = ?, expires = ? where n = ?',
    [
      facts.content,
      words.number(facts.model),
      facts.at,
      place.arrival,
      facts.recorded,
      place.seg,
      place.length,
      ((has ?? 0) & ~givenMask) | (facts.bits & givenMask),
      facts.turn,
      facts.expires,
      n,
    ],
  );
}

function keepPast({ db }: FoldContext, n: number, seg: number, arrival: number, len: number, content: number): void {
  db.run('insert into past(seg, arrival, len, n, content) values (?, ?, ?, ?, ?) on conflict do nothing', [
    seg,
    arrival,
    len,
    n,
    content,
  ]);
}

/** The number acts on this trace hang on while it is not here; made when there is none. */
export function ghostOf({ db }: FoldContext, id: Uint8Array): number {
  const known = db.row('select n from ghosts where id = ?', [id]);
  if (known) return Number(known[0]);
  const n = Math.max(firstGhost, db.number('select max(n) from ghosts') + 1);
  db.run('insert into ghosts(n, id) values (?, ?)', [n, id]);
  return n;
}

/** Later than any act. */
const forEver = Number.MAX_SAFE_INTEGER;

const actTables = ['acts', 'signals', 'scores', 'candidates', 'marks'] as const;

/** The acts that waited for a trace are its own from now on. */
export function adoptGhost({ db }: FoldContext, ghost: number, n: number): void {
  for (const table of actTables) db.run(`update ${table} set n = ? where n = ?`, [n, ghost]);
  db.run('delete from ghosts where n = ?', [ghost]);
}

/**
 * The opposite: traces whose import is given up go, and what the log says of them waits for them again; whether there is
 * anything. `own`: segments that go with them.
 */
export function leaveGhosts(context: FoldContext, from: number, end: number, own: readonly number[]): boolean {
  const spoken = spokenOf(context, from, end, own);
  for (const n of spoken) leaveGhost(context, n, own);
  return spoken.length > 0;
}

function leaveGhost(context: FoldContext, n: number, own: readonly number[]): void {
  const { db } = context;
  const id = db.row('select id from traces where n = ?', [n])?.[0];
  if (!(id instanceof Uint8Array)) return;
  const acts = `select a from acts where n = ? and seg in (${own.join(', ')})`;
  for (const [a] of db.rows(acts, [n])) {
    for (const table of actTables) db.run(`delete from ${table} where n = ? and a = ?`, [n, a ?? null]);
  }
  const ghost = ghostOf(context, id);
  for (const table of actTables) db.run(`update ${table} set n = ? where n = ?`, [ghost, n]);
}

/** Traces of these numbers of which the log speaks outside of these segments. */
function spokenOf({ db }: FoldContext, from: number, end: number, own: readonly number[]): number[] {
  const elsewhere = `a.seg not in (${own.join(', ')})`;
  const rows = db.rows(
    `select a.n from acts a where a.n >= ? and a.n < ? and ${elsewhere}
     union select m.n from marks m join acts a on a.a = m.a where m.n >= ? and m.n < ? and ${elsewhere}`,
    [from, end, from, end],
  );
  return rows.map(([n]) => Number(n));
}

/** Every line that holds the conversation, quotes it, or names it beside others. */
export function linesOf({ db }: FoldContext, n: number): Place[] {
  const own = db.rows(
    'select seg, arrival, len from traces where n = ? union all select seg, arrival, len from past where n = ?',
    [n, n],
  );
  return [
    ...own.map(([seg, arrival, len]) => ({ seg: Number(seg), offset: offsetOf(Number(arrival)), length: Number(len) })),
    ...linesOfActs(db, n, forEver),
  ];
}

/** Of those that are no younger. */
function linesOfActs(db: Db, n: number, until: number): Place[] {
  const acts = db.rows(
    `select seg, off, len from acts where n = ? and at <= ?
     union all select c.seg, c.off, c.len from acts x join copies c on c.a = x.a where x.n = ? and x.at <= ?`,
    [n, until, n, until],
  );
  const marks = 'in (select m.a from marks m join acts x on x.a = m.a where m.n = ? and x.at <= ?)';
  const shared = db.rows(
    `select seg, off, len from acts where a ${marks} union all select seg, off, len from copies where a ${marks}`,
    [n, until, n, until],
  );
  return [...acts, ...shared].map(([seg, off, len]) => ({ seg: Number(seg), offset: Number(off), length: Number(len) }));
}

/**
 * Another line of an act that is here already: a merge of two histories of one file may hold a line twice. It is
 * remembered so that a purge finds every line.
 */
export function keepCopy({ db }: FoldContext, known: Row, { seg, offset, length }: Place): void {
  const [a, knownSeg, knownOffset] = known.map(Number);
  if (seg === knownSeg && offset === knownOffset) return;
  db.run('insert into copies(seg, off, len, a) values (?, ?, ?, ?) on conflict do nothing', [seg, offset, length, a ?? 0]);
}

/** Takes a trace, or a ghost, and every act about it alone out of the index. */
export function removeTrace(context: FoldContext, n: number): void {
  removeActs(context, n);
  for (const table of ['trace_labels', 'trace_attributes', 'past', 'traces', 'ghosts'])
    context.db.run(`delete from ${table} where n = ?`, [n]);
}

/**
 * Takes the acts about a trace up to a time out of the index; those that are about others, too, stay for them.
 * @param until in milliseconds
 * @returns their lines
 */
export function removeActs({ db }: FoldContext, n: number, until = forEver): Place[] {
  const lines = linesOfActs(db, n, until);
  for (const [a = null] of db.rows('select distinct m.a from marks m join acts x on x.a = m.a where m.n = ? and x.at <= ?', [
    n,
    until,
  ])) {
    db.run('delete from marks where n = ? and a = ?', [n, a]);
    db.run('delete from acts where a = ? and not exists (select 1 from marks where marks.a = acts.a)', [a]);
    db.run('delete from copies where a = ? and not exists (select 1 from acts where acts.a = copies.a)', [a]);
  }
  const own = 'from acts where n = ? and at <= ?';
  db.run(`delete from copies where a in (select a ${own})`, [n, until]);
  db.run(`delete from retractions where act in (select id ${own})`, [n, until]);
  for (const table of ['signals', 'scores', 'candidates'])
    db.run(`delete from ${table} where a in (select a ${own})`, [n, until]);
  db.run(`delete ${own}`, [n, until]);
  return lines;
}
