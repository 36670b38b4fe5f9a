import type { SignalView, TraceFacts } from '../../../core/protocol/results';
import type { Message, Trace } from '../../../core/trace/model';
import { brokenTools, refund } from './conversations';

/** A stored trace with what is known of it, as the fake engine keeps it. */
export interface Kept {
  readonly trace: Trace;
  readonly facts: TraceFacts;
}

export const reviewer = 'ana';

export function trace(id: string, messages: Message[], more: Partial<Trace> = {}): Trace {
  const answer = messages.map((message) => message.role).lastIndexOf('assistant');
  return {
    id,
    source: 'support-agent',
    origin: { kind: 'imported', file: '/home/ana/shop/logs/support-2026-11.jsonl', line: 12 },
    model: 'ministral-8b-2410',
    captured_at: '2026-11-21T09:14:05.120Z',
    recorded_at: '2026-11-24T08:00:00.000Z',
    messages,
    answer_turn: answer,
    labels: [],
    attributes: {},
    meta: {},
    flags: {},
    ...more,
  };
}

export function facts(more: Partial<TraceFacts> = {}): TraceFacts {
  return {
    state: 'unreviewed',
    verdict: undefined,
    signals: [],
    scores: [],
    verdicts: [],
    candidates: [],
    labels: [],
    attributes: {},
    pinned: false,
    tainted: [],
    redactions: {},
    ...more,
  };
}

export function signal(id: string, kind: SignalView['kind'], turn: number, more: Partial<SignalView> = {}): SignalView {
  return { id, kind, turn, reviewer: 'ben', at: '2026-11-27T10:20:00.000Z', provenance: 'human', ...more };
}

const refundFacts = facts({
  state: 'disputed',
  labels: ['refunds', 'needs-policy'],
  attributes: { category: 'refund', country: 'NL' },
  redactions: { email: 2, phone: 1, card: 1 },
  signals: [
    signal('s1', 'up', 9, { reviewer: 'ben', counts: true, at: '2026-11-26T15:01:00.000Z' }),
    signal('s2', 'down', 9, { reviewer: 'chloe', counts: true, reason: 'Promises a refund window the policy does not have' }),
    signal('s3', 'skip', 9, { reviewer: 'ben', retracted: true, at: '2026-11-26T14:58:00.000Z' }),
    signal('s4', 'correction', 5, {
      reviewer: 'log',
      provenance: 'earlier_process',
      at: '2026-11-22T08:00:00.000Z',
      text: 'I can see the parcel was delivered on 12 November. May I ask what is wrong with it?',
    }),
    signal('s5', 'note', 9, { reviewer: 'ben', text: 'Check the policy text with legal before this goes into training.' }),
  ],
  scores: [
    {
      turn: 9,
      from: 'grader',
      name: 'refund-policy',
      score: 0.667,
      dimensions: {},
      rules: { mentions_window: 'pass', no_promise: 'fail', order_number: 'pass' },
    },
  ],
  verdicts: [
    {
      turn: 9,
      from: 'judge',
      name: 'support-tone',
      score: 0.82,
      dimensions: { kindness: 0.9, clarity: 0.75 },
      reason: 'Warm and clear, though the second paragraph repeats the first.',
      stale: true,
    },
  ],
  candidates: [
    {
      id: 'c1',
      at: '2026-11-25T10:00:00.000Z',
      by: 'ben',
      model: 'large-teacher-3',
      text: 'Your order arrived on 12 November, so the 30-day window is open until 12 December. Shall I start the return?',
    },
  ],
});

const meta = { usage: { input_tokens: 1284, output_tokens: 212 }, latency_ms: 2140, finish_reason: 'stop' };

export const kept: readonly Kept[] = [
  {
    trace: trace('k3v9m2q8x7c1b5n4z6a0s9d8f7', refund, { meta, tools: brokenTools.tools, labels: ['refunds'] }),
    facts: refundFacts,
  },
  {
    trace: trace('p1o2i3u4y5t6r7e8w9q0a1s2d3', brokenTools.messages, {
      tools: brokenTools.tools,
      origin: { kind: 'imported', file: '/home/ana/shop/logs/support-2026-11.jsonl', line: 13 },
      model: 'ministral-8b-2410',
    }),
    facts: facts({ expires_at: '2026-12-01T00:00:00.000Z' }),
  },
  {
    trace: trace('z9x8c7v6b5n4m3a2s1d0f9g8h7', [
      { role: 'user', content: 'Is the blue kettle suitable for induction hobs?' },
      { role: 'assistant', content: '' },
    ]),
    facts: facts(),
  },
  {
    trace: trace('r5e4f3e2r1e0n9c8e7o6n5l4y3', [{ role: 'user', content: 'How long is the warranty on a dishwasher?' }], {
      answer_turn: -1,
    }),
    facts: facts(),
  },
];
