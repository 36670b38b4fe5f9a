import * as z from 'zod';

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
  /** SHA-256 over the row's canonical content: prompt, answers, label. Hex. */
  hash: z.string(),
});
export type RowRef = z.infer<typeof rowRef>;
