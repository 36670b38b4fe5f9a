import type { EventOf, LogEvent } from '../../../core/log/events';
import { undoableTypes } from '../../../core/log/undoable';
import type { GraderRun, JudgeRun } from '../../../core/ports';
import type { Row } from '../index/db';
import type { StoreIndex } from '../index/store-index';
import { packId } from '../index/trace-key';
import { decodeAct } from '../log/act-line';
import { actsOfMany } from './acts-of-many';

const columns = 'x.a, x.seg, x.off, x.len';
const visible = '(x.n is null or x.n < ?)';

/** An act as it stands in the log. @throws DamagedLine */
export function readAct(index: StoreIndex, row: Row): LogEvent | undefined {
  const [, seg, offset, length] = row.map(Number);
  return decodeAct(index.lineAt({ seg: seg ?? 0, offset: offset ?? 0, length: length ?? 0 }));
}

/** Acts about a trace in (at, id) order, also when the trace itself is not here. */
export function actsAbout(index: StoreIndex, trace: string): LogEvent[] {
  const n = index.folder.find(trace) ?? ghost(index, trace);
  return n === undefined ? [] : [...(actsOfMany(index, [{ n, id: trace }], new Map()).get(n) ?? [])];
}

/** An act on many traces as it concerns one of them. */
export function narrowed(event: LogEvent, trace: string): LogEvent {
  const { body } = event;
  return 'traces' in body && body.traces.length > 1 ? { ...event, body: { ...body, traces: [trace] } } : event;
}

/** The number that acts about a trace hang on while it is not here. */
export function ghost({ db }: StoreIndex, trace: string): number | undefined {
  const row = db.row('select n from ghosts where id = ?', [packId(trace)]);
  return row && Number(row[0]);
}

export function actById(index: StoreIndex, id: string): LogEvent | undefined {
  const row = index.db.row(`select ${columns} from acts x where x.id = ? and ${visible}`, [id, index.folder.visibleBelow]);
  return row && readAct(index, row);
}

/** A reviewer's own acts, newest first; taken back ones by when they were taken back. */
export function ownActsOf(index: StoreIndex, reviewer: string, which: 'standing' | 'retracted', limit: number): LogEvent[] {
  const { db, words, folder } = index;
  const by = words.known(reviewer);
  const types = undoableTypes.flatMap((type) => words.known(type) ?? []);
  if (by === undefined || types.length === 0) return [];
  const rows =
    which === 'standing'
      ? db.rows(
          `select ${columns} from acts x where x.reviewer = ? and x.retracted = 0 and ${visible} and ${own(types)} order by x.at desc, x.id desc limit ?`,
          [by, folder.visibleBelow, limit],
        )
      : db.rows(
          `select ${columns} from acts x join retractions q on q.act = x.id
           where x.reviewer = ? and x.retracted = 1 and ${visible} and ${own(types)} order by q.at desc, q.id desc limit ?`,
          [by, folder.visibleBelow, limit],
        );
  return rows.flatMap((row) => readAct(index, row) ?? []);
}

/** Judgements that came with an import are nobody's to take back. */
function own(types: readonly number[]): string {
  return `x.type in (${types.join(', ')}) and not exists (select 1 from signals s where s.a = x.a and s.provenance <> 0)`;
}

/** How many of a reviewer's acts are looked through for reasons. */
const searched = 500;

/** The newest distinct reasons of a reviewer's downs, given with the verdict or afterwards. */
export function reasonsOf(index: StoreIndex, reviewer: string, limit: number): string[] {
  const { db, words, folder } = index;
  const rows = db.rows(
    `select ${columns} from acts x where x.reviewer = ? and ${visible} and (x.type = ? or x.a in (select a from signals where kind = 1))
     order by x.at desc, x.id desc limit ${searched}`,
    [words.known(reviewer) ?? -1, folder.visibleBelow, words.known('reason_added') ?? -1],
  );
  const found = new Set<string>();
  for (const row of rows) {
    const body = readAct(index, row)?.body;
    const reason = body?.type === 'reason_added' || body?.type === 'signal' ? body.reason : undefined;
    if (reason !== undefined) found.add(reason);
    if (found.size >= limit) break;
  }
  return [...found];
}

/** Runs of graders, newest first. */
export function graderRunsOf(index: StoreIndex): GraderRun[] {
  return runsOf(index, 'graded').flatMap((event) => (isOf(event, 'graded') ? [event] : []));
}

/** Runs of judges, newest first. */
export function judgeRunsOf(index: StoreIndex): JudgeRun[] {
  return runsOf(index, 'judged').flatMap((event) => (isOf(event, 'judged') ? [event] : []));
}

function runsOf(index: StoreIndex, type: 'graded' | 'judged'): LogEvent[] {
  const rows = index.db.rows(
    `select ${columns} from imports i join acts x on x.a = i.a where x.type = ? and x.retracted = 0 order by x.at desc, x.id desc`,
    [index.words.known(type) ?? -1],
  );
  return rows.flatMap((row) => readAct(index, row) ?? []);
}

function isOf<T extends 'graded' | 'judged'>(event: LogEvent, type: T): event is LogEvent & { body: EventOf<T> } {
  return event.body.type === type;
}
