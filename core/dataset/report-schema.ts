import * as z from 'zod';

const counts = z.record(z.string(), z.number().int().nonnegative());

export const warningCodes = [
  'too_few_rows',
  'no_holdout',
  'one_sided',
  'identical_scores',
  'one_reviewer',
  'unchecked',
  'stale_feedback',
  'mixed_models',
  'length_bias',
  'near_duplicates',
  'one_prompt',
  'kept_too_much',
  'kept_too_little',
  'leaks_markers',
  'judge_not_measured',
] as const;
export type WarningCode = (typeof warningCodes)[number];

/** Why a trace of the slice gave no row (LOOP §9, Books), in the order they are tried. */
export const leftOutCodes = [
  'tainted',
  'disputed',
  'no_prompt',
  'empty_answer',
  'invalid_tool_calls',
  'no_verdict',
  'thumbs_down_only',
  'below_min_score',
  'no_second_answer',
  'all_scores_equal',
  'chosen_equals_rejected',
  'score_on_the_fence',
  'no_reward',
  'duplicate_row',
] as const;
export type LeftOutCode = (typeof leftOutCodes)[number];

export const warning = z.object({
  code: z.enum(warningCodes),
  /** Numbers and names the sentence is made of. */
  args: z.record(z.string(), z.union([z.string(), z.number()])),
  /** English; screens translate from code and args. */
  message: z.string(),
});

const lengths = z.object({ median: z.number(), p95: z.number(), max: z.number() });

/** What a dataset is made of (LOOP §9 Report). Lengths are characters of answer text. */
export const report = z.object({
  rows: z.number().int(),
  items: z.number().int(),
  traces_in: z.number().int(),
  slice_size: z.number().int(),
  train_rows: z.number().int(),
  holdout_rows: z.number().int(),
  balance: z.object({ desirable: z.number().int(), undesirable: z.number().int() }),
  sources: z.object({
    human: z.number().int(),
    earlier_process: z.number().int(),
    rule: z.number().int(),
    judge: z.number().int(),
    agent: z.number().int(),
  }),
  reviewers: counts,
  models: counts,
  graders: z.array(z.string()),
  judges: z.array(z.string()),
  labels: counts,
  score_from: z.string().nullable(),
  time_span: z.object({ first: z.string(), last: z.string() }).nullable(),
  lengths: z.object({ prompt: lengths, answer: lengths, rejected: lengths.optional() }),
  /** How rows spread, for charts; absent in reports of earlier versions. A bin holds what is at or above its `from`. */
  distributions: z
    .object({
      /** Tenths of 0..1; only when scores made rows. For pairs it is the distance of their scores. */
      scores: z.array(z.object({ from: z.number(), rows: z.number().int() })).optional(),
      /** Characters by powers of two. */
      lengths: z.array(z.object({ from: z.number(), answer: z.number().int(), rejected: z.number().int().optional() })),
      /** By time of capture, in steps that fit the span; UTC. */
      time: z.array(z.object({ from: z.string(), to: z.string(), train: z.number().int(), holdout: z.number().int() })),
    })
    .optional(),
  left_out: counts,
  rows_dropped: counts,
  /** Tasks that stayed in training because holding them out would have taken too much, or everything. */
  moved_to_keep_tasks_whole: z.number().int(),
  /** Why the holdout is empty although one was asked for. */
  holdout_note: z.enum(['one_task', 'no_rows', 'tasks_too_large']).optional(),
  purged_rows: z.number().int(),
  warnings: z.array(warning),
});

export type Warning = z.infer<typeof warning>;
export type DatasetReport = z.infer<typeof report>;
