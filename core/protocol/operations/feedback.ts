import * as z from 'zod';
import { answer } from '../../log/events';
import * as r from '../results';
import { none, op, traceId } from './operation';

/** What a person says about an answer. */
export const feedbackOperations = {
  'feedback.up': op({
    summary: 'Say that an answer is right',
    params: z.object({ ...traceId.shape, turn: z.number().int().optional(), reason: z.string().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.down': op({
    summary: 'Say that an answer is wrong',
    params: z.object({ ...traceId.shape, turn: z.number().int().optional(), reason: z.string().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.correct': op({
    summary: 'Say what should have been answered',
    params: z.object({ ...traceId.shape, turn: z.number().int().optional(), answer, reason: z.string().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.gold': op({
    summary: 'State the reference answer',
    params: z.object({ ...traceId.shape, turn: z.number().int().optional(), answer, reason: z.string().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.skip': op({
    summary: 'Leave a trace without a verdict',
    params: z.object({ ...traceId.shape, turn: z.number().int().optional(), reason: z.string().optional() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.note': op({
    summary: 'Comment on a trace',
    params: z.object({
      ...traceId.shape,
      turn: z.number().int().optional(),
      text: z.string(),
      range: z.object({ start: z.number().int(), end: z.number().int() }).optional(),
    }),
    result: r.acted,
    changes: true,
  }),
  'feedback.score': op({
    summary: 'Score an answer from 0 to 1 by dimension',
    params: z.object({
      ...traceId.shape,
      turn: z.number().int().optional(),
      scores: z.record(z.string(), z.number().min(0).max(1)),
    }),
    result: r.acted,
    changes: true,
  }),
  'feedback.pick': op({
    summary: 'Say which of some answers is better',
    params: z.object({
      ...traceId.shape,
      better: z.string(),
      /** Several: better than each of them, in one act. A tie: of all of them none is better. */
      worse: z.union([z.string(), z.array(z.string()).min(1).max(8)]),
      tie: z.boolean().optional(),
    }),
    result: r.acted,
    changes: true,
  }),
  'feedback.reason': op({
    summary: 'Add a reason to one of your verdicts',
    params: z.object({ act: z.string(), reason: z.string() }),
    result: r.acted,
    changes: true,
  }),
  'feedback.undo': op({
    summary: 'Take back your newest act, or the one named',
    params: z.object({ act: z.string().optional() }),
    result: z.object({
      act_id: z.string(),
      retracted: z.string(),
      trace: z.string().optional(),
      state: r.acted.shape.state.optional(),
    }),
    changes: true,
  }),
  'feedback.redo': op({
    summary: 'Restore the act you took back last',
    params: none,
    result: z.object({
      act_id: z.string(),
      restored: z.string(),
      trace: z.string().optional(),
      state: r.acted.shape.state.optional(),
    }),
    changes: true,
  }),
  'feedback.reasons': op({
    summary: 'Reasons given lately, newest first',
    params: z.object({ limit: z.number().int().min(1).max(9).default(9) }),
    result: z.array(z.string()),
    changes: false,
  }),
} as const;
