import type { LogEvent } from '../../../core/log/events';
import { tracesOf } from '../fold/acts';
import type { Place } from '../fold/context';
import type { Row } from '../index/db';
import type { StoreIndex } from '../index/store-index';
import { decodeAct } from '../log/act-line';
import { narrowed } from './acts';
import { readPlaces } from './runs';

/** An act where it stands in the log, with what orders it. */
interface Found extends Place {
  readonly a: number;
  readonly at: number;
  readonly id: string;
}

interface About {
  readonly n: number;
  readonly id: string;
}

/**
 * Acts about many traces, each list in (at, id) order: a few queries and reads for all of them. Acts that name several
 * traces are kept in `shared`, so that the next traces do not read them again.
 */
export function actsOfMany(
  index: StoreIndex,
  traces: readonly About[],
  shared: Map<number, LogEvent>,
): ReadonlyMap<number, readonly LogEvent[]> {
  if (traces.length === 0) return new Map();
  const found = placesOf(
    index,
    traces.map(({ n }) => n),
  );
  const events = readActs(index, new Map([...found.values()].flatMap((acts) => [...acts])), shared);
  return new Map(
    traces.map(({ n, id }) => {
      const acts = [...(found.get(n)?.values() ?? [])].sort((a, b) => a.at - b.at || (a.id < b.id ? -1 : 1));
      return [n, acts.flatMap(({ a }) => narrowedTo(events.get(a), id))];
    }),
  );
}

function narrowedTo(event: LogEvent | undefined, trace: string): LogEvent[] {
  return event ? [narrowed(event, trace)] : [];
}

/** By trace, the acts that name it alone or among others, and what takes those back. */
function placesOf(index: StoreIndex, numbers: readonly number[]): Map<number, Map<number, Found>> {
  const { db } = index;
  const wanted = numbers.join(', ');
  const byTrace = new Map<number, Map<number, Found>>();
  const add = (n: number, act: Found) => {
    const acts = byTrace.get(n);
    if (acts) acts.set(act.a, act);
    else byTrace.set(n, new Map([[act.a, act]]));
  };
  const columns = 'x.a, x.at, x.id, x.seg, x.off, x.len';
  for (const row of db.once(`select x.n, ${columns} from acts x where x.n in (${wanted})`)) add(Number(row[0]), foundOf(row));
  for (const row of db.once(`select m.n, ${columns} from marks m join acts x on x.a = m.a where m.n in (${wanted})`))
    add(Number(row[0]), foundOf(row));
  if (db.row('select 1 from retractions limit 1') === undefined) return byTrace;
  const undoing = `select 0, ${columns} from retractions q join acts x on x.id = q.id where q.act = ?`;
  for (const [n, acts] of byTrace) {
    for (const { id } of [...acts.values()]) for (const row of db.rows(undoing, [id])) add(n, foundOf(row));
  }
  return byTrace;
}

function foundOf(row: Row): Found {
  const [, a, at, id, seg, offset, length] = row;
  return { a: Number(a), at: Number(at), id: String(id), seg: Number(seg), offset: Number(offset), length: Number(length) };
}

/** @throws DamagedLine */
function readActs(
  index: StoreIndex,
  wanted: ReadonlyMap<number, Found>,
  shared: Map<number, LogEvent>,
): ReadonlyMap<number, LogEvent> {
  const events = new Map<number, LogEvent>();
  const missing: Found[] = [];
  for (const [a, found] of wanted) {
    const known = shared.get(a);
    if (known) events.set(a, known);
    else missing.push(found);
  }
  const lines = readPlaces(index, missing);
  missing.forEach((found, i) => {
    const bytes = lines[i];
    const event = bytes && decodeAct(index.checked(found, bytes));
    if (!event) return;
    events.set(found.a, event);
    if (tracesOf(event).length > 1) shared.set(found.a, event);
  });
  return events;
}
