import * as z from 'zod';
import { grader } from '../../grade/schema';
import { slice } from '../../slice/schema';
import * as r from '../results';
import { none, op } from './operation';

/** The store itself. */
export const storeOperations = {
  'trace.delete': op({
    summary: 'Delete traces for good, from the log, datasets and exported files',
    params: z.object({
      traces: z.array(z.string()).optional(),
      where: slice.optional(),
      dry_run: z.boolean().default(false),
      confirmed: z.boolean().default(false),
    }),
    result: r.deleteResult,
    changes: true,
    long: true,
  }),
  'store.stats': op({ summary: 'Counts and sizes of the store', params: none, result: r.statsResult, changes: false }),
  'store.facts': op({
    summary: 'What rubric files can be checked against: labels, tools, sources, with counts',
    params: none,
    result: r.rubricFacts,
    changes: false,
  }),
  'store.share': op({
    summary: 'Let git see the feedback of this store, or nothing of it any more',
    params: z.object({
      shared: z.boolean().default(true),
      dry_run: z.boolean().default(false),
      confirmed: z.boolean().default(false),
    }),
    result: r.sharedResult,
    changes: true,
  }),
  'store.evidence': op({
    summary: 'What a grader that is being written makes of answers that people judged; nothing is stored',
    params: z.object({ grader }),
    result: r.evidence,
    changes: false,
  }),
  'store.rebuild': op({
    summary: 'Make the index anew from the log',
    /** Go on without files of the log that are gone. */
    params: z.object({ accept_missing: z.boolean().default(false) }),
    result: r.statsResult,
    changes: false,
    long: true,
  }),
} as const;
