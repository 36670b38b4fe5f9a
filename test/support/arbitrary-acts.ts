import fc from 'fast-check';
import { provenances, signalKinds, type EventBody, type LogEvent } from '../../core/log/events';
import { hasKinds, states, type PlainSlice, type Selection } from '../../core/slice/schema';
import type { Trace } from '../../core/trace/model';
import { traceOf } from './store';

/** A handful of conversations that differ in everything slices look at. */
export const sampleTraces: readonly Trace[] = [
  traceOf({
    key: 'request:0',
    captured_at: '2026-08-01T00:00:00.000Z',
    labels: ['Refund'],
    attributes: { language: 'es' },
    model: 'small',
  }),
  traceOf({
    key: 'request:1',
    captured_at: '2026-08-01T23:59:59.999Z',
    labels: ['refund', 'urgent'],
    model: 'large',
    question: 'Kelvin K and İstanbul?',
  }),
  traceOf({
    key: 'request:2',
    captured_at: '2026-08-02T00:00:00.000Z',
    source: 'chat',
    attributes: { language: 'de', tier: 'gold' },
    answer: 'Cafe\u0301 “déjà vu”',
  }),
  traceOf({
    key: 'request:3',
    captured_at: '2026-08-03T12:00:00.000Z',
    source: 'chat',
    model: 'small',
    flags: { tainted: ['policy.denied'] },
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: '请问这个订单 50% "off"?' },
          { type: 'image', name: 'Bill 7.png' },
        ],
      },
      {
        role: 'assistant',
        content: '',
        tool_calls: [
          { id: 'c1', name: 'look_up', arguments: '{ "city": "S\\u00e3o Paulo", "path":"C:\\\\temp" ,"n": [1,  2] }' },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'Order not found\nTry again' },
      { role: 'assistant', content: 'Not found, sorry. REFUND window is 14 days; see a/b.' },
    ],
  }),
];

const names = ['ana', 'ben'] as const;
const labels = ['refund', 'urgent', 'billing', 'money back'] as const;
const keys = ['language', 'tier'] as const;
const start = Date.UTC(2026, 8, 2);

const oneTrace = fc.constantFrom(...sampleTraces.map(({ id }) => id));
const someTraces = fc.uniqueArray(oneTrace, { minLength: 1, maxLength: 3 });
const someLabels = fc.uniqueArray(fc.constantFrom(...labels), { minLength: 1, maxLength: 2 });
const turn = fc.constantFrom(1, 3);
const score = fc.constantFrom(0, 0.5, 1);
const act = fc.nat({ max: 39 }).map((n) => idOf(n));

function idOf(n: number): string {
  return `01J${String(n).padStart(23, '0')}`;
}

const body: fc.Arbitrary<EventBody> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('signal' as const),
      trace: oneTrace,
      turn,
      kind: fc.constantFrom(...signalKinds),
      provenance: fc.constantFrom(...provenances),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('signal' as const),
      trace: oneTrace,
      turn,
      kind: fc.constant('score' as const),
      provenance: fc.constantFrom(...provenances),
      scores: fc.record({ overall: score }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom('retracted' as const, 'restored' as const), act }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constantFrom('labels_added' as const, 'labels_removed' as const),
      traces: someTraces,
      labels: someLabels,
    }),
  },
  fc.record({
    type: fc.constant('label_parent_set' as const),
    label: fc.constantFrom(...labels),
    parent: fc.option(fc.constantFrom(...labels)),
  }),
  fc
    .uniqueArray(fc.constantFrom(...labels), { minLength: 2, maxLength: 2 })
    .map(([from = '', to = '']) => ({ type: 'label_renamed' as const, from, to })),
  fc.record({
    type: fc.constant('attributes_set' as const),
    traces: someTraces,
    values: fc.dictionary(fc.constantFrom(...keys), fc.constantFrom('es', 'gold'), { minKeys: 1 }),
  }),
  fc.record({
    type: fc.constant('attributes_removed' as const),
    traces: someTraces,
    keys: fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1 }),
  }),
  fc.record({ type: fc.constantFrom('pinned' as const, 'unpinned' as const), traces: someTraces }),
  fc.record({ type: fc.constant('tainted' as const), traces: someTraces, reason: fc.constant('wrong') }),
  fc.record({
    type: fc.constant('candidate' as const),
    trace: oneTrace,
    candidate: fc.constantFrom('k1', 'k2'),
    answer: fc.constant({ text: 'Other.' }),
  }),
  fc.record({
    type: fc.constant('grade' as const),
    trace: oneTrace,
    turn,
    grader: fc.constantFrom('tone', 'facts'),
    grader_hash: fc.constantFrom('h1', 'h2'),
    score: fc.option(score),
    rules: fc.constant({}),
  }),
  fc.record({
    type: fc.constant('verdict' as const),
    trace: oneTrace,
    turn,
    judge: fc.constant('j'),
    run: fc.constantFrom('r1', 'r2'),
    score: fc.option(score),
    scores: fc.constant({}),
  }),
  fc.record({
    type: fc.constant('source_switched' as const),
    source: fc.constantFrom('voice', 'mail'),
    recording: fc.boolean(),
    retention_days: fc.option(fc.constantFrom(7, 30)),
  }),
);

