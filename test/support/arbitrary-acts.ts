import fc from 'fast-check';
import { provenances, signalKinds, type EventBody, type EventOf, type EventType, type LogEvent } from '../../core/log/events';
import type { Trace } from '../../core/trace/model';
import { hasher, traceOf } from './store';

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

export const names = ['ana', 'ben'] as const;
export const labels = ['refund', 'urgent', 'billing', 'money back'] as const;
export const keys = ['language', 'tier'] as const;
const start = Date.UTC(2026, 8, 2);

const oneTrace = fc.constantFrom(...sampleTraces.map(({ id }) => id));
const someTraces = fc.uniqueArray(oneTrace, { minLength: 1, maxLength: 3 });
const someLabels = fc.uniqueArray(fc.constantFrom(...labels), { minLength: 1, maxLength: 2 });
const turn = fc.constantFrom(1, 3);
const score = fc.constantFrom(0, 0.5, 1);
const candidate = fc.constantFrom('k1', 'k2');
const mostActs = 40;
const act = fc.nat({ max: mostActs - 1 }).map((n) => idOf(n));
/** Put in when the act has its id. */
const ownId = fc.constant('');

function idOf(n: number): string {
  return `01J${String(n).padStart(23, '0')}`;
}

/** A bundle of arbitrary values for one type of act, and how often it is drawn. */
interface Drawn<T extends EventType> {
  readonly weight: number;
  readonly body: fc.Arbitrary<EventOf<T>>;
}

const someWords = fc.constantFrom('Wrong.', 'Said too late.', 'Not what was asked.');
const counts = fc.record({ pass: fc.nat(3), fail: fc.nat(3), skipped: fc.nat(3), not_applied: fc.nat(3) });
const file = fc.record({
  path: fc.constantFrom('out/train.jsonl', 'out/test.jsonl'),
  split: fc.constantFrom('train' as const, 'holdout' as const),
  rows: fc.nat(3),
  sha256: fc.constantFrom('s1', 's2'),
});
const marking = <T extends string>(type: T) => fc.record({ type: fc.constant(type), traces: someTraces });
const labelling = <T extends string>(type: T) => fc.record({ type: fc.constant(type), traces: someTraces, labels: someLabels });
/** Of which trace is told from the act. */
const taking = <T extends string>(type: T) => fc.record({ type: fc.constant(type), act });

