import { crc32 } from 'node:zlib';
import type { Db } from '../index/db';

/**
 * The own ids of rows (1, 2, 3 …), by which nobody is identified: only whether a source has used one before, and on how
 * many conversations that are here: a deletion of one leaves it to the others. Kept as quick hashes; two ids with one
 * hash would at worst be counted once too often.
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

  /** A conversation with it came in; another line of one that is here has the same. */
  note(hash: number | undefined): void {
    if (hash === undefined) return;
    if (this.bulk) this.bulk.push(hash);
    else this.write(hash);
  }

  /** One of the conversations with it went. */
  forget(hash: number | undefined): void {
    if (hash === undefined) return;
    if (this.bulk) {
      this.endBulk();
      this.startBulk();
    }
    this.db.run('update generic_ids set n = n - 1 where hash = ?', [hash]);
    this.db.run('delete from generic_ids where hash = ? and n <= 0', [hash]);
  }

  private writeAll(hashes: readonly number[]): void {
    const sorted = Array.from(Float64Array.from(hashes).sort());
    // A statement may not touch one row twice.
    const first = sorted.filter((hash, i) => hash !== sorted[i - 1]);
    const whole = first.length - (first.length % together);
    for (let at = 0; at < whole; at += together) this.db.run(manyIds, first.slice(at, at + together));
    for (const hash of first.slice(whole)) this.write(hash);
    for (const [i, hash] of sorted.entries()) if (hash === sorted[i - 1]) this.write(hash);
    this.any ||= whole > 0;
  }

  private write(hash: number): void {
    this.any = true;
    this.db.run(`${insertion} (?, 1) ${onceMore}`, [hash]);
  }
}

const insertion = 'insert into generic_ids(hash, n) values';
const onceMore = 'on conflict(hash) do update set n = generic_ids.n + 1';
/** Written with one statement, which takes half as long as one by one. */
const together = 50;
const manyIds = `${insertion} ${Array.from({ length: together }, () => '(?, 1)').join(', ')} ${onceMore}`;

/** 52 bits out of two checksums. */
export function genericHash(source: string, id: string): number {
  return crc32(`${source}\n${id}`) * 2 ** 20 + (crc32(`${id}\n${source}`) & 0xfffff);
}
