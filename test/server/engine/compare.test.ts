import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { RecipeInput } from '../../../core/dataset/recipe';
import { isProblem } from '../../support/problem';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

type Why = Record<'in' | 'out' | 'changed', Record<string, number>>;

interface Case {
  readonly what: string;
  /** What happens between the builds; the traces are numbered from 0. */
  readonly then?: (ws: Workspace, ids: readonly string[]) => Promise<unknown>;
  readonly first?: Partial<RecipeInput>;
  readonly second?: Partial<RecipeInput>;
  readonly why: Partial<Why>;
}

const row = (n: number, more: object = {}) =>
  chat(`r${n}`, `Question number ${n}?`, `Answer number ${n}.`, { created_at: `2026-09-${String(n + 10)}T10:00:00Z`, ...more });
const at = (ids: readonly string[], n: number) => ids[n] ?? '';

/** Six conversations: 0–2 up, 3 down, 4 corrected, 5 with nothing said; 0 and 1 are labelled `billing`. */
const cases: readonly Case[] = [
  { what: 'a verdict', then: (ws, ids) => ws.call('feedback.up', { trace: at(ids, 5) }), why: { in: { new_verdict: 1 } } },
  {
    what: 'a thumbs down that turns the label of a row',
    first: { method: 'kto' },
    then: (ws, ids) => ws.call('feedback.down', { trace: at(ids, 0) }),
    why: { changed: { new_verdict: 1 } },
  },
  {
    what: 'a correction that replaces the answer',
    then: (ws, ids) => ws.call('feedback.correct', { trace: at(ids, 1), answer: { text: 'Better.' } }),
    why: { changed: { new_verdict: 1 } },
  },
  {
    what: 'a correction that adds a row beside the one that changes',
    first: { method: 'kto' },
    then: (ws, ids) => ws.call('feedback.correct', { trace: at(ids, 1), answer: { text: 'Better.' } }),
    why: { in: { new_verdict: 1 }, changed: { new_verdict: 1 } },
  },
  { what: 'a verdict taken back', then: (ws) => ws.call('feedback.undo', {}), why: { out: { retracted: 1 } } },
  {
    what: 'a trace marked as unfit',
    then: (ws, ids) => ws.call('trace.taint', { trace: at(ids, 0), reason: 'prompt injection' }),
    why: { out: { tainted: 1 } },
  },
  {
    what: 'a trace that came in',
    then: (ws) => importRows(ws, [JSON.stringify({ prompt: 'New?', completion: 'Yes.', label: true })], 'later'),
    why: { in: { new_trace: 1 } },
  },
  {
    what: 'a label',
    first: { slice: { label: 'billing' } },
    then: (ws, ids) => ws.call('label.add', { traces: [at(ids, 2)], labels: ['billing'] }),
    why: { in: { relabelled: 1 } },
  },
  {
    what: 'a label that was renamed',
    first: { slice: { label: 'billing' } },
    then: (ws) => ws.call('label.change', { label: 'billing', to: 'money' }),
    why: { out: { relabelled: 2 } },
  },
  { what: 'another slice', second: { slice: { label: 'billing' } }, why: { out: { slice_changed: 2 } } },
  { what: 'a sample', second: { sample: 1, seed: 2 }, why: { out: { sample_changed: 3 } } },
  { what: 'another threshold', first: { min_score: 0.9 }, second: { min_score: 0.2 }, why: { in: { threshold_changed: 1 } } },
  { what: 'a holdout', second: { holdout_percent: 20 }, why: { changed: { holdout_changed: 1 } } },
  {
    what: 'a holdout that fell on a newer row',
    first: { holdout_percent: 20 },
    then: (ws, ids) => ws.call('feedback.up', { trace: at(ids, 5) }),
    // The newest row is held out now; with 20 % of five rows one that was is not.
    why: { in: { new_verdict: 1 }, changed: { holdout_moved: 1 } },
  },
  { what: 'another method', second: { method: 'kto' }, why: { in: { method_changed: 2 }, changed: { method_changed: 4 } } },
  {
    what: 'another answer that was picked',
    first: { method: 'dpo' },
    then: async (ws, ids) => {
      const trace = at(ids, 0);
      const { candidate } = await ws.call('candidate.add', { trace, answer: { text: 'Another answer.' } });
      await ws.call('feedback.pick', { trace, better: candidate, worse: 'answer' });
    },
    why: { in: { new_verdict: 1 } },
  },
  {
    what: 'a row deleted meanwhile, which is in neither build any more',
    then: (ws, ids) => ws.call('trace.delete', { traces: [at(ids, 0)], confirmed: true }),
    why: {},
  },
];

