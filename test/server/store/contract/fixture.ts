import type { IncomingTrace, Store, Taken } from '../../../../core/ports';
import { rowOf } from '../../../support/store';

/** A store under test: opened, closed and opened again at will. */
export interface StoreHarness {
  open(): Promise<Store>;
  /** Milliseconds the store's clock shows. */
  setTime(ms: number): void;
  dispose(): Promise<void>;
}

/** What every part of the contract works with; a new store for each test. */
export class Fixture {
  private opened: Store | undefined;
  private made: StoreHarness | undefined;

  constructor(private readonly make: () => Promise<StoreHarness>) {}

  get store(): Store {
    if (!this.opened) throw new Error('no store is open');
    return this.opened;
  }

  get harness(): StoreHarness {
    if (!this.made) throw new Error('no test is running');
    return this.made;
  }

  async begin(): Promise<void> {
    this.made = await this.make();
    this.opened = await this.made.open();
  }

  async end(): Promise<void> {
    await this.store.close();
    await this.harness.dispose();
  }

  async reopen(): Promise<void> {
    await this.store.close();
    this.opened = await this.harness.open();
  }

  async importRows(rows: readonly IncomingTrace[], retention_days: number | null = null): Promise<Taken[]> {
    const transaction = await this.store.beginImport({ source: 'support', retention_days });
    const taken: Taken[] = [];
    for (const row of rows) taken.push((await transaction.put(row)).taken);
    await transaction.commit({ files: ['log.jsonl'], duplicates: 0, refused: 0 });
    return taken;
  }
}

/** Rows with keys `request:0` …, spread over a week. */
export function numbered(count: number, more: (n: number) => Parameters<typeof rowOf>[0] = () => ({})): IncomingTrace[] {
  return Array.from({ length: count }, (_, n) =>
    rowOf({
      key: `request:${n}`,
      question: `Question ${String(n).padStart(3, '0')}`,
      answer: `Answer ${n}`,
      captured_at: new Date(Date.UTC(2026, 7, 1 + (n % 7), 0, n)).toISOString(),
      ...more(n),
    }),
  );
}

export async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}
