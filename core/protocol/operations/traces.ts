import * as z from 'zod';
import { selection, slice } from '../../slice/schema';
import * as r from '../results';
import { groupings, limit, mine, op, queue, queueOrders, traceId, traceIds } from './operation';

/** Finding and reading traces. */
export const tracesOperations = {
  'trace.list': op({
    summary: 'A page of traces',
    params: z.object({
      selection: selection.default({}),
      group: z.object({ by: z.enum(groupings), key: z.string() }).optional(),
      order: z.enum(queueOrders).default('newest'),
      limit,
      /** The `next` of the page before. */
      after: z.string().optional(),
      mine,
    }),
    result: z.object({ rows: z.array(r.traceRow), next: z.string().nullable() }),
    changes: false,
  }),
  'trace.rows': op({
    summary: 'The list lines of some traces; unknown ids are left out',
    params: z.object({ ...traceIds.shape, mine }),
    result: z.array(r.traceRow),
    changes: false,
  }),
  'trace.find': op({
    summary: 'Ids that begin with what was typed, at most ten',
    params: z.object({ begin: z.string().min(4) }),
    result: z.object({ traces: z.array(z.string()) }),
    changes: false,
  }),
  'trace.show': op({ summary: 'One trace, whole', params: traceId, result: r.shownTrace, changes: false }),
  'trace.open': op({
    summary: 'Outline, first window and facts of one trace',
    params: z.object({ ...traceId.shape, queue: queue.optional() }),
    result: r.openedTrace,
    changes: false,
  }),
  'trace.window': op({
    summary: 'More messages of one trace',
    params: z.object({ ...traceId.shape, from: z.number().int(), to: z.number().int() }),
    result: z.array(r.windowItem),
    changes: false,
  }),
  'trace.part': op({
    summary: 'A piece of one long message',
    params: z.object({ ...traceId.shape, turn: z.number().int(), offset: z.number().int().min(0) }),
    result: z.object({ text: z.string(), end: z.boolean() }),
    changes: false,
  }),
  'trace.facts': op({
    summary: 'What is known of one trace beside its messages',
    params: traceId,
    result: r.traceFacts,
    changes: false,
  }),
  'queue.next': op({
    summary: 'The next unreviewed trace of a queue',
    params: z.object({ ...queue.shape, after: z.string().optional() }),
    result: z.object({ trace: z.string().nullable(), waiting: z.number().int() }),
    changes: false,
  }),
  'trace.groups': op({
    summary: 'Groups of traces with counts',
    params: z.object({ by: z.enum(groupings), slice: slice.default({}) }),
    result: z.array(r.group),
    changes: false,
  }),
  'trace.ids': op({
    summary: 'The ids of all traces of a slice',
    params: z.object({ slice }),
    result: z.object({ traces: z.array(z.string()) }),
    changes: false,
  }),
  'trace.count': op({
    summary: 'How many traces a slice holds',
    params: z.object({ slice }),
    result: z.object({ count: z.number().int() }),
    changes: false,
  }),
} as const;
