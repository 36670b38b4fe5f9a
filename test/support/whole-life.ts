import fs from 'node:fs';
import path from 'node:path';
import { never } from '../../core/lib/cancel';
import type { Answer, EventBody, EventOf, LogEvent } from '../../core/log/events';
import type { Store } from '../../core/ports';
import { builtRow, builtSet } from './built-set';
import { actsBy, exportedFiles, hasher, rowOf, testIds, traceOf } from './store';

const { act } = actsBy('ana', testIds(21));
const { act: other } = actsBy('ben', testIds(22), Date.UTC(2026, 8, 3));

const ids = ['a', 'b', 'c', 'd'].map((key) => traceOf({ key: `captured:${key}` }).id);
const [judged = '', disputed = '', marked = '', purged = ''] = ids;
const spoken = (n: number) => traceOf({ key: `imported:${n}`, source: 'file' }).id;

const call = { id: 'c1', name: 'refund', arguments: '{"order": 12345678901234567890, "path": "C:\\\\temp"}' };
const corrected: Answer = { text: 'Refunded — “déjà vu”.', tool_calls: [call] };

const conversations = [
  rowOf({
    key: 'captured:a',
    model: 'small',
    question: 'Where is order [redacted:email]?',
    labels: ['Refund'],
    attributes: { language: 'es' },
    redactions: { email: 1 },
    request_id: 'r1',
    meta: { finish_reason: 'stop', latency_ms: 12 },
    task_key: 'task 1',
  }),
  rowOf({ key: 'captured:b', model: 'large', captured_at: '2026-08-02T10:00:00.000Z' }),
  rowOf({
    key: 'captured:c',
    captured_at: '2026-08-03T10:00:00.000Z',
    flags: { tainted: ['policy.denied'], truncated: true },
    messages: [
      { role: 'system', content: 'Be short.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: '请问 50% "off"?' },
          { type: 'image', name: 'Bill.png' },
        ],
      },
      { role: 'assistant', content: '', reasoning: 'Look it up.', tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: 'Not found', error: 'timeout' },
      { role: 'assistant', content: 'Not found, sorry.' },
    ],
  }),
  rowOf({ key: 'captured:d', captured_at: '2026-08-04T10:00:00.000Z', answer: 'To be deleted.' }),
];

/** Said about captured conversations, in order. Between them they have every field that an act can have. */
const signal = (trace: string, kind: EventOf<'signal'>['kind'], more: Partial<EventOf<'signal'>> = {}): EventBody => ({
  type: 'signal',
  trace,
  turn: 1,
  kind,
  provenance: 'human',
  ...more,
});
const up = act(signal(disputed, 'up'));
const down = other(signal(disputed, 'down'));
const takenBack = act(signal(judged, 'skip'));
const said: readonly LogEvent[] = [
  up,
  down,
  other({ type: 'reason_added', trace: disputed, act: down.id, reason: 'It was not asked for.' }),
  act(signal(judged, 'correction', { answer: corrected, reason: 'Wrong order.' })),
  act(signal(judged, 'gold', { answer: { text: 'Refunded.' } })),
  act(signal(judged, 'note', { reason: 'See here.', range: { start: 0, end: 5 } })),
  act(signal(judged, 'score', { scores: { overall: 0.75, tone: 1 }, raw_score: 4 })),
  act({ type: 'candidate', trace: judged, candidate: 'k1', answer: corrected, model: 'teacher' }),
  act({ type: 'candidate', trace: judged, candidate: 'k2', answer: { text: 'No.' } }),
  act(signal(judged, 'pick', { better: 'k1', worse: 'answer' })),
  act(signal(judged, 'pick', { better: 'k1', worse: 'k2', tie: true })),
  act(signal(judged, 'up', { candidate: 'k1' })),
  takenBack,
  act({ type: 'retracted', act: takenBack.id, trace: judged }),
  act({ type: 'retracted', act: up.id, trace: disputed }),
  act({ type: 'restored', act: up.id, trace: disputed }),
  act({ type: 'labels_added', traces: ids, labels: ['kept', 'refund'] }),
  act({ type: 'labels_removed', traces: [disputed, marked], labels: ['refund'] }),
  act({ type: 'label_parent_set', label: 'refund', parent: 'money' }),
  act({ type: 'label_parent_set', label: 'kept', parent: 'money' }),
  act({ type: 'label_parent_set', label: 'kept', parent: null }),
  act({ type: 'label_renamed', from: 'kept', to: 'held' }),
  act({ type: 'attributes_set', traces: ids, values: { tier: 'gold', language: 'de' } }),
  act({ type: 'attributes_removed', traces: [marked], keys: ['tier'] }),
  act({ type: 'pinned', traces: [judged, marked] }),
  act({ type: 'unpinned', traces: [marked] }),
  act({ type: 'tainted', traces: [marked, purged], reason: 'Made up.' }),
];