/** Every type of act there is: one that is missing here does not compile. */
const bodies: { readonly [T in EventType]: Drawn<T> } = {
  signal: {
    weight: 8,
    body: fc.record(
      {
        type: fc.constant('signal' as const),
        trace: oneTrace,
        turn,
        kind: fc.constantFrom(...signalKinds),
        provenance: fc.constantFrom(...provenances),
        candidate: candidate,
        answer: fc.constant({ text: 'Better.' }),
        reason: someWords,
        better: fc.constantFrom('answer', 'k1'),
        worse: fc.constantFrom('k2', 'answer'),
        tie: fc.boolean(),
        scores: fc.record({ overall: score }),
      },
      { requiredKeys: ['type', 'trace', 'turn', 'kind', 'provenance'] },
    ),
  },
  retracted: { weight: 2, body: taking('retracted') },
  restored: { weight: 2, body: taking('restored') },
  reason_added: {
    weight: 1,
    body: fc.record({ type: fc.constant('reason_added' as const), trace: oneTrace, act, reason: someWords }),
  },
  labels_added: { weight: 2, body: labelling('labels_added') },
  labels_removed: { weight: 1, body: labelling('labels_removed') },
  label_parent_set: {
    weight: 1,
    body: fc.record({
      type: fc.constant('label_parent_set' as const),
      label: fc.constantFrom(...labels),
      parent: fc.option(fc.constantFrom(...labels)),
    }),
  },
  label_renamed: {
    weight: 1,
    body: fc
      .uniqueArray(fc.constantFrom(...labels), { minLength: 2, maxLength: 2 })
      .map(([from = '', to = '']) => ({ type: 'label_renamed' as const, from, to })),
  },
  attributes_set: {
    weight: 1,
    body: fc.record({
      type: fc.constant('attributes_set' as const),
      traces: someTraces,
      values: fc.dictionary(fc.constantFrom(...keys), fc.constantFrom('es', 'gold'), { minKeys: 1 }),
    }),
  },
  attributes_removed: {
    weight: 1,
    body: fc.record({
      type: fc.constant('attributes_removed' as const),
      traces: someTraces,
      keys: fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1 }),
    }),
  },
  pinned: { weight: 1, body: marking('pinned') },
  unpinned: { weight: 1, body: marking('unpinned') },
  tainted: {
    weight: 1,
    body: fc.record({ type: fc.constant('tainted' as const), traces: someTraces, reason: someWords }),
  },
  candidate: {
    weight: 1,
    body: fc.record({
      type: fc.constant('candidate' as const),
      trace: oneTrace,
      candidate,
      answer: fc.constant({ text: 'Other.' }),
    }),
  },
  grade: {
    weight: 1,
    body: fc.record(
      {
        type: fc.constant('grade' as const),
        trace: oneTrace,
        turn,
        candidate,
        grader: fc.constantFrom('tone', 'facts'),
        grader_hash: fc.constantFrom('h1', 'h2'),
        score: fc.option(score),
        rules: fc.constant({}),
      },
      { requiredKeys: ['type', 'trace', 'turn', 'grader', 'grader_hash', 'score', 'rules'] },
    ),
  },
  verdict: {
    weight: 1,
    body: fc.record({
      type: fc.constant('verdict' as const),
      trace: oneTrace,
      turn,
      judge: fc.constant('j'),
      run: fc.constantFrom('r1', 'r2'),
      score: fc.option(score),
      scores: fc.constant({}),
    }),
  },
  graded: {
    weight: 1,
    body: fc.record({
      type: fc.constant('graded' as const),
      grader: fc.constantFrom('tone', 'facts'),
      grader_hash: fc.constantFrom('h1', 'h2'),
      file: fc.constant('tone.grader.yaml'),
      whole: fc.boolean(),
      slice: fc.constantFrom('', 'label:refund'),
      turns: fc.constantFrom('answer' as const, 'all' as const),
      graded: fc.nat(3),
      candidates_graded: fc.nat(3),
      passed: fc.nat(3),
      failed: fc.nat(3),
      no_score: fc.nat(3),
      mean_score: fc.option(score),
      by_rule: fc.dictionary(fc.constant('polite'), counts),
      pass_threshold: score,
      segments: fc.constant([]),
    }),
  },
  judged: {
    weight: 1,
    body: fc.record({
      type: fc.constant('judged' as const),
      run: fc.constantFrom('r1', 'r2'),
      judge: fc.constant('j'),
      rubric: fc.constant('{}'),
      rubric_hash: fc.constantFrom('h1', 'h2'),
      file: fc.constant('j.judge.md'),
      verdicts: fc.nat(3),
      mean_score: fc.option(score),
      segments: fc.constant([]),
    }),
  },
  source_switched: {
    weight: 1,
    body: fc.record({
      type: fc.constant('source_switched' as const),
      source: fc.constantFrom('voice', 'mail'),
      recording: fc.boolean(),
      retention_days: fc.option(fc.constantFrom(7, 30)),
    }),
  },
  imported: {
    weight: 1,
    body: fc.record({
      type: fc.constant('imported' as const),
      import: ownId,
      source: fc.constantFrom('support', 'file'),
      files: fc.constant(['log.jsonl']),
      segments: fc.constant([]),
      imported: fc.nat(3),
      duplicates: fc.nat(3),
      refused: fc.nat(3),
      retention_days: fc.option(fc.constant(7)),
    }),
  },
  dataset_built: {
    weight: 1,
    body: fc.record({
      type: fc.constant('dataset_built' as const),
      dataset: ownId,
      name: fc.constantFrom('set', 'other'),
      version: fc.integer({ min: 1, max: 3 }),
      method: fc.constantFrom('sft' as const, 'dpo' as const),
      recipe: fc.constant('{}'),
      built_hash: fc.constantFrom('b1', 'b2'),
      report: fc.constant('{"rows":0}'),
    }),
  },
  exported: {
    weight: 1,
    body: fc.record({
      type: fc.constant('exported' as const),
      export: ownId,
      dataset: act,
      target: fc.constant('trl'),
      folder: fc.constantFrom('out', 'elsewhere'),
      options: fc.constant({}),
      files: fc.array(file, { maxLength: 2 }),
    }),
  },
  purged: {
    weight: 1,
    body: fc.record({
      type: fc.constant('purged' as const),
      trace_hashes: fc.uniqueArray(
        oneTrace.map((id) => hasher.sha256(id)),
        { minLength: 1, maxLength: 2 },
      ),
      holes: fc.constant([]),
      why: fc.constantFrom('asked' as const, 'expired' as const),
    }),
  },
  purge_finished: {
    weight: 1,
    body: fc.record({
      type: fc.constant('purge_finished' as const),
      purge: act,
      datasets: fc.dictionary(act, fc.record({ hash: fc.constantFrom('p1', 'p2'), purged_rows: fc.nat(3) })),
      exports: fc.dictionary(act, fc.array(file, { maxLength: 2 })),
    }),
  },
};

const body: fc.Arbitrary<EventBody> = fc.oneof(
  ...Object.values(bodies).map(({ weight, body: arbitrary }) => ({ weight, arbitrary: arbitrary as fc.Arbitrary<EventBody> })),
);

/** What a body says of its own act, and of the one it is about, as the product would. */
function settled(drawn: EventBody, id: string, others: readonly EventBody[]): EventBody {
  switch (drawn.type) {
    case 'imported':
      return { ...drawn, import: id };
    case 'dataset_built':
      return { ...drawn, dataset: id };
    case 'exported':
      return { ...drawn, export: id };
    case 'reason_added':
    case 'retracted':
    case 'restored': {
      const about = others[Number(drawn.act.slice(3))];
      return about && 'trace' in about && about.trace !== undefined ? { ...drawn, trace: about.trace } : drawn;
    }
    default:
      return drawn;
  }
}

/** Acts with different ids; several may have the same time, and they come in no order of time. */
export const arbitraryActs: fc.Arbitrary<LogEvent[]> = fc
  .array(fc.record({ body, by: fc.constantFrom(...names), minute: fc.nat({ max: 12 }) }), { maxLength: mostActs })
  .map((drawn) =>
    drawn.map(({ minute, body: one, by }, n) => ({
      v: 1 as const,
      id: idOf(n),
      at: new Date(start + minute * 60_000).toISOString(),
      by,
      body: settled(
        one,
        idOf(n),
        drawn.map((other) => other.body),
      ),
    })),
  );

/** The conversations that these acts leave: all of them were recorded before anything was deleted. */
export function tracesLeft(acts: readonly LogEvent[]): readonly Trace[] {
  const gone = new Set(acts.flatMap(({ body: one }) => (one.type === 'purged' ? one.trace_hashes : [])));
  return sampleTraces.filter(({ id }) => !gone.has(hasher.sha256(id)));
}
