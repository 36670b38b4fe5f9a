import * as z from 'zod';
import { slice, withoutProto } from '../../slice/schema';

/** The most rows one page may ask for. */
export const pageLimit = 500;

/** The most days a retention may be; beyond that it is for ever. */
export const longestRetention = 3650;

/** The order in which traces are reviewed. */
export const queueOrders = ['oldest', 'newest', 'random', 'lowest_score', 'disagreement', 'shortest'] as const;

export const groupings = ['state', 'source', 'label', 'model', 'day', 'score', 'disagreement'] as const;

export const none = z.object({});
export const traceId = z.object({ trace: z.string() });
export const traceIds = z.object({ traces: z.array(z.string()).min(1).max(100_000) });
export const attributes = z.preprocess(withoutProto<Record<string, string>>, z.record(z.string(), z.string()));
export const limit = z.number().int().min(1).max(pageLimit).default(200);
export const queue = z.object({
  slice: slice.optional(),
  order: z.enum(queueOrders).default('oldest'),
  seed: z.number().int().default(1),
  /** The traces behind one number of a report, in the dataset's order; slice and order then do not count. */
  part: z.object({ dataset: z.string(), part: z.string() }).optional(),
});
export type PartOfReport = { readonly dataset: string; readonly part: string };

/** Fill in `mine`: whether the caller has judged the trace. Costs a look at all the caller's verdicts. */
export const mine = z.boolean().default(false);

export interface Operation {
  readonly summary: string;
  readonly params: z.ZodType;
  readonly result: z.ZodType;
  /** Writes to the store. */
  readonly changes: boolean;
  /** Done again from the beginning it changes nothing more: what it writes is there whole or not at all, or known by its act. */
  readonly again?: true;
  /** Reports progress and can be cancelled. */
  readonly long?: true;
}

export function op<const O extends Operation>(operation: O): O {
  return operation;
}
