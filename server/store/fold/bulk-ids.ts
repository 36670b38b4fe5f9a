import type { Db } from '../index/db';

/** Room at the start, in ids; doubled whenever half of it is taken. */
const firstRoom = 1 << 15;

/**
 * The ids that came so far while a whole log is read. To ask the index, and to keep it up to date for that, would take
 * half of the time the reading takes: its pages lie scattered as hashes do. It is made when all rows are there. Eight
 * bytes an id and place; which trace it really is, the rows say.
 */
export class BulkIds {
  private hashes = new Int32Array(firstRoom);
  /** Number of the trace at the same place; 0 is none. */
  private numbers = new Float64Array(firstRoom);
  private taken = 0;

  constructor(private readonly db: Db) {}

  /** The number of the trace with this id, undefined when none came. */
  find(id: Uint8Array): number | undefined {
    const place = this.placeOf(id, hashOf(id));
    return this.numbers[place] || undefined;
  }

  /** Remembers the number of a trace; false, and nothing is remembered, when there is one with this id. */
  add(id: Uint8Array, n: number): boolean {
    if (this.taken * 2 >= this.hashes.length) this.grow();
    const hash = hashOf(id);
    const place = this.placeOf(id, hash);
    if (this.numbers[place] !== 0) return false;
    this.hashes[place] = hash;
    this.numbers[place] = n;
    this.taken += 1;
    return true;
  }

  /** Where the id is, or would be. */
  private placeOf(id: Uint8Array, hash: number): number {
    const last = this.hashes.length - 1;
    for (let place = hash & last; ; place = (place + 1) & last) {
      const n = this.numbers[place] ?? 0;
      if (n === 0 || (this.hashes[place] === hash && this.hasId(n, id))) return place;
    }
  }

  private hasId(n: number, id: Uint8Array): boolean {
    return this.db.row('select 1 from traces where n = ? and id = ?', [n, id]) !== undefined;
  }

  private grow(): void {
    const { hashes, numbers } = this;
    this.hashes = new Int32Array(2 * hashes.length);
    this.numbers = new Float64Array(2 * numbers.length);
    const last = this.hashes.length - 1;
    for (let from = 0; from < hashes.length; from++) {
      const n = numbers[from] ?? 0;
      if (n === 0) continue;
      let place = (hashes[from] ?? 0) & last;
      while (this.numbers[place] !== 0) place = (place + 1) & last;
      this.hashes[place] = hashes[from] ?? 0;
      this.numbers[place] = n;
    }
  }
}

/** FNV-1a: ids given by others may be alike in all but one byte. */
function hashOf(id: Uint8Array): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ (id[at] ?? 0), 0x01000193);
  // Of a product the upper bits are mixed best, and the lower ones choose the place.
  return hash ^ (hash >>> 15);
}
