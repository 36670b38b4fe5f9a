import { crc32 } from 'node:zlib';
import type { Db } from '../index/db';

/**
 * The own ids of rows (1, 2, 3 …), by which nobody is identified: only whether a source has used one before. Kept as
 * quick hashes; two ids with one hash would at worst be counted once too often.
 */
export class GenericIds {
  /** Of rows that are not visible yet: written when they are, in order, which is several times faster. */
  private readonly waiting = new Set<number>();
  /** Seen while a whole log is read. */
  private bulk: number[] | undefined;

  /** Whether there is one in the index: the first import has nobody to ask. */
  private any: boolean;

  constructor(private readonly db: Db) {
    this.any = db.row('select 1 from generic_ids limit 1') !== undefined;
  }

  startBulk(): void {
    this.bulk = [];
  }

  /** Writes what came together. Belongs into a transaction. */
  endBulk(): void {
    const { bulk = [] } = this;
    this.bulk = undefined;
    this.writeAll(bulk);
  }

  knows(hash: number): boolean {
    if (this.waiting.has(hash)) return true;
    return this.any && this.db.row('select 1 from generic_ids where hash = ?', [hash]) !== undefined;
  }

  /** Remembers one that belongs to a row of an import, which is told by `settle` or `giveUp` later. */
  expect(hash: number): void {
    this.waiting.add(hash);
  }

  /** The rows are visible now. Belongs into a transaction. */
  settle(hashes: readonly number[]): void {
    this.writeAll(hashes);
    this.giveUp(hashes);
  }

  /** There will be no such rows. */
  giveUp(hashes: readonly number[]): void {
    if (hashes.length === this.waiting.size) this.waiting.clear();
    else for (const hash of hashes) this.waiting.delete(hash);
  }

  note(hash: number | undefined): void {
    if (hash === undefined) return;
    if (this.bulk) this.bulk.push(hash);
    else this.write(hash);
  }

  forget(hash: number | undefined): void {
    if (hash === undefined) return;
    if (this.bulk) {
      this.endBulk();
      this.startBulk();
    }
    this.db.run('delete from generic_ids where hash = ?', [hash]);
  }

  private writeAll(hashes: readonly number[]): void {
    const sorted = Array.from(Float64Array.from(hashes).sort());
    const whole = sorted.length - (sorted.length % together);
    for (let at = 0; at < whole; at += together) this.db.run(manyIds, sorted.slice(at, at + together));
    for (const hash of sorted.slice(whole)) this.write(hash);
    this.any ||= whole > 0;
  }

  private write(hash: number): void {
    this.any = true;
    this.db.run('insert into generic_ids(hash) values (?) on conflict do nothing', [hash]);
  }
}

/** Written with one statement, which takes half as long as one by one. */
const together = 50;
const manyIds = `insert into generic_ids(hash) values ${Array.from({ length: together }, () => '(?)').join(', ')} on conflict do nothing`;

/** 52 bits out of two checksums. */
export function genericHash(source: string, id: string): number {
  return crc32(`${source}\n${id}`) * 2 ** 20 + (crc32(`${id}\n${source}`) & 0xfffff);
}
