import type { IncomingTrace } from '../ports';

/** What became of a recording, and the trace it is part of: a session that grew after it was judged goes on as another one. */
export interface Captured {
  readonly taken: Taken;
  readonly id: string;
  /** It is here already because this very act has brought it. */
  readonly again?: true;
}

/** `returned`: it was deleted here before, and comes in as a new one. */
export type Taken = 'new' | 'duplicate' | 'revision' | 'id_reused' | 'returned';

/** What the log says of an import beside what was written. */
export interface ImportSummary {
  readonly files: readonly string[];
  readonly duplicates: number;
  readonly refused: number;
  /** The act's id, so that whoever sends it again finds it; absent: a new one. */
  readonly act?: string | undefined;
  /** As the event has it. */
  readonly told?: string | undefined;
}

/** Rows become visible together at `commit`, or not at all. A kill before that leaves nothing. */
export interface ImportTransaction {
  /** Answers when the row is buffered, with what became of it. Backpressure: await it. */
  put(row: IncomingTrace): Promise<Captured>;
  /** Many rows in order, in fewer steps. They must not change until this answers. */
  putAll(rows: readonly IncomingTrace[]): Promise<readonly Captured[]>;
  commit(summary: ImportSummary): Promise<{ import: string }>;
  abort(): Promise<void>;
}
