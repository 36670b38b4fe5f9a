import * as z from 'zod';
import { ruleReason } from '../log/events';

const count = z.number().int().nonnegative();
const score = z.number().nullable();
const verdictCounts = z.object({ pass: count, fail: count, skipped: count, not_applied: count });
const runCounts = {
  /** Recorded answers; passed + failed + no_score. */
  graded: count,
  candidates_graded: count,
  passed: count,
  failed: count,
  no_score: count,
  mean_score: score,
  by_rule: z.record(z.string(), verdictCounts),
};

export const gradeResult = z.object({
  grader: z.string(),
  grader_hash: z.string(),
  ...runCounts,
  pass_threshold: z.number(),
  /** Grades that are new in the log; the others were there already. */
  written: count,
  /** One trace, or all turns: each answer (of the first 1000 traces), and what each trace came to. */
  rows: z
    .array(
      z.object({
        trace: z.string(),
        turn: z.number().int(),
        candidate: z.string().optional(),
        score,
        rules: z.record(z.string(), z.string()),
        /** Why, of the rules that did not pass; English. */
        reasons: z.record(z.string(), z.string()),
      }),
    )
    .optional(),
  traces: z
    .array(z.object({ trace: z.string(), turns: count, scored: count, mean_score: score, lowest_score: score, passed: count }))
    .optional(),
});

export const triedGrader = z.object({
  grader: z.string(),
  grader_hash: z.string(),
  pass_threshold: z.number(),
  answers: z.array(
    z.object({
      turn: z.number().int(),
      candidate: z.string().optional(),
      score,
      passed: z.boolean().optional(),
      rules: z.array(
        z.object({
          id: z.string(),
          /** Its place among the rules of the file, from 0. */
          index: count,
          verdict: z.string(),
          reason: ruleReason.extend({ message: z.string() }),
        }),
      ),
    }),
  ),
});

/** How a grader file stands. */
export const graderRow = z.object({
  path: z.string(),
  name: z.string(),
  grader_hash: z.string().optional(),
  rules: count,
  /** Traces of the store, and those that at least one rule applies to. */
  total: count,
  slice_size: count,
  last: z
    .object({
      run: z.string(),
      at: z.string(),
      by: z.string(),
      /** The rules have changed since. */
      stale: z.boolean(),
      slice: z.string(),
      turns: z.string(),
      ...runCounts,
    })
    .optional(),
  /** Why the file cannot be used. */
  problem: z.string().optional(),
});

/** How far a grader and people agree on the answers that both judged. */
export const agreement = z.object({
  grader: z.string(),
  grader_hash: z.string(),
  n: count,
  /** A share with its 95 % interval. */
  agreement: score,
  low: score,
  high: score,
  kappa: score,
  table: z.object({ both: count, grader_only: count, people_only: count, neither: count }),
});
