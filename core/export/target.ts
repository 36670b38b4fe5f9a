import type { Method, Recipe } from '../dataset/recipe';
import type { DatasetReport } from '../dataset/report-schema';
import type { RowRef } from '../dataset/row';
import type { Hasher, JudgedTrace } from '../ports';
import type { ExportNotes } from './card';
import type { Refusal } from './tally';

/** One setting of a target, written `name=value`. */
export interface TargetOption {
  readonly name: string;
  /** The values it can have; empty when it takes a number. */
  readonly values: readonly string[];
  /** Methods it has a meaning for; absent: all of the target. */
  readonly methods?: readonly Method[];
  readonly summary: string;
}

/** A built dataset as an export speaks of it. */
export interface ExportedDataset {
  readonly dataset_id: string;
  readonly version: number;
  readonly hash: string;
  readonly built_hash: string;
  readonly recipe: Recipe;
  readonly report: DatasetReport;
}

/** What grpo rewards are worked out by, frozen when the dataset was built. JSON text each. */
export interface FrozenRewards {
  readonly graders: readonly { readonly name: string; readonly hash: string; readonly spec: string }[];
  readonly judge?: { readonly name: string; readonly hash: string; readonly spec: string } | undefined;
}

export interface ExportInput {
  readonly dataset: ExportedDataset;
  readonly options: Readonly<Record<string, string>>;
  /** The last segment of the folder's path: settings name the data by it. */
  readonly folder: string;
  readonly hasher: Hasher;
  readonly rewards?: FrozenRewards | undefined;
}

/** What the files beside the data say of it, told from the rows that are written. */
export interface WrittenRows {
  readonly train_rows: number;
  readonly holdout_rows: number;
  /** Characters of the longest row, JSON included. */
  readonly longest_chars: number;
  /** Rows to train on whose answer is desirable. */
  readonly desirable: number;
}

export interface FolderText {
  /** Relative to the folder. */
  readonly path: string;
  readonly text: string;
}

/** A row as text, without a line end; `path` says which file it belongs to. */
export interface TakenLine {
  readonly path: string;
  readonly text: string;
}

/** How a data file is put together from the lines that were taken for it. */
export interface PlannedFile {
  /** Relative to the folder. */
  readonly path: string;
  readonly split: 'train' | 'holdout';
  /** For each line of the file, which of the lines taken for it (0-based, in the order taken) goes there. */
  readonly order: Uint32Array;
  /** True when the lines as taken, in the order taken, are the file already. */
  readonly untouched: boolean;
  /** The final text of line `position`, given the text that was taken for it. */
  line(position: number, taken: string): string;
}

export interface ExportPlan {
  /** Files with at least one row. */
  readonly data: readonly PlannedFile[];
  /** Everything else in the folder. */
  readonly texts: readonly FolderText[];
  /** Rows not written, by code. */
  readonly refused: Readonly<Record<string, number>>;
  /** What was changed on the way, by code. */
  readonly notes: Readonly<Record<string, number>>;
  /** Codes of what is worth knowing: changes made on the way, and advice. Sorted. */
  readonly warnings: readonly string[];
}

/**
 * One export under way. Rows are taken in dataset order, each line is kept aside (in a temporary file, or in memory
 * when there are few), and `finish` says in what order and with which last touches they make the files: what a loader
 * accepts depends on all rows of all files.
 */
export interface ExportSession {
  /** The row as text, or why it is refused, which is counted. */
  take(ref: RowRef, judged: JudgedTrace): TakenLine | Refusal;
  finish(): ExportPlan;
}

export interface ExportTarget {
  readonly id: string;
  readonly title: string;
  readonly methods: readonly Method[];
  readonly options: readonly TargetOption[];
  /** @throws Problem `target_lacks_method` or `option_invalid` */
  open(input: ExportInput): ExportSession;
  /** The files beside the data. Same input, same bytes: a deletion writes them anew for the rows that are left. */
  texts(input: ExportInput, rows: WrittenRows, made: ExportNotes): FolderText[];
  /**
   * The first line of the file that is trained on, when the one that was first is deleted: loaders make their columns
   * from it, so what it showed them must be shown again. Absent when nothing hangs on the first line.
   */
  readonly firstLine?: (was: string, now: string) => string;
}
