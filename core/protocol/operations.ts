import type * as z from 'zod';
import { datasetsOperations } from './operations/datasets';
import { feedbackOperations } from './operations/feedback';
import { gradeOperations } from './operations/grade';
import { intakeOperations } from './operations/intake';
import { judgeOperations } from './operations/judge';
import { labelsOperations } from './operations/labels';
import { storeOperations } from './operations/store';
import { tracesOperations } from './operations/traces';

export { groupings, longestRetention, pageLimit, queueOrders } from './operations/operation';

/**
 * Everything the engine can do: the one place that says so. Every door (language server, command line, webview) is a
 * loop over this table, so every way in does the same thing with the same errors.
 */
export const operations = {
  ...intakeOperations,
  ...tracesOperations,
  ...feedbackOperations,
  ...labelsOperations,
  ...gradeOperations,
  ...judgeOperations,
  ...datasetsOperations,
  ...storeOperations,
} as const;

export type Operations = typeof operations;
export type Method = keyof Operations;
export type Params<M extends Method> = z.input<Operations[M]['params']>;
export type Parsed<M extends Method> = z.output<Operations[M]['params']>;
export type Result<M extends Method> = z.output<Operations[M]['result']>;

export const methodNames = Object.keys(operations) as Method[];

export function isMethod(name: string): name is Method {
  return Object.hasOwn(operations, name);
}