/** Acts with different ids; several may have the same time, and they come in no order of time. */
export const arbitraryActs: fc.Arbitrary<LogEvent[]> = fc
  .array(fc.record({ body, by: fc.constantFrom(...names), minute: fc.nat({ max: 12 }) }), { maxLength: 40 })
  .map((drawn) =>
    drawn.map(({ minute, ...rest }, n) => ({
      v: 1 as const,
      id: idOf(n),
      at: new Date(start + minute * 60_000).toISOString(),
      ...rest,
    })),
  );

const texts = [
  'refund WINDOW',
  'k',
  'istanbul',
  'i',
  'café',
  'DÉJÀ',
  '订单',
  '50%',
  '"off"',
  'são paulo',
  'temp',
  '[1,2]',
  '[image bill',
  'found\ntry',
  'a/b',
  'order not',
  'nowhere',
  'c:\\\\temp',
  'look_up',
] as const;

function oneOrMore<T>(item: fc.Arbitrary<T>): fc.Arbitrary<T | T[]> {
  return fc.oneof(item, fc.uniqueArray(item, { minLength: 1, maxLength: 3 }));
}

const sliceParts: { [K in keyof PlainSlice]-?: fc.Arbitrary<NonNullable<PlainSlice[K]>> } = {
  label: oneOrMore(fc.constantFrom(...labels, 'nothing')),
  attributes: fc.dictionary(fc.constantFrom(...keys), oneOrMore(fc.constantFrom('es', 'de', 'gold', 'none')), { minKeys: 1 }),
  source: oneOrMore(fc.constantFrom('support', 'chat', 'nothing')),
  model: oneOrMore(fc.constantFrom('small', 'large', 'nothing')),
  since: fc.constantFrom('2026-08-01', '2026-08-02', '2026-08-01T23:59:59.999Z'),
  until: fc.constantFrom('2026-08-01', '2026-08-02', '2026-08-03T12:00:00Z'),
  state: oneOrMore(fc.constantFrom(...states)),
  reviewer: oneOrMore(fc.constantFrom('ana', 'ben', 'nobody')),
  has: oneOrMore(fc.constantFrom(...hasKinds)),
  unlabelled: fc.constant(true as const),
  text: oneOrMore(fc.constantFrom(...texts)),
};

/** A slice with any of its keys. */
export const arbitraryPlainSlice: fc.Arbitrary<PlainSlice> = fc.record(sliceParts, { requiredKeys: [] });

/** A slice with exactly one key: it and its negation share the store. */
export const arbitraryKey: fc.Arbitrary<PlainSlice> = fc.oneof(
  ...Object.entries(sliceParts).map(([key, value]) => (value as fc.Arbitrary<unknown>).map((drawn) => ({ [key]: drawn }))),
);

export const arbitrarySelection: fc.Arbitrary<Selection> = fc
  .record({
    own: arbitraryPlainSlice,
    not: fc.option(arbitraryPlainSlice, { nil: undefined }),
    only_unscored: fc.option(fc.constant(true as const), { nil: undefined }),
  })
  .map(({ own, not, only_unscored }) => ({ ...own, ...(not ? { not } : {}), ...(only_unscored ? { only_unscored } : {}) }));
