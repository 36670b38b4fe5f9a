import type { Cancel, Report } from './lib/cancel';
import type { EventOf, ExportedFile, LogEvent } from './log/events';
import type { DatasetLine, RowRef } from './dataset/row';
import type { HasKind, Selection, Slice, State } from './slice/schema';
import type { Trace } from './trace/model';
import type { Captured, ImportTransaction } from './import/taking-in';

export type { Captured, ImportSummary, ImportTransaction, Taken } from './import/taking-in';

/** The outside world as core and engine see it: time, ids and hashing come in as values. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Ids {
  /** A new ULID, later than every earlier one of this process. */
  ulid(): string;
}

export interface Hasher {
  /** Lower-case hex SHA-256 of the UTF-8 bytes. */
  sha256(text: string): string;
}

/** What a store's line header needs of a trace, worked out where the trace was read. */
export interface TraceHead extends Omit<Trace, 'messages' | 'tools'> {
  readonly message_count: number;
  /** Last user turn before the answer, white space collapsed, at most 200 code points. */
  readonly preview: string;
  readonly has_tool_calls: boolean;
}

/** What lists, filters and a rebuild need of a trace, in front of its line. */
export interface TraceHeader {
  readonly id: string;
  readonly source: string;
  readonly origin: Trace['origin'];
  readonly model?: string | undefined;
  readonly captured_at: string;
  readonly recorded_at: string;
  readonly expires_at?: string | undefined;
  readonly answer_turn: number;
  readonly message_count: number;
  readonly has_tool_calls: boolean;
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly tainted: boolean;
  readonly redactions: Readonly<Record<string, number>>;
  /** Hash of the conversation without times and names. */
  readonly content: string;
  readonly generic_id?: string | undefined;
  /** Of a live recording: the act that brought it. */
  readonly act?: string | undefined;
  readonly preview: string;
}

/** A redacted trace ready to be written. `key` decides identity within the source (LOOP §1). */
export interface IncomingTrace {
  readonly trace: Trace;
  readonly key: string;
  /** Acts the row brought with it (imported verdicts, golds, candidates); written with it or not at all. */
  readonly acts: readonly LogEvent[];
  /** Counts by kind of what was masked. */
  readonly redactions: Readonly<Record<string, number>>;
  /**
   * The JSON text of its body (`core/trace/body.ts`), ready to be written. When it is there, `trace` may be a getter that
   * parses it, so a store that has `body` and `head` should use them and leave `trace` alone.
   */
  readonly body?: string | undefined;
  readonly head?: TraceHead | undefined;
  /**
   * The line as the store writes it when it has nothing to change in its header, made where the trace was read: these
   * bytes are then written as they are.
   */
  readonly written?: WrittenTrace | undefined;
  /** Hash of the redacted conversation, without times and names: the same key with another `content` is a revision. */
  readonly content?: string | undefined;
  /** The act that brings a live recording: written with it, so that one that is sent again is known by it. */
  readonly act?: string | undefined;
  /** The row's own `id` (1, 2, 3 …) when `key` is made of it and the content: same id, other key is `id_reused`. */
  readonly generic_id?: string | undefined;
}

/** A finished line: what its header says, whole and as the index keeps it, and its bytes, line end included. */
export interface WrittenTrace {
  readonly header: TraceHeader;
  readonly facts: TraceFacts;
  readonly bytes: Uint8Array;
}

/** What the index keeps of a header. Times are milliseconds since 1970. */
export interface TraceFacts {
  readonly id: string;
  /** The first 52 bits of the content's hash. */
  readonly content: number;
  readonly source: string;
  readonly model: string | undefined;
  /** When it was captured. */
  readonly at: number;
  readonly recorded: number;
  readonly expires: number | null;
  /** The kinds of things it has from the start, as the index counts them. */
  readonly bits: number;
  readonly turn: number;
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  /** A quick hash of source and `generic_id`. */
  readonly generic: number | undefined;
}

