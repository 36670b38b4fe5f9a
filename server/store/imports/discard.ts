import { setImmediate as turn } from 'node:timers/promises';
import { firstGhost } from '../index/schema';
import type { StoreIndex } from '../index/store-index';

const batchSize = 1000;
const tables = [
  'traces',
  'trace_labels',
  'trace_attributes',
  'past',
  'acts',
  'signals',
  'scores',
  'candidates',
  'marks',
] as const;

/** What an import that is given up has brought into the index. */
export interface Discarded {
  /** Its rows have numbers from this one on. */
  readonly first: number;
  readonly generics: readonly number[];
  /** Numbers of its segments. */
  readonly segments: readonly number[];
}

/** Takes the rows of an import that is given up out of the index again, in small steps. */
export async function discardRows(index: StoreIndex, { first, generics, segments }: Discarded): Promise<void> {
  const { db, folder } = index;
  for (;;) {
    const end = db.row('select n from traces where n >= ? and n < ? order by n limit 1 offset ?', [
      first,
      firstGhost,
      batchSize,
    ])?.[0];
    const border = end === undefined ? firstGhost : Number(end);
    db.transaction(() => {
      folder.keepSaid(first, border, segments);
      for (const table of tables) db.run(`delete from ${table} where n >= ? and n < ?`, [first, border]);
    });
    if (end === undefined) break;
    await turn();
  }
  folder.generics.giveUp(generics);
  folder.showAll();
}
