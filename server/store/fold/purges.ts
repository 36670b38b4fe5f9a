import type { LogEvent } from '../../../core/log/events';
import type { Hasher } from '../../../core/ports';
import type { Db } from '../index/db';
import { unpackId } from '../index/trace-key';
import { tracesOf } from './acts';

/** A trace, or a ghost, that a purge may be about. `at`: when it was recorded; 0 for a ghost. */
export interface Sweepable {
  readonly n: number;
  readonly id: string;
  readonly at: number;
}

/** Which conversations were purged, and when. What is older than the purge of its conversation must not come in. */
export class Purges {
  /** A purge was folded since this index was opened: the index file may still hold what has to go. */
  since = false;
  /** Whether anything was ever purged. */
  any: boolean;

  constructor(
    private readonly db: Db,
    private readonly hasher: Hasher,
  ) {
    this.any = db.number('select count(*) from purged') > 0;
  }

  /** One more was folded. */
  note(): void {
    this.any = true;
    this.since = true;
  }

  /** When a trace was purged last, in milliseconds; what is recorded of it from now on has to be younger. */
  at(trace: string): number | undefined {
    if (!this.any) return undefined;
    const row = this.db.row('select at from purged where hash = ?', [this.hasher.sha256(trace)]);
    return row && Number(row[0]);
  }

  /** The purge of a trace that is no older than this moment. */
  after(trace: string, at: number): string | undefined {
    if (!this.any) return undefined;
    const row = this.db.row('select act from purged where hash = ? and at >= ?', [this.hasher.sha256(trace), at]);
    return row && String(row[0]);
  }

  /**
   * The purged conversations this act speaks of. About one that is here again, recorded anew, younger acts may be said;
   * what is said of one that is not here quotes what was purged, whenever it was said.
   */
  ofAct(event: LogEvent, isHere: (trace: string) => boolean): readonly string[] {
    if (!this.any) return [];
    return tracesOf(event).filter((trace) => this.after(trace, isHere(trace) ? Date.parse(event.at) : 0) !== undefined);
  }

  /** Those with these numbers, or everything there is: a purge from another copy names traces only by their hashes. */
  sweepable(only: readonly number[] | undefined): Sweepable[] {
    const traces = 'select n, id, recorded from traces';
    const ghosts = 'select n, id, 0 from ghosts';
    const rows = only
      ? only.flatMap((n) => [...this.db.rows(`${traces} where n = ?`, [n]), ...this.db.rows(`${ghosts} where n = ?`, [n])])
      : [...this.db.rows(traces), ...this.db.rows(ghosts)];
    return rows.map(([n, id, at]) => ({ n: Number(n), id: unpackId(id as Uint8Array), at: Number(at) }));
  }
}