/** Many acts that are in the log together, or not at all. A kill before `commit` leaves nothing. */
export interface ActBatch {
  /** Backpressure: await it. */
  put(event: LogEvent): Promise<void>;
  /** The act that makes them part of the log; the batch puts in where they lie. */
  commit(event: GraderRun | JudgeRun, cancel: Cancel, report: Report): Promise<void>;
  abort(): Promise<void>;
}

/** The act that says that a grader was run. */
export type GraderRun = LogEvent & { readonly body: EventOf<'graded'> };

/** The act that says that verdicts of a judge came in. */
export type JudgeRun = LogEvent & { readonly body: EventOf<'judged'> };

/** The index's line for one trace. No conversation text but the preview, which is read from the segment. */
export interface TraceLine {
  readonly id: string;
  readonly source: string;
  readonly model: string | undefined;
  readonly origin: Trace['origin'];
  readonly captured_at: string;
  readonly recorded_at: string;
  readonly state: State;
  readonly verdict: 'up' | 'down' | 'correction' | 'gold' | 'pick' | undefined;
  /** That verdict came with the data. */
  readonly earlier: boolean;
  readonly preview: string;
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly scores: Readonly<Record<string, number>>;
  readonly has: readonly HasKind[];
  readonly expires_at: string | undefined;
  readonly redactions: Readonly<Record<string, number>>;
}

export interface Page<T> {
  readonly rows: readonly T[];
  readonly next: string | null;
}

/** One conversation with everything said about it, in the order (captured_at, arrival, id). */
export interface JudgedTrace {
  readonly trace: Trace;
  /** Acts about this trace, ordered by (at, id), retracted ones included. */
  readonly acts: readonly LogEvent[];
  /** Labels as they stand, renamed and merged ones by their present name; absent: told from the acts. */
  readonly labels?: readonly string[] | undefined;
}

/** What traces are grouped by; keys of `score` and `disagreement` are those of `core/feedback/bands.ts`. */
export type GroupKind = 'state' | 'source' | 'label' | 'model' | 'day' | 'score' | 'disagreement';

export type QueueOrder = 'oldest' | 'newest' | 'random' | 'lowest_score' | 'disagreement' | 'shortest';

export interface StoredDataset {
  readonly id: string;
  readonly event: LogEvent;
  /** Recomputed after a purge; equals `built_hash` before one. */
  readonly hash: string;
  readonly purged_rows: number;
}

export interface ExportRowMap {
  /** Path as in the export's file list. */
  readonly path: string;
  /** 0-based line in that file. */
  readonly line: number;
  readonly trace: string;
  readonly hash: string;
}

/** A row that the target of an export refused, and why. */
export interface RefusedRow {
  readonly refused: string;
  readonly trace: string;
  readonly hash: string;
}

/** What an export remembers of each row of its dataset. */
export type ExportMapLine = ExportRowMap | RefusedRow;

/** What an export is about to write. */
export interface PlannedExport {
  readonly export: string;
  readonly dataset: string;
  /** As in the log: relative to the workspace inside it, else absolute. */
  readonly folder: string;
  /** Eight hex digits in the names of its files that are not in their places yet. */
  readonly token: string;
  readonly files: readonly Pick<ExportedFile, 'path' | 'sha256'>[];
}

/**
 * The append-only log with its index. A contract, not a class: a second implementation (another SQL engine) must fit.
 * Every writing method answers only after its bytes are on disk.
 */
export interface Store {
  readonly path: string;
  readonly id: string;
  /** Nothing can be written into its folder: everything that would is the problem `folder_not_writable`, or `disk_full`. */
  readonly read_only: boolean;
  /** That is because the disk was full when it was opened. */
  readonly disk_full: boolean;

