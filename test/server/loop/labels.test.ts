import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { isProblem } from '../../support/problem';
import { asked, label, merge, note, Stage, taint, undo, redo, up, type Act } from './stage';

interface Case {
  readonly row: string;
  readonly acts: readonly Act[];
  readonly labels?: readonly string[];
  readonly attributes?: Readonly<Record<string, string>>;
  readonly has?: readonly string[];
}

const attribute =
  (values: Record<string, string>): Act =>
  ({ ws, trace }) =>
    ws.call('attribute.set', { traces: [trace], values });
const unlabel =
  (...labels: string[]): Act =>
  ({ ws, trace }) =>
    ws.call('label.remove', { traces: [trace], labels });
const unset =
  (...keys: string[]): Act =>
  ({ ws, trace }) =>
    ws.call('label.remove', { traces: [trace], keys });
const pin =
  (pinned = true): Act =>
  ({ ws, trace }) =>
    ws.call('trace.pin', { traces: [trace], pinned });

/** LOOP §4, sentence by sentence, for one trace. */
const cases: readonly Case[] = [
  { row: 'a tag is lower-cased and trimmed', acts: [label('  Refunds ')], labels: ['refunds'] },
  { row: 'a tag is NFC', acts: [label('cafe\u0301')], labels: ['café'] },
  { row: 'the same tag twice is one', acts: [label('a', 'A'), label('a')], labels: ['a'] },
  { row: 'unlabel removes one tag', acts: [label('a', 'b'), unlabel('a')], labels: ['b'] },
  { row: 'unlabel removes one key', acts: [attribute({ a: '1', b: '2' }), unset('a')], attributes: { b: '2' } },
  {
    row: 'setting a key again overwrites it and leaves the others',
    acts: [attribute({ category: 'refund', language: 'es' }), attribute({ category: 'invoice' })],
    attributes: { category: 'invoice', language: 'es' },
  },
  { row: 'undo of a label', acts: [label('a'), undo()], labels: [] },
  { row: 'undo of a label that went, and redo', acts: [label('a'), unlabel('a'), undo(), undo(), redo], labels: ['a'] },
  { row: 'pinned', acts: [pin()], has: ['pinned'] },
  { row: 'unpinned', acts: [pin(), pin(false)], has: [] },
  { row: 'tainted with a reason', acts: [taint('made up')], has: ['tainted'] },
  { row: 'undo of a taint', acts: [taint('made up'), undo()], has: [] },
  { row: 'a note', acts: [note('Hm.')], has: ['note'] },
];

describe('LOOP §4: labels, attributes, marks of a trace', () => {
  let stage: Stage;
  before(async () => {
    stage = await Stage.open(cases.map(({ row }) => asked(`${row}?`)));
  });
  after(() => stage.ws.dispose());

  cases.forEach(({ row, acts, labels, attributes, has }, n) => {
    it(row, async () => {
      const { trace } = await stage.play(n, acts);
      const own = (name: string) => !name.startsWith('case-');
      for (const round of ['as folded', 'opened again']) {
        const shown = await stage.ws.call('trace.show', { trace });
        const [line] = await stage.ws.call('trace.rows', { traces: [trace] });
        if (labels) assert.deepEqual([shown.labels.filter(own), line?.labels.filter(own)], [labels, labels], round);
        if (attributes) assert.deepEqual([shown.attributes, line?.attributes], [attributes, attributes], round);
        if (has) assert.deepEqual(line?.has, has, round);
        await stage.ws.call('store.rebuild', {});
      }
    });
  });

  it('refuses what is no label or no key, and labels nothing then', async () => {
    await assert.rejects(stage.play(0, [label('a,b')]), isProblem('label_invalid'));
    await assert.rejects(stage.play(0, [label('fine', ' ')]), isProblem('label_invalid'));
    await assert.rejects(stage.play(0, [attribute({ 'a b': '1' })]), isProblem('attribute_invalid'));
    assert.deepEqual((await stage.ws.call('trace.count', { slice: { label: 'fine' } })).count, 0);
  });
});

