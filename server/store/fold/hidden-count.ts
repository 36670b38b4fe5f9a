import type { Counters } from '../index/counters';
import type { Db } from '../index/db';
import { Tally } from './tally';

/** Of more than this share of the rows something is known beside their lines: then reading them all is quicker. */
const mostOdd = 0.2;

/**
 * Counts the rows of an import while they come in, so that they need not all be read again when they become visible.
 * Counted are plain ones, of which nothing is known but their line; about the others the index is asked in the end.
 */
export class HiddenCount {
  private readonly plain = new Tally();
  private readonly odd = new Set<number>();

  /** A row came in: its source, its model, its time. */
  add(source: number, model: number, at: number): void {
    this.plain.add(0, source, model, at, 1);
  }

  addOdd(n: number): void {
    this.odd.add(n);
  }

  /** Something is about to change about a row that was plain until now. Belongs before the change. */
  leave(db: Db, n: number): void {
    if (this.odd.has(n)) return;
    const row = db.row('select source, model, at from traces where n = ?', [n]);
    if (!row) return;
    this.odd.add(n);
    const [source = 0, model = 0, at = 0] = row.map(Number);
    this.plain.add(0, source, model, at, -1);
  }

  /** Whether it is worth asking, of so many rows. */
  isWorthIt(rows: number): boolean {
    return this.odd.size <= rows * mostOdd;
  }

  /** Adds the plain ones, and says which are not. */
  into(counters: Counters): ReadonlySet<number> {
    this.plain.into(counters);
    counters.addLabel(0, [this.plain.total]);
    return this.odd;
  }
}