  /** ISO time for a new act: later than every act in the log, whatever the clock says (hybrid time). */
  now(): string;
  /** ISO time for a new recording: no earlier than any other one here, or it would expire too early. */
  recordingTime(): string;
  /** Appends acts and folds them. An act whose id is already in the log changes nothing. */
  append(events: readonly LogEvent[]): Promise<void>;
  /** @throws Problem `busy` */
  beginActs(): Promise<ActBatch>;
  /**
   * Takes one captured trace (live recording), outside any import.
   * @throws Problem `busy` when a running import has the same conversation: it may yet be given up
   */
  capture(row: IncomingTrace): Promise<Captured>;
  /** The conversations that an import brought in and that are here, in their order. `act`: the import's. */
  broughtIn(act: string): Promise<readonly string[]>;
  beginImport(options: {
    source: string;
    retention_days: number | null;
    /** Who imports; default `import`. */
    by?: string | undefined;
  }): Promise<ImportTransaction>;
  /** `act`: the id of the (first) tombstone, so that whoever asks again finds it. */
  purge(
    ids: readonly string[],
    why: 'asked' | 'expired',
    cancel?: Cancel,
    report?: Report,
    act?: string,
  ): Promise<{
    purged: readonly string[];
    datasets: readonly string[];
    rewritten: readonly string[];
    unreachable: readonly string[];
  }>;

  /** Purges every trace whose retention ran out by `now` (milliseconds); pinned ones stay. */
  purgeExpired(now: number, cancel?: Cancel, report?: Report): ReturnType<Store['purge']>;
  /** Traces whose retention runs out by `before` (milliseconds), soonest first. */
  expiring(before: number): Promise<readonly { id: string; expires_at: string }[]>;

