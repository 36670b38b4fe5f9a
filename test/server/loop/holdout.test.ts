import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import { asked, fix, Stage, up, type Act, type Row } from './stage';

interface Case {
  readonly row: string;
  /** The task of each trace, oldest first: equal letters ask the same. */
  readonly tasks: string;
  readonly percent: number;
  /** Which rows are held out, as the letters of their tasks. */
  readonly held: string;
  readonly moved?: number;
  readonly note?: string;
  /** Told by `task_key` instead of the question. */
  readonly keyed?: true;
  readonly act?: (n: number) => Act;
  readonly method?: 'sft' | 'kto';
}

/** LOOP §9, holdout. */
const cases: readonly Case[] = [
  { row: 'none asked for', tasks: 'abcde', percent: 0, held: '' },
  { row: 'the newest rows', tasks: 'abcdefghij', percent: 20, held: 'ij' },
  { row: 'rounded up', tasks: 'abcdef', percent: 20, held: 'ef' },
  { row: 'whole tasks, by their newest row', tasks: 'jabcdefghj', percent: 20, held: 'jj' },
  { row: 'a task within n % + 10 points', tasks: 'abcdefgjjj', percent: 20, held: 'jjj' },
  { row: 'a task beyond it stays in train and is counted', tasks: 'abcdefjjjj', percent: 20, held: 'ef', moved: 1 },
  { row: 'the training split is never emptied', tasks: 'ab', percent: 90, held: 'b', moved: 1 },
  { row: 'all rows share one task: empty, and the report says why', tasks: 'aaaa', percent: 20, held: '', note: 'one_task' },
  { row: 'nothing fits', tasks: 'aaabbb', percent: 20, held: '', moved: 2, note: 'tasks_too_large' },
  { row: 'tasks by task_key', tasks: 'jabcdefghj', percent: 20, held: 'jj', keyed: true },
  {
    row: 'both rows of a correction are one task',
    tasks: 'abcde',
    percent: 20,
    held: 'ee',
    method: 'kto',
    act: (n) => fix(`Fixed ${n}.`),
  },
];

describe('LOOP §9: holdout', () => {
  for (const { row, tasks, percent, held, moved = 0, note, keyed, act = () => up(), method = 'sft' } of cases) {
    it(row, async () => {
      const rows = Array.from(tasks, (task, n): Row => {
        const question = keyed ? `Question ${n}?` : `  About ${task.toUpperCase()}?`;
        const key = keyed ? { task_key: task } : {};
        return { ...asked(question, `Answer ${n}.`), ...key, created_at: new Date(Date.UTC(2026, 8, n + 1)).toISOString() };
      });
      const stage = await Stage.open(rows, { labels: false });
      try {
        for (const n of stage.traces.keys()) await stage.play(n, [act(n)]);
        const { dataset_id, report } = await stage.ws.call('dataset.build', { name: 'h', method, holdout_percent: percent });
        const samples = await stage.ws.call('dataset.samples', { dataset: dataset_id, split: 'holdout', limit: 100 });
        const letters = samples.rows.map(({ trace }) => tasks[stage.traces.indexOf(trace)]);
        assert.deepEqual(letters.join(''), held);
        assert.deepEqual(
          [report.holdout_rows, report.train_rows, report.moved_to_keep_tasks_whole, report.holdout_note],
          [held.length, report.rows - held.length, moved, note],
        );
      } finally {
        await stage.ws.dispose();
      }
    });
  }
});

describe('a dataset that is named like a version', () => {
  it('hides none, and is found as it is listed', async () => {
    const stage = await Stage.open([asked('One?'), asked('Two?')], { labels: false });
    try {
      for (const n of stage.traces.keys()) await stage.play(n, [up()]);
      const built = async (name: string, seed: number) =>
        (await stage.ws.call('dataset.build', { name, method: 'sft', seed, holdout_percent: 0, sample: 2 })).dataset_id;
      const first = await built('p', 1);
      const odd = await built('p@1', 1);
      await stage.play(0, [fix('Better.')]);
      const second = await built('p', 1);
      const found = async (dataset: string) => (await stage.ws.call('dataset.report', { dataset })).dataset_id;
      const wanted = { 'p@1': first, 'p@2': second, p: second, 'p@1@1': odd, [odd]: odd };
      for (const [reference, id] of Object.entries(wanted)) assert.equal(await found(reference), id, reference);
      await assert.rejects(found('p@3'), { code: 'dataset_not_found' });
      const alone = await built('q@7', 1);
      assert.equal(await found('q@7'), alone);
    } finally {
      await stage.ws.dispose();
    }
  });
});

