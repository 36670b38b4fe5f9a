export type SqlValue = number | string | Uint8Array | null;
export type Row = readonly SqlValue[];
export type Params = readonly SqlValue[];

/** How a copy of a database is made. */
export interface Snapshot {
  /** Asked before each step: whether to give up. */
  readonly stop: () => boolean;
  /** Called before the last step; what it writes is in the copy, and what comes after it is not. */
  readonly finish: () => void;
}

/**
 * The SQL engine under the index, and the seam to another one: every statement of the store goes through here, in SQL
 * that SQLite and PostgreSQL both understand. Parameters are `?`, in order; numbers are integers of up to 53 bits or
 * doubles. Answers at once: the fold is one thread's work from the first statement of a transaction to its last.
 */
export interface Db {
  run(sql: string, params?: Params): void;
  /** Inserts one row, or gives way to the one that is here (`on conflict … do nothing`): whether it was inserted. */
  insert(sql: string, params?: Params): boolean;
  /** Several statements without parameters. */
  script(sql: string): void;
  row(sql: string, params?: Params): Row | undefined;
  rows(sql: string, params?: Params): Row[];
  /** Rows of a query that will not be asked again in the same words. */
  once(sql: string): Row[];
  /** The first column of the first row as a number; 0 when there is no row or it is null. */
  number(sql: string, params?: Params): number;
  /** Runs without interruption: nothing inside may wait for anything. Nested calls are part of the outer one. */
  transaction<T>(work: () => T): T;
  hasTable(name: string): boolean;
  /**
   * Bytes that `OpenDb` takes again; empty when the engine keeps its data itself, undefined when it was given up. Made in
   * steps of about a millisecond between which others get their turn, and what they change meanwhile is in it.
   */
  snapshot(snapshot: Snapshot): Promise<Uint8Array | undefined>;
  close(): void;
}

/**
 * Opens what `export` gave, or an empty database. A Buffer, which some engines take without a copy; zeros behind the
 * database are room for it to grow. `room`: bytes an empty one may need.
 */
export type OpenDb = (bytes?: Buffer, room?: number) => Promise<Db>;