  has(id: string): boolean;
  /** Those of these ids that damaged lines name: of a conversation that is not here, they may hold what there was. */
  setAside(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Whether a trace that is not here was deleted from here, or from another copy of this store. */
  wasDeleted(id: string): boolean;
  /** Ids that begin with these characters, in order, at most `limit`. */
  beginning(begin: string, limit: number): Promise<readonly string[]>;
  trace(id: string): Promise<Trace | undefined>;
  line(id: string): Promise<TraceLine | undefined>;
  lines(ids: readonly string[]): Promise<readonly TraceLine[]>;
  /** Acts about one trace with their texts, ordered by (at, id). */
  acts(trace: string): Promise<readonly LogEvent[]>;
  act(id: string): Promise<LogEvent | undefined>;
  /** Newest acts of one reviewer that can be taken back (or, `retracted`, be restored), newest first. */
  ownActs(reviewer: string, which: 'standing' | 'retracted', limit: number): Promise<readonly LogEvent[]>;
  /** Newest distinct reasons of downs. */
  reasons(reviewer: string, limit: number): Promise<readonly string[]>;
  /** Runs of graders, newest first. */
  graderRuns(): Promise<readonly GraderRun[]>;
  /** Newest first. */
  judgeRuns(): Promise<readonly JudgeRun[]>;
  /** Redaction markers' highest numbers need the conversation, its corrections and reasons: all texts about it. */

  page(query: {
    selection: Selection;
    /** Only the traces of one group of `groups`, by its key. */
    group?: { by: GroupKind; key: string } | undefined;
    order: QueueOrder;
    seed: number;
    limit: number;
    after?: string | undefined;
  }): Promise<Page<TraceLine>>;
  /** Ids in (captured_at, arrival, id) order, sample applied (smallest hashes of (seed, id)). */
  select(selection: Selection): Promise<readonly string[]>;
  count(slice: Slice): Promise<number>;
  groups(by: GroupKind, slice: Slice): Promise<readonly { key: string; total: number; reviewed: number }[]>;
  neighbours(
    trace: string,
    query: { slice: Slice; order: QueueOrder; seed: number },
  ): Promise<{ position: number; total: number; previous: string | null; next: string | null }>;
  nextUnreviewed(query: {
    slice: Slice;
    order: QueueOrder;
    seed: number;
    after?: string | undefined;
  }): Promise<{ trace: string | null; waiting: number }>;
  /** Streams traces with their acts in the given order of ids, reading segments in as few passes as it can. */
  judged(ids: readonly string[], cancel?: Cancel): AsyncIterable<JudgedTrace>;

  labels(): Promise<readonly { label: string; parent: string | undefined; count: number }[]>;
  attributes(): Promise<readonly { key: string; values: Readonly<Record<string, number>> }[]>;
  sources(): Promise<
    readonly {
      source: string;
      recording: boolean;
      by: string | undefined;
      at: string | undefined;
      retention_days: number | null;
      traces: number;
      last_captured_at: string | undefined;
    }[]
  >;
  /** First and last capture of each model of each source; `recent`: among the newest 10 % of its source (`stale_feedback`). */
  models(): Promise<readonly { source: string; model: string; first: string; last: string; traces: number; recent: boolean }[]>;

  writeDataset(event: LogEvent, lines: AsyncIterable<DatasetLine> | Iterable<DatasetLine>): Promise<void>;
  datasets(): Promise<readonly StoredDataset[]>;
  datasetRows(id: string): AsyncIterable<RowRef>;
  /** Rows and what was left out. */
  datasetLines(id: string): AsyncIterable<DatasetLine>;
  /**
   * Before the first file of an export is written, and again before files get their names: whatever a kill leaves of it
   * is taken back by the next opening, or by a deletion. Ends with `writeExport` or `giveUpExport`.
   */
  planExport(plan: PlannedExport): Promise<void>;
  /** Takes back what it wrote. */
  giveUpExport(id: string): Promise<void>;
  /** What processes that died left and nobody could take back yet: their folders are out of reach. */
  unfinishedExports(): Promise<readonly PlannedExport[]>;
  writeExport(event: LogEvent, rows: Iterable<ExportMapLine> | AsyncIterable<ExportMapLine>): Promise<void>;
  exports(dataset?: string): Promise<readonly LogEvent[]>;
  exportRows(id: string): AsyncIterable<ExportRowMap>;

  stats(): Promise<{
    traces: number;
    by_state: Record<string, number>;
    by_source: Record<string, number>;
    acts: number;
    /** Conversations that acts speak of and that are not here: another clone has them. */
    elsewhere: number;
    /** Acts that would have put a label under itself, and have no effect: two merged logs can bring them. */
    label_circles: readonly { readonly act: string; readonly label: string; readonly parent: string }[];
    bytes: { traces: number; log: number; index: number; datasets: number };
    index: { events: number; age: number };
  }>;
  /** Stretches of the log that could not be taken as they are, with their position. */
  issues(): Promise<
    readonly {
      file: string;
      offset: number;
      length: number;
      /**
       * `torn`: cut at the end after a crash; `lines_missing`: a finished segment is not as it was finished;
       * `file_missing`: a whole segment is gone.
       */
      kind: 'damaged' | 'torn' | 'lines_missing' | 'not_understood' | 'file_missing';
    }[]
  >;
  /** Goes on without the segments that are gone: they are not missed any more. */
  acceptLoss(): Promise<void>;
  rebuild(cancel?: Cancel, report?: Report): Promise<void>;
  /** Takes in what others wrote into the store's folder since it was opened: a pull of a shared log, for example. */
  refresh(): Promise<void>;
  /** Whether git sees the log of this store. */
  isShared(): boolean;
  /** Makes git see the log, and nothing else of the store, or nothing at all. */
  share(shared: boolean): Promise<void>;
  onChange(
    listener: (change: {
      traces?: readonly string[];
      all_traces?: boolean;
      labels?: boolean;
      sources?: boolean;
      datasets?: boolean;
    }) => void,
  ): { dispose(): void };
  /** Saves the index when it is worth it, lets go of the lease and closes every file. */
  close(): Promise<void>;
}
