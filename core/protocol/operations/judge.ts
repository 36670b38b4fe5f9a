import * as z from 'zod';
import { none, op } from './operation';
import { refusedRow } from '../results';

const count = z.number().int().nonnegative();
const counts = z.record(z.string(), count);
const score = z.number().nullable();

/** Verdicts of judges that were run elsewhere. */
export const judgeOperations = {
  'judge.import': op({
    summary: 'Take in the verdicts that a judge gave elsewhere',
    params: z.object({
      /** The judge file as the model was given it; `text` is what stands in the editor, when that is not saved. */
      judge: z.object({ path: z.string(), text: z.string().optional() }),
      /** A file of rows `{trace, turn?, scores: {dimension: score}, reason?}`. */
      path: z.string(),
      /** A name for the run. Absent: told from judge, model and verdicts, so that the same file is the same run. */
      run: z.string().min(1).max(120).optional(),
      model: z.string().min(1).max(200).optional(),
    }),
    result: z.object({
      run: z.string(),
      judge: z.string(),
      rubric_hash: z.string(),
      /** recorded + duplicates + refused. */
      read: count,
      recorded: count,
      duplicates: count,
      refused: count,
      refused_by: counts,
      /** The first 100. */
      refused_rows: z.array(refusedRow),
      mean_score: score,
    }),
    changes: true,
    long: true,
  }),
  'judge.convert': op({
    summary: 'Read a *.judge.yaml as the *.judge.md it means',
    params: z.object({ judge: z.object({ path: z.string(), text: z.string().optional() }) }),
    result: z.object({
      /** The text of the *.judge.md; nothing is written. */
      text: z.string(),
    }),
    changes: false,
  }),
  'judge.runs': op({
    summary: 'Runs of judges, newest first, and which rest on an earlier rubric',
    params: none,
    result: z.array(
      z.object({
        run: z.string(),
        judge: z.string(),
        at: z.string(),
        by: z.string(),
        model: z.string().optional(),
        file: z.string(),
        rubric_hash: z.string(),
        verdicts: count,
        mean_score: score,
        /** The judge's file says something else now. */
        stale: z.boolean(),
      }),
    ),
    changes: false,
  }),
} as const;
