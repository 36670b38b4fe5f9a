import type { Answer } from '../log/events';
import type { Message, ToolDefinition, Trace } from '../trace/model';
import type { Refusal } from './refusals';

/** What a row is; it decides whether the row already carries a verdict (LOOP §2). */
export const shapes = ['conversation', 'completion', 'preference', 'labelled', 'scored', 'reference'] as const;
export type Shape = (typeof shapes)[number];

/** A judgement that came with the row. Becomes a signal with provenance `earlier_process`. */
export interface ImportedVerdict {
  readonly kind: 'up' | 'down' | 'correction' | 'gold' | 'score';
  readonly turn: number;
  readonly answer?: Answer;
  readonly reason?: string;
  /** 0..1 by dimension; absent when the scale is not known. */
  readonly scores?: Readonly<Record<string, number>>;
  /** The number as it stands in the file. */
  readonly raw_score?: number;
}

/** Another answer that came with the row. */
export interface ImportedCandidate {
  readonly answer: Answer;
  readonly model?: string;
}

/** A conversation as read from a log: normalised, not redacted, without id and source. */
export interface Draft {
  readonly dialect: string;
  readonly shape: Shape;
  /** 1-based line of the first record. */
  readonly line: number;
  readonly request_id?: string | undefined;
  /** See `core/trace/identity.ts`. */
  readonly unique_id?: string | undefined;
  readonly generic_id?: string | undefined;
  /** `unique_id` of the conversation this one was started from. */
  readonly parent_unique_id?: string | undefined;
  readonly model?: string | undefined;
  /** The log's own time, ISO UTC. */
  readonly captured_at?: string | undefined;
  readonly messages: readonly Message[];
  readonly answer_turn: number;
  readonly tools?: readonly ToolDefinition[] | undefined;
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly meta: Trace['meta'];
  readonly task_key?: string | undefined;
  readonly flags: Trace['flags'];
  readonly verdicts: readonly ImportedVerdict[];
  readonly candidates: readonly ImportedCandidate[];
}

/** Things worth knowing that lost nothing. Counted by code in an import's `notes`. */
export type NoteCode =
  | 'score_without_scale'
  | 'score_out_of_scale'
  | 'label_not_understood'
  | 'encoding_replaced'
  | 'nul_bytes_stripped'
  | 'not_a_number_read_as_null'
  | 'unknown_role'
  | 'message_not_understood'
  | 'tool_call_not_understood'
  | 'abandoned_branch'
  | 'injected_text'
  | 'prompt_not_recorded'
  | 'label_invalid'
  | 'attribute_invalid'
  | 'more_references'
  | 'column_renamed'
  | 'deleted_before'
  | 'only_beginning_read';

/** Where a reader puts what it found. */
export interface Sink {
  draft(draft: Draft): void;
  /** `records` of the file went into what is refused here; 0 when they were counted before. */
  refuse(line: number, refusal: Refusal, records?: number): void;
  /** Records that went into a conversation, and records that are not part of one. */
  used(records: number): void;
  ignored(records: number): void;
  note(code: NoteCode): void;
}

export interface Scale {
  readonly low: number;
  readonly high: number;
}

export interface ReadOptions {
  /** The scale of imported scores; without one they stay raw. */
  readonly scale?: Scale | undefined;
}

/** One value of a file (a JSON line, an array's element, a CSV row) with its 1-based line. */
export interface Row {
  readonly value: unknown;
  readonly line: number;
}

export interface RowReader {
  row(row: Row): void;
  /** The file is over: what was held back comes now. */
  end(): void;
}

/**
 * One way of writing conversations down. Most are asked row by row, the first that detects the row reads it. Dialects
 * with `whole_file` spread a conversation over many rows: one of them takes a file when at least `share` of its first
 * rows are its own.
 */
export interface Dialect {
  readonly id: string;
  readonly title: string;
  readonly whole_file: { readonly share: number } | false;
  detect(value: unknown): boolean;
  read(sink: Sink, options: ReadOptions): RowReader;
}
