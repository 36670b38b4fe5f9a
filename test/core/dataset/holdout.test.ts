import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { chooseHoldout } from '../../../core/dataset/holdout';
import { sampleIds } from '../../../core/dataset/sample';
import { Tasks } from '../../../core/dataset/tasks';
import { asked, gold, story, traceOf, up, user, assistant } from '../feedback/acts';
import { built, hasher, judged, recipeOf } from './building';

interface Case {
  name: string;
  /** One letter a row, oldest first; equal letters are one task. */
  rows: string;
  percent: number;
  held: string;
  moved?: number;
  note?: string;
}

const cases: Case[] = [
  { name: 'nothing asked for', rows: 'abcde', percent: 0, held: '' },
  { name: 'the newest rows', rows: 'abcdefghij', percent: 20, held: 'ij' },
  { name: 'rounded up', rows: 'abcdefghijk', percent: 20, held: 'ijk' },
  { name: 'rounded up from almost nothing', rows: 'abc', percent: 1, held: 'c' },
  { name: '29 % of 100 is 29', rows: letters(100), percent: 29, held: letters(100).slice(-29) },
  { name: 'a task is whole, wherever its rows lie', rows: 'jabcdefghj', percent: 20, held: 'j' },
  { name: 'a task within ten points more', rows: 'abcdefgjjj', percent: 20, held: 'j' },
  { name: 'a task beyond ten points stays, an older one goes', rows: 'abcdefjjjj', percent: 20, held: 'ef', moved: 1 },
  { name: 'nothing fits', rows: 'aaaaajjjjj', percent: 20, held: '', moved: 2, note: 'tasks_too_large' },
  { name: 'never everything', rows: 'ab', percent: 90, held: 'b', moved: 1 },
  { name: 'one task only', rows: 'aaaa', percent: 20, held: '', note: 'one_task' },
  { name: 'no rows', rows: '', percent: 20, held: '', note: 'no_rows' },
  { name: 'one row', rows: 'a', percent: 20, held: '', note: 'one_task' },
];

function letters(n: number): string {
  return String.fromCodePoint(...Array.from({ length: n }, (_, i) => 0x4e00 + i));
}

describe('the holdout', () => {
  for (const { name, rows, percent, held, moved = 0, note } of cases) {
    it(name, () => {
      const found = chooseHoldout(Array.from(rows), percent);
      assert.deepEqual([...found.tasks].sort(), Array.from(held).sort());
      assert.equal(found.moved.size, moved);
      assert.equal(found.note, note);
    });
  }

  it('keeps its promises for any tasks', () => {
    const rows = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'), { maxLength: 60 });
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 90 }), (tasks, percent) => {
        const found = chooseHoldout(tasks, percent);
        const held = tasks.filter((task) => found.tasks.has(task)).length;
        assert.equal(found.rows, held);
        assert.ok(held < Math.max(1, tasks.length), 'training is never empty');
        const wanted = Math.ceil((tasks.length * percent) / 100 - 1e-9);
        assert.ok(held <= Math.max(wanted, (tasks.length * (percent + 10)) / 100 + 1e-9));
        assert.ok(held > 0 || found.note !== undefined, 'an empty holdout says why');
      }),
    );
  });

  it('splits rows of one question together, and says so in the report', async () => {
    const same = (n: number) => judged(n, story(up), { messages: asked('Same  QUESTION', `Answer ${n}`).messages });
    const traces = [judged(1, story(up)), judged(4, story(up)), same(5), same(6)];
    const { rows, report } = await built(recipeOf('sft', { holdout_percent: 25 }), traces);
    assert.deepEqual(
      rows.map((r) => r.split),
      ['train', 'holdout', 'train', 'train'],
    );
    assert.equal(new Set(rows.map((r) => r.task)).size, 3);
    assert.equal(report.moved_to_keep_tasks_whole, 1);
    assert.equal(report.holdout_rows, 1);
  });

  it('keeps the turns of one conversation on one side, and what they share with others', async () => {
    const talk = traceOf([user('One?'), assistant('A.'), user('Two?'), assistant('B.')], { id: 'talk' });
    const acts = [...story({ ...up, turn: 1 }), ...story({ ...up, turn: 3 })].map((event, n) => ({
      ...event,
      id: `talk/${n}`,
      body: { ...event.body, trace: 'talk' },
    }));
    const again = judged(9, story(up), { messages: asked('One?', 'Other.').messages });
    const { rows } = await built(recipeOf('sft'), [{ trace: talk, acts: acts }, again]);
    assert.equal(rows.length, 3);
    assert.equal(new Set(rows.map((r) => r.task)).size, 1);
  });

  it('takes the task key when there is one', async () => {
    const keyed = (n: number) => judged(n, story(up), { task_key: 'same' });
    const { rows } = await built(recipeOf('sft'), [keyed(1), keyed(2), judged(3, story(gold('x')))]);
    assert.deepEqual(
      rows.map((r) => r.task === 'key:same'),
      [true, true, false],
    );
  });
});

describe('tasks', () => {
  it('joins through shared keys', () => {
    const tasks = new Tasks();
    tasks.join(['a', 'b']);
    tasks.join(['c', 'd']);
    assert.notEqual(tasks.find('a'), tasks.find('c'));
    tasks.join(['d', 'a']);
    assert.equal(new Set(['a', 'b', 'c', 'd'].map((key) => tasks.find(key))).size, 1);
    assert.equal(tasks.find('unknown'), 'unknown');
  });
});

describe('sampling', () => {
  const ids = Array.from({ length: 200 }, (_, n) => `trace-${n}`);

  it('draws the same of the same, in order, and something else with another seed', () => {
    const drawn = sampleIds(hasher, ids, 20, 1);
    assert.equal(drawn.length, 20);
    assert.deepEqual(drawn, sampleIds(hasher, ids, 20, 1));
    assert.deepEqual(
      drawn,
      ids.filter((id) => drawn.includes(id)),
    );
    assert.notDeepEqual(drawn, sampleIds(hasher, ids, 20, 2));
    assert.deepEqual(sampleIds(hasher, ids, 500, 1), ids);
  });

  it('changes by at most the traces that came in', () => {
    const before = sampleIds(hasher, ids, 20, 1);
    const after = sampleIds(hasher, [...ids, 'new-1', 'new-2'], 20, 1);
    assert.ok(before.filter((id) => !after.includes(id)).length <= 2);
  });
});
