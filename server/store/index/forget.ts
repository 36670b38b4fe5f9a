import { counterKinds } from './counters';
import type { Db } from './db';
import type { StoreIndex } from './store-index';

/** Where a name may still be needed, the quickest to ask first. Sources, models and labels of traces are in the counters. */
const uses = [
  'select 1 from acts where reviewer = ? limit 1',
  'select 1 from trace_attributes where key = ? limit 1',
  'select 1 from trace_labels where label = ? limit 1',
  'select 1 from sources where source = ?',
  'select 1 from labels where label = ? or parent = ? limit 1',
  'select 1 from label_acts where label = ? or parent = ? or renamed = ? limit 1',
  'select 1 from acts where type = ? limit 1',
  'select 1 from marks where word = ? limit 1',
  'select 1 from scores where name = ? limit 1',
] as const;

/**
 * Takes names out of the index that only purged conversations had: a label or a model may say more than a number.
 * Answers whether there were any. Not while rows of an import are hidden: they are not counted yet.
 */
export function forgetNames({ db, words, folder }: StoreIndex): boolean {
  if (!folder.removed) return false;
  folder.removed = false;
  return db.transaction(() => {
    db.run('delete from counters where count = 0');
    const unused = candidates(db).filter((word) => !isUsed(db, word));
    for (const word of unused) db.run('delete from words where word = ?', [word]);
    if (unused.length > 0) words.forget();
    return unused.length > 0;
  });
}

function isUsed(db: Db, word: number): boolean {
  return uses.some((query) => db.row(query, Array<number>(query.split('?').length - 1).fill(word)) !== undefined);
}

function candidates(db: Db): number[] {
  const named = ['source', 'model', 'label'].map((kind) => counterKinds.findIndex((known) => known === kind));
  const counted = `select key from counters where kind in (${named.join(', ')})`;
  return db.rows(`select word from words where word not in (${counted})`).map(([word]) => Number(word));
}