describe('LOOP §4: labels among each other', () => {
  let stage: Stage;
  const names = ['refunds', 'invoices', 'late', 'none'];
  before(async () => {
    stage = await Stage.open(names.map((name) => asked(`About ${name}?`)));
    for (const n of [0, 1, 2]) await stage.play(n, [label(names[n] ?? '')]);
  });
  after(() => stage.ws.dispose());

  const change = (of: string, more: { to?: string; merge?: boolean; parent?: string | null }) =>
    stage.ws.call('label.change', { label: of, ...more });
  const count = async (slice: object) => (await stage.ws.call('trace.count', { slice })).count;
  const labelsOf = async (n: number) =>
    (await stage.ws.call('trace.show', { trace: stage.traces[n] ?? '' })).labels.filter((l) => !l.startsWith('case-'));
  const forest = async () =>
    Object.fromEntries(
      (await stage.ws.call('label.list', {})).flatMap((l) => (l.parent === undefined ? [] : [[l.label, l.parent]])),
    );

  it('selecting a parent selects everything under it, to any depth', async () => {
    await change('refunds', { parent: 'billing' });
    await change('invoices', { parent: 'billing' });
    await change('late', { parent: 'invoices' });
    assert.deepEqual(await forest(), { refunds: 'billing', invoices: 'billing', late: 'invoices' });
    assert.deepEqual(
      [await count({ label: 'billing' }), await count({ label: 'invoices' }), await count({ label: 'late' })],
      [3, 2, 1],
    );
  });

  it('refuses a cycle', async () => {
    await assert.rejects(change('billing', { parent: 'late' }), isProblem('label_cycle'));
    await assert.rejects(change('late', { parent: 'late' }), isProblem('label_cycle'));
  });

  it('re-parents, and undoes and redoes that', async () => {
    await change('late', { parent: null });
    assert.equal(await count({ label: 'billing' }), 2);
    await stage.ws.call('feedback.undo', {});
    assert.equal(await count({ label: 'billing' }), 3);
    await stage.ws.call('feedback.redo', {});
    assert.equal(await count({ label: 'billing' }), 2);
    await stage.ws.call('feedback.undo', {});
  });

  it('renames, and undoes and redoes that', async () => {
    await change('refunds', { to: 'money back' });
    assert.deepEqual([await labelsOf(0), await count({ label: 'billing' })], [['money back'], 3]);
    await stage.ws.call('feedback.undo', {});
    assert.deepEqual(
      [await labelsOf(0), await forest()],
      [['refunds'], { refunds: 'billing', invoices: 'billing', late: 'invoices' }],
    );
    await stage.ws.call('feedback.redo', {});
    assert.deepEqual(await labelsOf(0), ['money back']);
    await stage.ws.call('feedback.undo', {});
  });

  it('merges, and undoes that: the label that went comes back with its traces', async () => {
    await change('refunds', { to: 'late', merge: true });
    assert.deepEqual([await labelsOf(0), await count({ label: 'late' })], [['late'], 2]);
    await stage.ws.call('feedback.undo', {});
    assert.deepEqual([await labelsOf(0), await labelsOf(2), await count({ label: 'late' })], [['refunds'], ['late'], 1]);
  });

  it('takes a change of two things back in one go', async () => {
    await change('late', { to: 'too late', parent: 'billing' });
    assert.equal((await forest())['too late'], 'billing');
    await stage.ws.call('feedback.undo', {});
    assert.deepEqual([await labelsOf(2), (await forest())['late']], [['late'], 'invoices']);
    await stage.ws.call('feedback.redo', {});
    assert.deepEqual([await labelsOf(2), (await forest())['too late']], [['too late'], 'billing']);
    await stage.ws.call('feedback.undo', {});
    await stage.ws.call('label.add', { traces: [stage.traces[3] ?? ''], labels: ['fresh'], parent: 'billing' });
    assert.equal(await count({ label: 'billing' }), 4);
    await stage.ws.call('feedback.undo', {});
    assert.deepEqual([await labelsOf(3), (await forest())['fresh']], [[], undefined]);
  });

  it('takes back only one’s own changes, and an undo twice sent is one', async () => {
    await change('refunds', { to: 'money back' });
    await assert.rejects(stage.ws.call('feedback.undo', {}, { reviewer: 'ben' }), isProblem('nothing_to_undo'));
    const act_id = '01JZZZZZZZZZZZZZZZZZZZZZZZ';
    const once = await stage.ws.call('feedback.undo', {}, { act_id });
    assert.deepEqual(await stage.ws.call('feedback.undo', {}, { act_id }), once);
    assert.deepEqual(await labelsOf(0), ['refunds']);
  });

  it('“not labelled yet” is a filter: it ends with the first tag', async () => {
    const bare = { unlabelled: true as const, text: 'About' };
    assert.equal(await count(bare), 0);
    await stage.ws.call('label.remove', { traces: [...stage.traces], labels: ['case-3'] });
    assert.equal(await count(bare), 1);
    await stage.play(3, [up()]);
    assert.equal(await count(bare), 1);
  });

  it('of a cycle that two merged logs make, the later act is ignored and listed', async () => {
    await merge(stage.ws, [{ by: 'ben', body: { type: 'label_parent_set', label: 'billing', parent: 'late' } }]);
    assert.equal((await forest())['billing'], undefined);
    assert.equal(await count({ label: 'billing' }), 3);
    const { label_circles } = await stage.ws.call('store.stats', {});
    assert.deepEqual(
      label_circles.map((circle) => [circle.label, circle.parent]),
      [['billing', 'late']],
    );
  });

  it('a bad label never loses the conversation', async () => {
    await stage.ws.call('source.switch', { source: 'live', recording: true });
    const row = { source: 'live', request_id: 'r', prompt: 'Q?', completion: 'A.', labels: ['fine', 'not, fine'] };
    const [result] = await stage.ws.call('record', { rows: [row] });
    assert.equal(result?.captured, true);
    assert.ok(result.label_problem);
    assert.deepEqual((await stage.ws.call('trace.show', { trace: result.trace_id ?? '' })).labels, ['fine']);
  });
});
