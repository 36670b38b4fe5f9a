import * as z from 'zod';
import { selection } from '../../slice/schema';
import * as g from '../grade-results';
import * as r from '../results';
import { op, traceId } from './operation';

/** A grader file; `text` is what stands in the editor, when that is not saved. */
const graderFile = z.object({ path: z.string(), text: z.string().optional() });

/** Grading by rules. */
export const gradeOperations = {
  'grade.run': op({
    summary: 'Grade answers by the rules of a file',
    params: z.object({
      grader: graderFile,
      selection: selection.default({}),
      /** Only this one, whatever the selection. */
      trace: z.string().optional(),
      turns: z.enum(['answer', 'all']).default('answer'),
    }),
    result: g.gradeResult,
    changes: true,
    again: true,
    long: true,
  }),
  'grade.try': op({
    summary: 'What a grader makes of one trace, writing nothing',
    params: z.object({ ...traceId.shape, grader: graderFile, turns: z.enum(['answer', 'all']).default('answer') }),
    result: g.triedGrader,
    changes: false,
  }),
  'grade.scores': op({
    summary: 'Scores of one trace, with what each rule said',
    params: traceId,
    result: z.object({ trace: z.string(), scores: r.traceFacts.shape.scores, verdicts: r.traceFacts.shape.verdicts }),
    changes: false,
  }),
  'grade.overview': op({
    summary: 'Slice, last run and staleness of grader files',
    params: z.object({ graders: z.array(graderFile).max(500) }),
    result: z.array(g.graderRow),
    changes: false,
  }),
  'grade.agreement': op({
    summary: 'How far a grader and people agree',
    params: z.object({ grader: graderFile }),
    result: g.agreement,
    changes: false,
    long: true,
  }),
} as const;
