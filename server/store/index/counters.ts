import { states } from '../../../core/slice/schema';
import type { Db } from './db';

/** What is counted by state. `label` counts a trace for each of its labels and everything above them. */
export const counterKinds = ['state', 'source', 'model', 'label', 'day'] as const;
export type CounterKind = (typeof counterKinds)[number];

export const dayMs = 86_400_000;

/** What of a trace is counted; undefined for one that is not visible. */
export interface Counted {
  readonly state: number;
  readonly source: number;
  readonly model: number;
  readonly at: number;
  /** The trace's labels and all their ancestors; `[0]` when it has none. */
  readonly labels: readonly number[];
}

/** Days since 1970, UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs);
}

export function dayName(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10);
}

/** Counts kept beside the rows: groups of 100 000 traces are read, not counted. Written once per transaction. */
export class Counters {
  private readonly pending = new Map<string, number>();

  constructor(private readonly db: Db) {}

  add(counted: Counted, by: number): void {
    const { state } = counted;
    this.bump('state', 0, state, by);
    this.bump('source', counted.source, state, by);
    this.bump('model', counted.model, state, by);
    this.bump('day', dayOf(counted.at), state, by);
    for (const label of counted.labels) this.bump('label', label, state, by);
  }

  addLabel(label: number, byState: readonly number[]): void {
    byState.forEach((count, state) => this.bump('label', label, state, count));
  }

  /** Writes what came together. Belongs inside the transaction that changed the rows. */
  flush(): void {
    for (const [name, by] of this.pending) {
      if (by === 0) continue;
      this.db.run(
        'insert into counters(kind, key, state, count) values (?, ?, ?, ?) on conflict(kind, key, state) do update set count = counters.count + excluded.count',
        [...name.split(' ').map(Number), by],
      );
    }
    this.pending.clear();
  }

  /** Forgets what a rolled back transaction counted. */
  discard(): void {
    this.pending.clear();
  }

  /** Counts of one kind: key → count by state. Keys that became empty are left out. */
  read(kind: CounterKind): Map<number, readonly number[]> {
    const found = new Map<number, number[]>();
    const rows = this.db.rows('select key, state, count from counters where kind = ? and count <> 0', [
      counterKinds.indexOf(kind),
    ]);
    for (const [key, state, count] of rows) {
      const counts = found.get(Number(key)) ?? states.map(() => 0);
      counts[Number(state)] = Number(count);
      found.set(Number(key), counts);
    }
    return found;
  }

  /** Makes the counts of one kind anew, when what belongs together has changed (a label moved under another). */
  replace(kind: CounterKind, counts: ReadonlyMap<number, readonly number[]>): void {
    const number = counterKinds.indexOf(kind);
    for (const name of this.pending.keys()) if (name.startsWith(`${number} `)) this.pending.delete(name);
    this.db.run('delete from counters where kind = ?', [number]);
    for (const [key, byState] of counts) {
      byState.forEach((count, state) => {
        if (count !== 0)
          this.db.run('insert into counters(kind, key, state, count) values (?, ?, ?, ?)', [number, key, state, count]);
      });
    }
  }

  private bump(kind: CounterKind, key: number, state: number, by: number): void {
    const name = `${counterKinds.indexOf(kind)} ${key} ${state}`;
    this.pending.set(name, (this.pending.get(name) ?? 0) + by);
  }
}
