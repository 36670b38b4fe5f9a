import { crc32 } from 'node:zlib';
import type { Db } from '../index/db';

/**
 * The own ids of rows (1, 2, 3 …), by which nobody is identified: only whether a source has used one before. Kept as
 * quick hashes; two ids with one hash would at worst be counted once too often.
 */
export class GenericIds {
  /** Seen, and written with the next rows. */
  private readonly waiting = new Set<number>();
  /** Seen while a whole log is read; in order they are written several times faster. */
  private bulk: number[] | undefined;

  constructor(private readonly db: Db) {}

  startBulk(): void {
    this.bulk = [];
  }

  /** Writes what came together. Belongs into a transaction. */
  endBulk(): void {
    const hashes = Float64Array.from(this.bulk ?? []).sort();
    this.bulk = undefined;
    for (const hash of hashes) this.write(hash);
  }

  knows(source: string, id: string): boolean {
    const hash = hashOf(source, id);
    return this.waiting.has(hash) || this.db.row('select 1 from generic_ids where hash = ?', [hash]) !== undefined;
  }

  /** Remembers one that belongs to a row which is not folded yet. */
  expect(source: string, id: string): void {
    this.waiting.add(hashOf(source, id));
  }

  note(source: string, id: string): void {
    const hash = hashOf(source, id);
    this.waiting.delete(hash);
    if (this.bulk) this.bulk.push(hash);
    else this.write(hash);
  }

  forget(source: string, id: string): void {
    if (this.bulk) {
      this.endBulk();
      this.startBulk();
    }
    const hash = hashOf(source, id);
    this.waiting.delete(hash);
    this.db.run('delete from generic_ids where hash = ?', [hash]);
  }

  private write(hash: number): void {
    this.db.run('insert into generic_ids(hash) values (?) on conflict do nothing', [hash]);
  }
}

/** 52 bits out of two checksums. */
function hashOf(source: string, id: string): number {
  return crc32(`${source}\n${id}`) * 2 ** 20 + (crc32(`${id}\n${source}`) & 0xfffff);
}
