import { setImmediate as turn } from 'node:timers/promises';
import type { Database, SqlJsStatic } from 'sql.js';
import type { Snapshot } from './db';

/** Pages copied in one go, about a millisecond's work. */
const step = 256;
/** Pages that what happens meanwhile may need; where it needs more, the copy is made at once instead. */
const leastSpare = 16;
const mostSpare = 1024;

/** SQLite's own online backup, as the engine's WebAssembly exports it. Its types say nothing of it. */
interface BackupApi {
  stringToNewUTF8(text: string): number;
  _free(pointer: number): void;
  _sqlite3_backup_init(target: number, targetName: number, source: number, sourceName: number): number;
  _sqlite3_backup_step(backup: number, pages: number): number;
  _sqlite3_backup_finish(backup: number): number;
}
const ok = 0;
const done = 101;

/**
 * Copies a database in small steps, others having their turn between them. What they write into pages that are copied
 * already goes into the copy too, so that it is the database as it is at the end. Undefined when it was given up.
 */
export async function copyInSteps(sql: SqlJsStatic, source: Database, snapshot: Snapshot): Promise<Uint8Array | undefined> {
  keepSpare(source);
  const pages = numberOf(source, 'page_count');
  // Exactly as long as the copy will be: otherwise the engine would cut it, and for that copy it once more.
  const bytes = emptyWithRoom(sql, pages * numberOf(source, 'page_size'));
  const target = new sql.Database(bytes);
  try {
    target.run('pragma journal_mode = off');
    target.run('pragma synchronous = off');
    target.run('pragma locking_mode = exclusive');
    const backup = startBackup(sql, target, source);
    try {
      for (let copied = step; copied < pages; copied += step) {
        if (snapshot.stop()) return undefined;
        copy(sql, backup, step);
        await turn();
      }
      if (snapshot.stop()) return undefined;
      snapshot.finish();
      // It is in the memory that was given only as long as it fits there.
      if (numberOf(source, 'page_count') !== pages) return source.export();
      copy(sql, backup, -1);
    } finally {
      api(sql)._sqlite3_backup_finish(backup);
    }
  } finally {
    target.close();
  }
  return bytes;
}

/** An empty database with so many bytes to grow into. Only one that has been written to says in its first page how much of a file is its own. */
export function emptyWithRoom(sql: SqlJsStatic, room: number): Buffer {
  const db = new sql.Database();
  db.run('create table first(x); drop table first');
  const written = db.export();
  db.close();
  const bytes = Buffer.alloc(Math.max(room, written.length));
  bytes.set(written);
  return bytes;
}

/** Free pages in the database: it does not grow then while it is copied. */
function keepSpare(source: Database): void {
  const spare = Math.min(mostSpare, Math.max(leastSpare, Math.round(numberOf(source, 'page_count') / 32)));
  if (numberOf(source, 'freelist_count') >= spare) return;
  const size = spare * numberOf(source, 'page_size');
  source.run(`create table spare(b blob); insert into spare values (zeroblob(${size})); drop table spare`);
}

function startBackup(sql: SqlJsStatic, target: Database, source: Database): number {
  const engine = api(sql);
  const main = engine.stringToNewUTF8('main');
  const backup = engine._sqlite3_backup_init(handleOf(target), main, handleOf(source), main);
  engine._free(main);
  if (backup === 0) throw new Error('the copy of the index could not be started');
  return backup;
}

function copy(sql: SqlJsStatic, backup: number, pages: number): void {
  const result = api(sql)._sqlite3_backup_step(backup, pages);
  if (result !== (pages < 0 ? done : ok)) throw new Error(`the index could not be copied (${result})`);
}

function numberOf(db: Database, pragma: string): number {
  return Number(db.exec(`pragma ${pragma}`)[0]?.values[0]?.[0] ?? 0);
}

function api(sql: SqlJsStatic): BackupApi {
  return sql as unknown as BackupApi;
}

function handleOf(db: Database): number {
  return (db as unknown as { readonly db: number }).db;
}