const grades = [0, 1].map((n) =>
  act({
    type: 'grade',
    trace: judged,
    turn: 1,
    ...(n === 0 ? {} : { candidate: 'k1' }),
    grader: 'tone',
    grader_hash: 'grader hash',
    score: n,
    rules: { polite: n === 0 ? 'fail' : 'pass', number: 'skipped', json: 'not_applied' },
    ...(n === 0 ? { reasons: { polite: { code: 'phrase_missing', args: { phrase: 'please', n: 1 } } } } : {}),
  }),
);
const graded = whole({
  type: 'graded',
  grader: 'tone',
  grader_hash: 'grader hash',
  file: 'tone.grader.yaml',
  whole: true,
  slice: 'label:refund',
  sample: 2,
  turns: 'answer',
  graded: 1,
  candidates_graded: 1,
  passed: 1,
  failed: 1,
  no_score: 0,
  mean_score: 0.5,
  by_rule: { polite: { pass: 1, fail: 1, skipped: 0, not_applied: 0 } },
  pass_threshold: 0.5,
  segments: [],
});
const verdicts = [judged, disputed].map((trace, n) =>
  other({
    type: 'verdict',
    trace,
    turn: 1,
    judge: 'helpful',
    run: 'run 1',
    ...(n === 0 ? { model: 'judge model' } : {}),
    score: n === 0 ? 0.5 : null,
    scores: n === 0 ? { truth: 0.5 } : {},
    reason: n === 0 ? 'Half right.' : 'Cannot tell.',
  }),
);
const run = whole({
  type: 'judged',
  run: 'run 1',
  judge: 'helpful',
  rubric: '{"name":"helpful"}',
  rubric_hash: 'rubric hash',
  file: 'helpful.judge.md',
  model: 'judge model',
  verdicts: 2,
  mean_score: 0.5,
  segments: [],
});

const kept = [judged, disputed, purged];
const built = act({
  type: 'dataset_built',
  dataset: 'ds1',
  name: 'set',
  version: 1,
  method: 'grpo',
  built_hash: 'built',
  parent: 'ds0',
  rewards: '{"graders":[]}',
  ...builtSet('set', kept.length),
});
const lines = kept.map((trace, n) => `{"row":${n},"trace":"${trace}"}\n`);
const files = [{ path: 'out/train.jsonl', split: 'train' as const, rows: kept.length, sha256: hasher.sha256(lines.join('')) }];
const exported = act({ ...exportedFiles(files), options: { shape: 'messages' }, notes: { roles_merged: 1 } });

function whole<T extends EventBody>(body: T): LogEvent & { readonly body: T } {
  return { ...act(body), body };
}

/** A life in which everything happens that a log can tell of. Ends with the store closed. */
export async function liveWhole(store: Store, folder: string): Promise<void> {
  await store.append([act({ type: 'source_switched', source: 'support', recording: true, retention_days: 3650 })]);
  await store.append([other({ type: 'source_switched', source: 'chat', recording: false, retention_days: null })]);
  for (const row of conversations) await store.capture(row);
  await importRows(store);
  for (const event of said) await store.append([event]);
  // A session that grew after it was judged goes on as another conversation.
  await store.capture(rowOf({ key: 'captured:b', model: 'large', answer: 'On its way. It came.' }));
  for (const [event, acts] of [
    [graded, grades],
    [run, verdicts],
  ] as const) {
    const batch = await store.beginActs();
    for (const one of acts) await batch.put(one);
    await batch.commit(event, never, () => undefined);
  }
  await writeSet(store, folder);
  await store.purge([purged], 'asked');
  await store.close();
}

async function importRows(store: Store): Promise<void> {
  const transaction = await store.beginImport({ source: 'file', retention_days: 3650, by: 'ben' });
  for (const n of [0, 1, 2]) {
    const verdict = act(signal(spoken(n), 'down', { provenance: 'earlier_process', reason: `Reason ${n}.` }));
    await transaction.put(
      rowOf({
        key: `imported:${n}`,
        source: 'file',
        origin: { kind: 'imported', file: 'log.jsonl', line: n + 1 },
        question: `Question ${n}?`,
        generic_id: String(n % 2),
        captured_at: `2026-08-1${n}T00:00:00.000Z`,
        acts: n === 0 ? [verdict] : [],
      }),
    );
  }
  await transaction.commit({ files: ['log.jsonl'], duplicates: 1, refused: 2 });
}

async function writeSet(store: Store, folder: string): Promise<void> {
  const rows = kept.map((trace, n) =>
    builtRow({ trace, task: `t${n}`, acts: [up.id], reviewers: ['ana'], labels: ['held'], hash: hasher.sha256(`row ${n}`) }),
  );
  await store.writeDataset(built, rows);
  fs.mkdirSync(path.join(folder, 'out'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'out', 'train.jsonl'), lines.join(''));
  await store.writeExport(
    exported,
    kept.map((trace, line) => ({ path: 'out/train.jsonl', line, trace, hash: hasher.sha256(`row ${line}`) })),
  );
}
