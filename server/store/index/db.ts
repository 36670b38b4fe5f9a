/* eslint-disable @typescript-eslint/triple-slash-reference */
// The build of sql.js with its WebAssembly inside has no types of its own; tests, which include no server file, need this too.
/// <reference path="./sql-js.d.ts" />
/// <reference path="./sql-js.d.ts" />
import type { Database, SqlJsStatic, Statement } from 'sql.js';
import initSqlJs from 'sql.js/dist/sql-wasm-inline.js';

export type SqlValue = number | string | Uint8Array | null;
export type Row = readonly SqlValue[];
export type Params = readonly SqlValue[];

/** Prepared statements kept for reuse; the least recently used one goes first. */
const keptStatements = 200;

let engine: Promise<SqlJsStatic> | undefined;

/** The SQL engine, its WebAssembly inside the bundle; compiled once per process, on first use. */
function sqlEngine(): Promise<SqlJsStatic> {
  return (engine ??= initSqlJs());
}

/**
 * One SQLite database in memory. Durability comes from the log, so there is no journal on "disk"; `secure_delete`
 * because SQLite otherwise keeps deleted bytes in its free pages.
 */
export class Db {
  private readonly statements = new Map<string, Statement>();
  private depth = 0;

  private constructor(private readonly raw: Database) {
    raw.run('pragma journal_mode = memory');
    raw.run('pragma synchronous = off');
    raw.run('pragma temp_store = memory');
    raw.run('pragma secure_delete = on');
    // Nobody else has the file: without this, every query would look for a journal in the file system of the sandbox.
    raw.run('pragma locking_mode = exclusive');
  }

  /** Opens the bytes of a database file, or an empty database. Give a Buffer: sql.js takes it without a copy. */
  static async open(bytes?: Buffer): Promise<Db> {
    const sql = await sqlEngine();
    return new Db(new sql.Database(bytes));
  }

  // The engine's types ask for arrays it may change; it only reads them.
  run(sql: string, params: Params = []): void {
    this.statement(sql).run(params as SqlValue[]);
  }

  /** Several statements without parameters. */
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

  /** Rows of a query that will not be asked again in the same words. */
  once(sql: string): Row[] {
    return this.raw.exec(sql)[0]?.values ?? [];
  }

  /** The first column of the first row as a number; 0 when there is no row or it is null. */
  number(sql: string, params: Params = []): number {
    return Number(this.row(sql, params)?.[0] ?? 0);
  }

  /** Runs without interruption: nothing inside may wait for anything. Nested calls are part of the outer one. */
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

  /** The database file's bytes. Blocks for about 1 ms a megabyte. */
  export(): Uint8Array {
    return this.raw.export();
  }

  close(): void {
    this.statements.clear();
    this.raw.close();
  }

  private statement(sql: string): Statement {
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
