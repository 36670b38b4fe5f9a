import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { ShownTrace } from '../../../core/protocol/results';
import { exportState, byName } from '../../../extension/datasets/nodes';
import { proposeName, slug } from '../../../extension/datasets/wizard/state';
import { oneLine } from '../../../extension/plain';
import { renderTrace, type TraceWords } from '../../../extension/text/render';

const words: TraceWords = {
  underReview: 'under review',
  reasoning: 'reasoning',
  toolCall: (name) => `call ${name}`,
  media: (type, bytes) => `${type} ${bytes}`,
  cut: (n) => `${n} more`,
  history: 'history',
  takenBack: 'taken back',
  candidates: 'candidates',
  facts: { source: 'source', model: 'model', captured: 'captured', labels: 'labels', attributes: 'attributes', state: 'state' },
};

const trace: ShownTrace = {
  id: 'abc',
  source: 'support',
  origin: { kind: 'imported' },
  model: 'm-1',
  captured_at: '2026-09-01T00:00:00.000Z',
  recorded_at: '2026-09-01T00:00:00.000Z',
  messages: [
    { role: 'user', content: 'Where is it?\r\nAnd when?' },
    {
      role: 'assistant',
      content: [
        { type: 'text', text: 'Soon.' },
        { type: 'image', bytes: 12 },
      ],
      reasoning: 'hm',
      tool_calls: [{ id: 'c', name: 'look', arguments: '{"n":12345678901234567890}' }],
    },
  ],
  answer_turn: 1,
  labels: ['billing'],
  attributes: { language: 'es' },
  meta: {},
  flags: {},
  answer: 'Soon.',
  state: 'reviewed',
  verdict: 'down',
  signals: [
    {
      id: 'a',
      kind: 'down',
      reviewer: 'kim',
      at: '2026-09-02',
      provenance: 'human',
      turn: 1,
      reason: 'too vague',
      retracted: true,
    },
  ],
  scores: [],
  verdicts: [],
  candidates: [],
  pinned: false,
  tainted: [],
  redactions: {},
};

describe('a trace as text', () => {
  it('has a section for each message, whose lines are where it says', () => {
    const { text, sections } = renderTrace(trace, words, false);
    const lines = text.split('\n');
    assert.deepEqual(
      sections.map(({ title }) => title),
      ['1 · user', '2 · assistant · under review', 'history'],
    );
    for (const { title, start } of sections) assert.equal(lines[start], `━━ ${title}`);
    assert.deepEqual(lines.slice(sections[0]?.start, (sections[0]?.end ?? 0) + 1), ['━━ 1 · user', 'Where is it?', 'And when?']);
  });

  it('keeps numbers of tool calls to the last digit', () => {
    assert.ok(renderTrace(trace, words, false).text.includes('12345678901234567890'));
  });

  it('hides others’ opinions and the model in a blind review', () => {
    const { text } = renderTrace(trace, words, true);
    assert.doesNotMatch(text, /kim|too vague|m-1|reviewed$/m);
    assert.match(text, /Soon\./);
  });

  it('cuts a message that is too long, and says so', () => {
    const long = { ...trace, messages: [{ role: 'user' as const, content: 'x'.repeat(300 * 1024) }], answer_turn: -1 };
    const { text } = renderTrace(long, words, false);
    assert.ok(text.length < 270 * 1024);
    assert.match(text, new RegExp(`\\[${300 * 1024 - 256 * 1024} more\\]`));
  });

  it('says what was taken back', () => {
    assert.match(renderTrace(trace, words, false).text, /kim · down · taken back/);
  });
});

describe('one line of hostile text', () => {
  it('has no control characters, no reordering and no more than its length', () => {
    assert.equal(oneLine('a\u202eb\u0007\n\tc'), 'ab c');
    assert.equal(oneLine('x'.repeat(300)).length, 200);
    assert.equal(oneLine('👍'.repeat(5), 3), '👍👍…');
    assert.equal(oneLine(' \n '), '');
  });
});

describe('names of datasets', () => {
  it('come from what the slice is about', () => {
    assert.equal(proposeName({ method: 'sft', slice: { label: ['billing', 'tax'], source: 's' } }), 'billing sft');
    assert.equal(proposeName({ method: 'kto', slice: { source: 'support' } }), 'support kto');
    assert.equal(proposeName({ method: 'dpo', slice: {} }), 'conversations dpo');
  });

  it('become file names', () => {
    assert.equal(slug('Billing replies, Spanish'), 'billing-replies-spanish');
    assert.equal(slug('请求 v2'), '请求-v2');
    assert.equal(slug('../..'), 'dataset');
  });
});

describe('the datasets tree', () => {
  it('shows the worst state among the files of an export', () => {
    const file = (path: string, state: 'current' | 'missing' | 'stale') => ({ dataset: 'd', path, state, rows: 1 });
    const files = [file('data/x/train.jsonl', 'current'), file('data/x/test.jsonl', 'missing'), file('data/xy/a', 'stale')];
    assert.equal(exportState('data/x', files), 'missing');
    assert.equal(exportState('data/xy', files), 'stale');
    assert.equal(exportState('data/z', files), undefined);
  });

  it('gathers builds by name, newest first', () => {
    const build = (name: string, version: number) => ({
      dataset_id: `${name}${version}`,
      name,
      version,
      method: 'sft' as const,
      hash: '',
      built_at: '',
      rows: 0,
      train_rows: 0,
      holdout_rows: 0,
      warnings: [],
      purged_rows: 0,
      exports: [],
    });
    const nodes = byName([build('a', 1), build('b', 1), build('a', 2)]);
    assert.deepEqual(
      nodes.map(({ name, versions }) => [name, versions.map((v) => v.version)]),
      [
        ['a', [2, 1]],
        ['b', [1]],
      ],
    );
  });
});
