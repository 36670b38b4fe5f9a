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

/** Takes the rows of an import that is given up out of the index again, in small steps. */
export async function discardRows(index: StoreIndex, first: number, generics: readonly number[]): Promise<void> {
  const { db, folder } = index;
  for (;;) {
    const end = db.row('select n from traces where n >= ? and n < ? order by n limit 1 offset ?', [
      first,
      firstGhost,
      batchSize,
    ])?.[0];
    const border = end === undefined ? firstGhost : Number(end);
    db.transaction(() => {
      for (const table of tables) db.run(`delete from ${table} where n >= ? and n < ?`, [first, border]);
    });
    if (end === undefined) break;
    await turn();
  }
  folder.generics.giveUp(generics);
  folder.visibleBelow = firstGhost;
}