describe('samples of a dataset', () => {
  it('come by a column of theirs over all pages, each once, and otherwise in the dataset’s order', async () => {
    const lengths = [5, 30, 1, 30, 12, 7];
    const stage = await Stage.open(
      lengths.map((length, n) => ({
        ...asked(`Question ${n}?`, 'x'.repeat(length)),
        created_at: new Date(Date.UTC(2026, 8, n + 1)).toISOString(),
      })),
      { labels: false },
    );
    try {
      for (const n of stage.traces.keys()) await stage.play(n, [up()]);
      const { dataset_id } = await stage.ws.call('dataset.build', { name: 's', method: 'sft', holdout_percent: 0 });
      const pages = async (sort?: { column: string; descending?: boolean }) => {
        const found: number[] = [];
        for (let offset = 0; offset < lengths.length; offset += 2) {
          const page = { dataset: dataset_id, limit: 2, offset, ...(sort && { sort }) };
          const { rows, total } = await stage.ws.call('dataset.samples', page);
          assert.equal(total, lengths.length);
          found.push(...rows.map(({ trace }) => stage.traces.indexOf(trace)));
        }
        return found;
      };
      assert.deepEqual(await pages(), [0, 1, 2, 3, 4, 5]);
      assert.deepEqual(await pages({ column: 'completion' }), [2, 0, 5, 4, 1, 3]);
      assert.deepEqual(await pages({ column: 'completion', descending: true }), [1, 3, 4, 5, 0, 2]);
      assert.deepEqual(await pages({ column: 'no_such' }), [0, 1, 2, 3, 4, 5]);
    } finally {
      await stage.ws.dispose();
    }
  });
});

describe('LOOP §9: order of operations', () => {
  let stage: Stage;
  before(async () => {
    const row = (n: number) => ({ ...asked(`Q${n}?`, `A${n}.`), created_at: `2026-09-${String(n + 10)}T00:00:00Z` });
    stage = await Stage.open(
      Array.from({ length: 20 }, (_, n) => row(n)),
      { labels: false },
    );
    for (const n of stage.traces.keys()) await stage.play(n, n % 2 ? [up()] : []);
  });
  after(() => stage.ws.dispose());

  const build = (more: object) => stage.ws.call('dataset.build', { name: 'o', method: 'sft', ...more });

  it('slice, then sample: the draw is of the slice alone', async () => {
    const { report } = await build({ slice: { has: 'up' }, sample: 5 });
    assert.deepEqual([report.slice_size, report.rows], [5, 5]);
  });

  it('sample, then rows: what is drawn and gives no row is left out', async () => {
    const { report } = await build({ sample: 10 });
    assert.deepEqual([report.slice_size, report.rows + (report.left_out['no_verdict'] ?? 0)], [10, 10]);
  });

  it('sample before holdout: the holdout is the newest of what was drawn', async () => {
    const whole = await build({ slice: { has: 'up' }, sample: 5 });
    const { report, dataset_id } = await build({ slice: { has: 'up' }, sample: 5, holdout_percent: 20 });
    assert.deepEqual([report.train_rows, report.holdout_rows], [4, 1]);
    const drawn = await stage.ws.call('dataset.traces', { dataset: whole.dataset_id, part: 'in' });
    const held = await stage.ws.call('dataset.traces', { dataset: dataset_id, part: 'holdout' });
    assert.equal(held.rows[0]?.id, drawn.rows.at(-1)?.id);
  });

  it('rows stand by the time of capture', async () => {
    const { dataset_id } = await build({ slice: { has: 'up' } });
    const { rows } = await stage.ws.call('dataset.traces', { dataset: dataset_id, part: 'in' });
    assert.deepEqual(
      rows.map(({ id }) => stage.traces.indexOf(id)),
      [1, 3, 5, 7, 9, 11, 13, 15, 17, 19],
    );
  });
});
