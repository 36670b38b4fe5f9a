import type { Db } from './db';

/** What the index says of itself under this key; undefined when it does not, or is no index at all. */
export function metaOf(db: Db, key: string): string | undefined {
  if (!db.hasTable('meta')) return undefined;
  const row = db.row('select value from meta where key = ?', [key]);
  return row && String(row[0]);
}
