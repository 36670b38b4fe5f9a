import * as z from 'zod';
import { provenance } from '../log/events';
import { leftOutCodes, warningCodes } from './report-schema';

export const splits = ['train', 'holdout'] as const;
export type Split = (typeof splits)[number];

/** Which answer a row uses: the recorded one, one a person wrote (the act's id), or a candidate (its id). */
export const answerRef = z.discriminatedUnion('from', [
  z.object({ from: z.literal('answer') }),
  z.object({ from: z.literal('act'), act: z.string() }),
  z.object({ from: z.literal('candidate'), candidate: z.string() }),
]);
export type AnswerRef = z.infer<typeof answerRef>;

/** One row of a built dataset: references only, never text. The text is read from the store when it is exported. */
export const rowRef = z.object({
  trace: z.string(),
  turn: z.number().int(),
  /** 0-based position among the rows of the same (trace, turn). */
  part: z.number().int(),
  split: z.enum(splits),
  task: z.string(),
  /** sft, kto: the completion. dpo: the chosen answer. grpo: the reference, when there is one. */
  chosen: answerRef.optional(),
  rejected: answerRef.optional(),
  /** kto. */
  desirable: z.boolean().optional(),
  /** grpo: where the reward comes from. */
  reward: z.enum(['reference', 'rules', 'judge']).optional(),
  /** The acts this row rests on. */
  acts: z.array(z.string()),
  score: z.number().optional(),
  /** The highest provenance the row rests on; a row made from scores counts as its scorer's. */
  source: provenance,
  /** Whose verdicts the row rests on; empty when it was made from machine scores. */
  reviewers: z.array(z.string()),
  /** The model of the recorded answer, when known. */
  model: z.string().optional(),
  /** Labels of the trace when the dataset was built. */
  labels: z.array(z.string()),
  /** When the conversation took place: the trace's `captured_at`. */
  at: z.string().optional(),
  /** UTF-16 units of the answer that is learnt, and of the rejected one. */
  chars: z.number().int().optional(),
  rejected_chars: z.number().int().optional(),
  /** On the first row of a trace: why other rows of it were dropped. */
  dropped: z.array(z.enum(leftOutCodes)).optional(),
  /** Its task stayed in training to be kept whole. */
  moved: z.literal(true).optional(),
  /** Warnings of the report that speak of this row. */
  warnings: z.array(z.enum(warningCodes)).optional(),
  /** SHA-256 over the row's canonical content: prompt, answers, label. Hex. */
  hash: z.string(),
});
export type RowRef = z.infer<typeof rowRef>;

/** A trace of the slice that gave no row, and why. Kept beside the rows so that every number of a report can be opened. */
export const leftOutRef = z.object({ left_out: z.enum(leftOutCodes), trace: z.string() });
export type LeftOutRef = z.infer<typeof leftOutRef>;

/** One line of `datasets/<id>.jsonl`: the rows in dataset order, then what was left out, in the same order of traces. */
export const datasetLine = z.union([rowRef, leftOutRef]);
export type DatasetLine = z.infer<typeof datasetLine>;

export function isRow(line: DatasetLine): line is RowRef {
  return !('left_out' in line);
}
