import { crc32 } from 'node:zlib';
import type { Db } from '../index/db';
import type { TraceHeader } from '../log/trace-line';

type Named = Pick<TraceHeader, 'source' | 'generic_id'>;

/**
 * The own ids of rows (1, 2, 3 …), by which nobody is identified: only whether a source has used one before. Kept as
 * quick hashes; two ids with one hash would at worst be counted once too often.
 */
export class GenericIds {
  /** Of rows that are not visible yet: written when they are, in order, which is several times faster. */
  private readonly waiting = new Set<number>();
  /** Seen while a whole log is read. */
  private bulk: number[] | undefined;

  constructor(private readonly db: Db) {}

  startBulk(): void {
    this.bulk = [];
  }

  /** Writes what came together. Belongs into a transaction. */
  endBulk(): void {
    const { bulk = [] } = this;
    this.bulk = undefined;
    this.writeAll(bulk);
  }

  knows(source: string, id: string): boolean {
    const hash = hashOf(source, id);
    return this.waiting.has(hash) || this.db.row('select 1 from generic_ids where hash = ?', [hash]) !== undefined;
  }

  /** Remembers one that belongs to a row of an import; answers what `settle` or `giveUp` wants to know. */
  expect(source: string, id: string): number {
    const hash = hashOf(source, id);
    this.waiting.add(hash);
    return hash;
  }

  /** The rows are visible now. Belongs into a transaction. */
  settle(hashes: readonly number[]): void {
    this.writeAll(hashes);
    this.giveUp(hashes);
  }

  /** There will be no such rows. */
  giveUp(hashes: readonly number[]): void {
    for (const hash of hashes) this.waiting.delete(hash);
  }

  note({ source, generic_id }: Named): void {
    if (generic_id === undefined) return;
    const hash = hashOf(source, generic_id);
    if (this.bulk) this.bulk.push(hash);
    else this.write(hash);
  }

  forget({ source, generic_id }: Named): void {
    if (generic_id === undefined) return;
    if (this.bulk) {
      this.endBulk();
      this.startBulk();
    }
    this.db.run('delete from generic_ids where hash = ?', [hashOf(source, generic_id)]);
  }

  private writeAll(hashes: readonly number[]): void {
    for (const hash of Float64Array.from(hashes).sort()) this.write(hash);
  }

  private write(hash: number): void {
    this.db.run('insert into generic_ids(hash) values (?) on conflict do nothing', [hash]);
  }
}

/** 52 bits out of two checksums. */
function hashOf(source: string, id: string): number {
  return crc32(`${source}\n${id}`) * 2 ** 20 + (crc32(`${id}\n${source}`) & 0xfffff);
}
