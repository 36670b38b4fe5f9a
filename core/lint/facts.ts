import type { Slice } from '../slice/schema';

/** A tool as the recorded conversations call it. */
export interface ToolFacts {
  readonly name: string;
  /** Conversations that call it. */
  readonly count: number;
  /** How often each argument was given. */
  readonly args: Readonly<Record<string, number>>;
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
  /** Conversations in a slice. */
  count(slice: Slice): number | undefined;
}
