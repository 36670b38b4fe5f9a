import type { Method, Recipe } from '../recipe';
import type { Prompts } from '../prompts';
import type { DatasetReport, WarningCode } from '../report-schema';
import type { RowRef } from '../row';

/** A row with the few numbers warnings need; no text. */
export interface RowStat {
  readonly ref: RowRef;
  /** Number of the prompt. */
  readonly prompt: number;
  readonly prompt_chars: number;
  readonly answer_chars: number;
  readonly rejected_chars: number | undefined;
  /** The answer to be learnt holds a redaction marker. */
  readonly marked: boolean;
  readonly scored: boolean;
  /** The model of the answer was replaced since. */
  readonly replaced: boolean;
}

/** What warnings look at: the rows and what was counted on the way to them. */
export interface BuildStats {
  readonly recipe: Recipe;
  readonly rows: readonly RowStat[];
  readonly prompts: Prompts;
  readonly numbers: Pick<DatasetReport, 'train_rows' | 'holdout_rows' | 'balance' | 'sources' | 'models'>;
  /** Items that a score decided, in or out. */
  readonly decisions: { readonly considered: number; readonly kept: number; readonly high: number };
  readonly verdicts: {
    /** Acts of people here that rows rest on, and who they were. */
    readonly human: number;
    readonly reviewers: ReadonlySet<string>;
    /** Acts of people here or earlier, and how many of them concern a model that was replaced since. */
    readonly total: number;
    readonly replaced: number;
  };
  /** Judges whose scores rows rest on, with the number of their items that people judged too. */
  readonly judges: ReadonlyMap<string, number>;
}

export interface Finding {
  readonly args: Readonly<Record<string, string | number>>;
  readonly message: string;
  /** Rows the finding is about; absent when it is about the dataset as a whole. */
  readonly concerns?: (row: RowStat) => boolean;
}

/** One warning of the report (LOOP §9): advice, never a refusal. */
export interface WarningRule {
  readonly code: WarningCode;
  check(stats: BuildStats): Finding | undefined;
}

/** Whole per cent. */
export function percentOf(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100);
}

/** Whether rows were made from scores rather than verdicts, by the most of them. */
export function isFromScores(stats: BuildStats): boolean {
  return stats.rows.filter((row) => row.scored).length * 2 > stats.rows.length;
}

export function isMethod(stats: BuildStats, ...methods: readonly Method[]): boolean {
  return methods.includes(stats.recipe.method);
}
