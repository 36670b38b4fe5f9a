/* eslint-disable @typescript-eslint/triple-slash-reference */
// The build of sql.js with its WebAssembly inside has no types of its own; tests, which include no server file, need this too.
/// <reference path="./sql-js.d.ts" />
import type { Database, SqlJsStatic, Statement } from 'sql.js';
import initSqlJs from 'sql.js/dist/sql-wasm-inline.js';
import type { Db, OpenDb, Params, Row, Snapshot, SqlValue } from './db';
import { copyInSteps, emptyWithRoom } from './sqlite-copy';

/** Prepared statements kept for reuse; the least recently used one goes first. */
const keptStatements = 200;

let engine: Promise<SqlJsStatic> | undefined;

/** The SQL engine, its WebAssembly inside the bundle; compiled once per process, on first use. */
function sqlEngine(): Promise<SqlJsStatic> {
  return (engine ??= startEngine());
}

/**
 * While nothing but the compiler is waited for, Node takes its event loop for empty, and leaves that state only when all
 * of V8's work in the background is done: optimising the engine takes several times longer than starting it.
 */
async function startEngine(): Promise<SqlJsStatic> {
  const awake = setInterval(() => undefined, 1 << 30);
  try {
    return await initSqlJs();
  } finally {
    clearInterval(awake);
  }
}

/**
 * One SQLite database in memory. Durability comes from the log, so there is no journal on "disk"; `secure_delete`
 * because SQLite otherwise keeps deleted bytes in its free pages.
 */
export class SqliteDb implements Db {
  private readonly statements = new Map<string, Statement>();
  /** Bulk work asks for the same one again and again. */
  private last: { readonly sql: string; readonly statement: Statement } | undefined;
  private depth = 0;

  private constructor(private readonly raw: Database) {
    raw.run('pragma journal_mode = memory');
    raw.run('pragma synchronous = off');
    raw.run('pragma temp_store = memory');
    raw.run('pragma secure_delete = on');
    // Nobody else has the file: without this, every query would look for a journal in the file system of the sandbox.
    raw.run('pragma locking_mode = exclusive');
  }

  /**
   * Opens the bytes of a database file, or an empty database. Give a Buffer: sql.js takes it without a copy. What stands
   * behind the database in it is room: a file in the engine's file system that grows is copied whole, time and again,
   * while memory that nobody has touched costs nothing.
   */
  static async open(bytes?: Buffer, room = 0): Promise<SqliteDb> {
    const sql = await sqlEngine();
    return new SqliteDb(new sql.Database(bytes ?? (room > 0 ? emptyWithRoom(sql, room) : undefined)));
  }

  // The engine's types ask for arrays it may change; it only reads them.
  run(sql: string, params: Params = []): void {
    this.statement(sql).run(params as SqlValue[]);
  }

  insert(sql: string, params: Params = []): boolean {
    this.run(sql, params);
    return this.raw.getRowsModified() > 0;
  }

  script(sql: string): void {
    this.raw.run(sql);
  }

  row(sql: string, params: Params = []): Row | undefined {
    const statement = this.statement(sql);
    try {
      statement.bind(params as SqlValue[]);
      return statement.step() ? statement.get() : undefined;
    } finally {
      statement.reset();
    }
  }

  rows(sql: string, params: Params = []): Row[] {
    const statement = this.statement(sql);
    const rows: Row[] = [];
    try {
      statement.bind(params as SqlValue[]);
      while (statement.step()) rows.push(statement.get());
      return rows;
    } finally {
      statement.reset();
    }
  }

  once(sql: string): Row[] {
    return this.raw.exec(sql)[0]?.values ?? [];
  }

  number(sql: string, params: Params = []): number {
    return Number(this.row(sql, params)?.[0] ?? 0);
  }

  transaction<T>(work: () => T): T {
    if (this.depth > 0) return work();
    this.raw.run('begin');
    this.depth++;
    try {
      const result = work();
      this.raw.run('commit');
      return result;
    } catch (error) {
      this.raw.run('rollback');
      throw error;
    } finally {
      this.depth--;
    }
  }

  hasTable(name: string): boolean {
    return this.number('select count(*) from sqlite_master where name = ?', [name]) === 1;
  }

  async snapshot(snapshot: Snapshot): Promise<Uint8Array | undefined> {
    return copyInSteps(await sqlEngine(), this.raw, snapshot);
  }

  close(): void {
    this.statements.clear();
    this.raw.close();
  }

  private statement(sql: string): Statement {
    if (this.last?.sql !== sql) this.last = { sql, statement: this.find(sql) };
    return this.last.statement;
  }

  private find(sql: string): Statement {
    const known = this.statements.get(sql);
    if (known) {
      this.statements.delete(sql);
      this.statements.set(sql, known);
      return known;
    }
    const fresh = this.raw.prepare(sql);
    this.statements.set(sql, fresh);
    if (this.statements.size > keptStatements) this.dropOldest();
    return fresh;
  }

  private dropOldest(): void {
    for (const [sql, statement] of this.statements) {
      this.statements.delete(sql);
      statement.free();
      return;
    }
  }
}

export const openSqlite: OpenDb = (bytes, room) => SqliteDb.open(bytes, room);
