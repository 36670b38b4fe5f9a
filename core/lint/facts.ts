import type { RecipeInput } from '../dataset/recipe';
import type { Evidence } from '../grade/evidence';
import type { Slice } from '../slice/schema';

/** A tool as the recorded conversations call it. */
export interface ToolFacts {
  readonly name: string;
  /** Conversations that call it. */
  readonly count: number;
  /** How often each argument was given. */
  readonly args: Readonly<Record<string, number>>;
}

/** What a build would give now. */
export interface RecipePreview {
  readonly rows: number;
  readonly train: number;
  readonly holdout: number;
  readonly tracesIn: number;
  readonly sliceSize: number;
  /** Traces by the reason why they give no row. */
  readonly leftOut: Readonly<Record<string, number>>;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  /** The newest dataset of this name. */
  readonly last: { readonly version: number; readonly rows: number } | undefined;
  /** Newest builds of other names that train on conversations of this one's holdout. */
  readonly leaks?: readonly { readonly name: string; readonly version: number; readonly n: number }[];
}

/**
 * What the store knows that bears on rubric files. Absent altogether without a store; what has to be counted first is
 * `undefined` until it is known. Nothing is ever said because a store is empty.
 */
export interface Facts {
  readonly conversations: number;
  readonly labels: readonly { readonly label: string; readonly count: number; readonly parent?: string | undefined }[];
  /** Value → conversations, by key. */
  readonly attributes: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly sources: Readonly<Record<string, number>>;
  readonly models: Readonly<Record<string, number>>;
  readonly tools: readonly ToolFacts[];
  /** False: so many conversations call tools that not all were looked at. */
  readonly allTools: boolean;
  /** The rubric that each of the newest runs of judges rests on: canonical JSON, as `frozenJudge` writes it. */
  readonly judgeRuns?: readonly { readonly judge: string; readonly rubric: string }[];
  /** Conversations in a slice. */
  count(slice: Slice): number | undefined;
  /** What the grader looked at makes of answers that people judged. */
  readonly evidence?: Evidence | undefined;
  /** What a recipe would give. */
  preview(recipe: RecipeInput): RecipePreview | undefined;
}
