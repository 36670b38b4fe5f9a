import type { Hasher } from '../../../core/ports';
import type { Db } from '../index/db';
import { shortHash } from '../index/trace-key';

/** The own ids of rows (1, 2, 3 …), by which nobody is identified: only whether a source has used one before. */
export class GenericIds {
  constructor(
    private readonly db: Db,
    private readonly hasher: Hasher,
  ) {}

  knows(source: string, id: string): boolean {
    return this.db.row('select 1 from generic_ids where hash = ?', [this.hash(source, id)]) !== undefined;
  }

  /** Remembers one; false when it was known before. */
  note(source: string, id: string): boolean {
    if (this.knows(source, id)) return false;
    this.db.run('insert into generic_ids(hash) values (?)', [this.hash(source, id)]);
    return true;
  }

  forget(source: string, id: string): void {
    this.db.run('delete from generic_ids where hash = ?', [this.hash(source, id)]);
  }

  private hash(source: string, id: string): number {
    return shortHash(this.hasher.sha256(`${source}\n${id}`));
  }
}
