import * as z from 'zod';
import { answer } from '../../log/events';
import * as r from '../results';
import { attributes, none, op, traceId, traceIds } from './operation';

/** What a trace is tagged and marked with. */
export const labelsOperations = {
  'label.add': op({
    summary: 'Label traces',
    params: z.object({ ...traceIds.shape, labels: z.array(z.string()).min(1), parent: z.string().optional() }),
    result: r.labelled,
    changes: true,
  }),
  'label.remove': op({
    summary: 'Remove labels or attribute keys from traces',
    params: z.object({ ...traceIds.shape, labels: z.array(z.string()).default([]), keys: z.array(z.string()).default([]) }),
    result: r.labelled,
    changes: true,
  }),
  'label.list': op({
    summary: 'Labels with parents and counts',
    params: none,
    result: z.array(z.object({ label: z.string(), parent: z.string().optional(), count: z.number().int() })),
    changes: false,
  }),
  'label.change': op({
    summary: 'Rename, merge or re-parent a label',
    /** `merge`: `to` is another label, and the two become one. Without it a name that is taken is a problem. */
    params: z.object({
      label: z.string(),
      to: z.string().optional(),
      merge: z.boolean().default(false),
      parent: z.string().nullable().optional(),
    }),
    result: z.object({ act_id: z.string(), merged: z.boolean() }),
    changes: true,
  }),
  'attribute.set': op({
    summary: 'Set attributes of traces',
    params: z.object({ ...traceIds.shape, values: attributes }),
    result: r.labelled,
    changes: true,
  }),
  'attribute.list': op({
    summary: 'Attribute keys with values and counts',
    params: none,
    result: z.array(z.object({ key: z.string(), values: z.record(z.string(), z.number().int()) })),
    changes: false,
  }),
  'trace.pin': op({
    summary: 'Keep traces beyond their retention',
    params: z.object({ ...traceIds.shape, pinned: z.boolean() }),
    result: z.object({ act_id: z.string() }),
    changes: true,
  }),
  'trace.taint': op({
    summary: 'Mark a trace as unfit for training',
    params: z.object({ ...traceId.shape, reason: z.string() }),
    result: z.object({ act_id: z.string() }),
    changes: true,
  }),
  'candidate.add': op({
    summary: 'Add another answer to the same question',
    params: z.object({ ...traceId.shape, answer, model: z.string().optional() }),
    result: z.object({ act_id: z.string(), state: r.acted.shape.state, candidate: z.string() }),
    changes: true,
  }),
} as const;