describe('comparing two builds', () => {
  let ws: Workspace;
  let ids: string[];

  beforeEach(async () => {
    ws = await makeWorkspace();
    ids = await importRows(
      ws,
      [0, 1, 2, 3, 5].map((n) => row(n)),
    );
    const scored = JSON.stringify({ prompt: 'Scored?', completion: 'A little.', score: 0.5 });
    await ws.call('import.run', {
      paths: [ws.write('scored.jsonl', `${scored}\n`)],
      source: 'scored',
      scale: { low: 0, high: 1 },
    });
    const [corrected = ''] = await importRows(ws, [row(4)], 'more');
    ids.splice(4, 0, corrected);
    await ws.call('label.add', { traces: ids.slice(0, 2), labels: ['billing'] });
    await ws.call('feedback.down', { trace: at(ids, 3) });
    await ws.call('feedback.correct', { trace: at(ids, 4), answer: { text: 'A better answer.' } });
    for (const id of ids.slice(0, 3)) await ws.call('feedback.up', { trace: id });
  });
  afterEach(() => ws.dispose());

  const build = (more: Partial<RecipeInput> = {}) => ws.call('dataset.build', { name: 'set', method: 'sft', ...more });

  for (const { what, first, second, then, why } of cases) {
    it(`tells of ${what}`, async () => {
      const before = await build(first);
      await then?.(ws, ids);
      const after = await build({ ...first, ...second });
      const found = await ws.call('dataset.compare', { from: before.dataset_id, to: after.dataset_id });
      assert.deepEqual(found.why, { in: {}, out: {}, changed: {}, ...why });
      assert.equal(found.to.rows, found.counts.in + found.counts.changed + found.counts.same);
      assert.equal(found.from.rows, found.counts.out + found.counts.changed + found.counts.same);
      assert.equal(found.rows.length, found.total);
      assert.equal(found.total, found.counts.in + found.counts.out + found.counts.changed);
      const back = await ws.call('dataset.compare', { from: after.dataset_id, to: before.dataset_id });
      assert.deepEqual(
        back.why,
        { in: found.why.out, out: found.why.in, changed: found.why.changed },
        'backwards for the same reasons',
      );
      assert.deepEqual(found.recipe.map(({ key }) => key).sort(), Object.keys(second ?? {}).sort());
    });
  }

  it('pages, narrows, and opens the traces behind each number', async () => {
    const before = await build({ method: 'kto' });
    for (const id of ids.slice(0, 3)) await ws.call('feedback.down', { trace: id });
    await ws.call('feedback.up', { trace: at(ids, 5) });
    const after = await build({ method: 'kto' });
    const compare = (more: object) => ws.call('dataset.compare', { from: before.dataset_id, to: after.dataset_id, ...more });
    const all = await compare({});
    assert.deepEqual(all.counts, { in: 1, out: 0, changed: 3, same: all.counts.same });
    const pages = await Promise.all([0, 1, 2, 3].map((offset) => compare({ limit: 1, offset })));
    assert.deepEqual(
      pages.flatMap(({ rows }) => rows),
      all.rows,
    );
    const narrow = await compare({ change: 'in', why: 'new_verdict' });
    assert.deepEqual(
      narrow.rows.map(({ trace, preview }) => [trace, preview]),
      [[at(ids, 5), 'Question number 5?']],
    );
    const behind = async (part: string) =>
      (await ws.call('dataset.traces', { dataset: after.dataset_id, part: `compare:${before.dataset_id}:${part}` })).total;
    assert.deepEqual(await Promise.all(['changed', 'in:new_verdict', 'out'].map(behind)), [3, 1, 0]);
    await assert.rejects(behind('sideways'), isProblem('usage'));
    await assert.rejects(behind('in:because'), isProblem('usage'));
  });

  it('says that two builds are the same, and that one is not there', async () => {
    const one = await build();
    const found = await ws.call('dataset.compare', { from: one.dataset_id, to: 'set' });
    assert.deepEqual([found.counts, found.recipe], [{ in: 0, out: 0, changed: 0, same: one.item_count }, []]);
    await assert.rejects(ws.call('dataset.compare', { from: 'nowhere', to: 'set' }), isProblem('dataset_not_found'));
  });

  it('follows a build back to its parent', async () => {
    const one = await build();
    await ws.call('feedback.up', { trace: at(ids, 5) });
    const two = await build();
    assert.equal((await ws.call('dataset.report', { dataset: two.dataset_id })).parent, one.dataset_id);
    assert.equal((await ws.call('dataset.report', { dataset: one.dataset_id })).parent, undefined);
  });
});
