import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { makeWorkspace, type Workspace } from '../engine/workspace';

const sample = path.resolve('extension/sample');

/** What somebody said on the walkthrough: lines of `support-agent.jsonl`, counted from 0. */
const said = {
  up: [0, 2, 3, 4, 5, 9, 12, 13, 15, 16, 19, 28, 30, 38, 53],
  down: [7, 10, 11, 14, 17, 18, 57],
  fixed: [1, 6, 42, 50],
  gold: [8, 17],
  billing: [1, 5, 10, 13, 19, 30, 50, 53, 57],
};

/**
 * Counted by hand from the lists above: 27 of 63 conversations were judged, 36 were not. Line 28 is an empty answer that
 * somebody marked up all the same; 17 has a gold and a down; lines 0 to 19 and 28 are the older model's, the others the
 * newer one's.
 */
describe('the sample’s walkthrough', () => {
  let ws: Workspace;
  let ids: string[];

  before(async () => {
    ws = await makeWorkspace();
    ws.write('billing.grader.yaml', readFileSync(path.join(sample, 'billing.grader.yaml')));
    const imported = await ws.call('import.run', { paths: [path.join(sample, 'support-agent.jsonl')], source: 'support-agent' });
    ids = imported.trace_ids;
    assert.deepEqual([imported.imported, imported.refused], [63, 0]);
    const at = (n: number) => ({ trace: ids[n] ?? '' });
    for (const n of said.up) await ws.call('feedback.up', at(n));
    for (const n of said.gold) await ws.call('feedback.gold', { ...at(n), answer: { text: `What line ${n} should have said.` } });
    for (const n of said.down) await ws.call('feedback.down', at(n));
    for (const n of said.fixed) await ws.call('feedback.correct', { ...at(n), answer: { text: `Line ${n}, put right.` } });
    await ws.call('label.add', { traces: said.billing.map((n) => ids[n] ?? ''), labels: ['billing'] });
  });
  after(() => ws.dispose());

  const build = async (method: 'sft' | 'dpo' | 'kto' | 'grpo', more: object = {}) => {
    const { report } = await ws.call('dataset.build', { name: method, method, holdout_percent: 20, ...more });
    const { rows, items, traces_in, slice_size, train_rows, holdout_rows, balance, left_out, rows_dropped, models, labels } =
      report;
    const { sources, reviewers, warnings, moved_to_keep_tasks_whole: moved } = report;
    const numbers = {
      rows,
      items,
      traces_in,
      slice_size,
      train_rows,
      holdout_rows,
      left_out,
      rows_dropped,
      models,
      labels,
      moved,
    };
    return { numbers, balance, sources, reviewers, warnings: warnings.map(({ code }) => code), report };
  };
  /** Told from the text of the file alone, without anything of ours that reads it. */
  it('rests on what stands in the log', () => {
    interface Row {
      readonly model: string;
      readonly created_at: string;
      readonly messages: readonly { readonly role: string; readonly content: string | null; readonly tool_calls?: unknown }[];
    }
    const text = readFileSync(path.join(sample, 'support-agent.jsonl'), 'utf8').trimEnd().split('\n');
    const log = text.map((line) => JSON.parse(line) as Row);
    const where = (test: (row: Row) => boolean) => log.flatMap((row, n) => (test(row) ? [n] : []));
    const asked = ({ messages }: Row) => messages.flatMap(({ role, content }) => (role === 'user' ? [content] : [])).join(' ');
    const judged = [...said.up, ...said.down, ...said.fixed, ...said.gold];
    assert.deepEqual([log.length, new Set(judged).size], [63, 27]);
    assert.deepEqual(
      where(({ messages }) => !messages.findLast(({ role }) => role === 'assistant')?.content?.trim()),
      [28],
    );
    const older = new Set(where(({ model }) => model === 'fjell-support-7b'));
    assert.deepEqual(
      judged.filter((n) => older.has(n) !== (n < 20 || n === 28)),
      [],
    );
    assert.deepEqual(
      [2, 8, 17, 31].map((n) => where((row) => asked(row).toLowerCase() === asked(log[n] ?? row).toLowerCase())),
      [
        [2, 42],
        [8, 38],
        [17, 52],
        [31, 53],
      ],
    );
    assert.deepEqual(
      log.map(({ created_at }) => created_at),
      log.map(({ created_at }) => created_at).sort(),
    );
  });

  const machine = { earlier_process: 0, rule: 0, judge: 0, agent: 0 };

  /**
   * 14 answers marked up (28 is empty), 4 corrections, 2 golds: 20 rows. 6 downs alone (17 has a gold). 15 of the rows
   * are the older model's: 11 ups, corrections 1 and 6, golds 8 and 17. Billing without the downs 10 and 57: 7.
   * A fifth of 20 is 4, newest first: 53, 50, then 42, which asks the same as 2 and takes it along.
   */
  it('sft', async () => {
    const { numbers, sources, reviewers, warnings } = await build('sft');
    assert.deepEqual(numbers, {
      rows: 20,
      items: 20,
      traces_in: 20,
      slice_size: 63,
      train_rows: 16,
      holdout_rows: 4,
      left_out: { empty_answer: 1, no_verdict: 36, thumbs_down_only: 6 },
      rows_dropped: {},
      models: { 'fjell-support-7b': 15, 'fjell-support-8b': 5 },
      labels: { billing: 7 },
      moved: 0,
    });
    assert.deepEqual([sources, reviewers], [{ human: 20, ...machine }, { ana: 20 }]);
    assert.deepEqual(warnings, ['too_few_rows', 'one_reviewer', 'stale_feedback']);
    const held = await ws.call('dataset.traces', { dataset: 'sft', part: 'holdout' });
    assert.deepEqual(
      held.rows.map(({ id }) => ids.indexOf(id)),
      [2, 42, 50, 53],
    );
  });

  /**
   * 4 corrections and 2 golds over their answers: 6 pairs; of the other 57 one has an empty answer. A fifth of 6 is 2
   * rows, rounded up: 50 and 42. No prompt of the pairs is asked twice: 2 is no pair.
   */
  it('dpo', async () => {
    const { numbers, warnings } = await build('dpo');
    assert.deepEqual(numbers, {
      rows: 6,
      items: 6,
      traces_in: 6,
      slice_size: 63,
      train_rows: 4,
      holdout_rows: 2,
      left_out: { empty_answer: 1, no_second_answer: 56 },
      rows_dropped: {},
      models: { 'fjell-support-7b': 4, 'fjell-support-8b': 2 },
      labels: { billing: 2 },
      moved: 0,
    });
    assert.deepEqual(warnings, ['too_few_rows', 'one_reviewer', 'stale_feedback', 'mixed_models']);
  });

  /**
   * 14 ups, 2 rows for each of 4 corrections, gold 8, gold and down of 17, 6 downs: 14 + 8 + 1 + 2 + 6 = 31 rows of 26
   * conversations. Desirable: 14 + 4 + 2 = 20. The newer model's: 30, 38, 53, 57 once, 42 and 50 twice: 8.
   * A fifth of 31 is 7, rounded up: 57, 53, 50 (2), then 42 (2) with 2 (1): 7.
   */
  it('kto', async () => {
    const { numbers, balance, warnings } = await build('kto');
    assert.deepEqual(numbers, {
      rows: 31,
      items: 26,
      traces_in: 26,
      slice_size: 63,
      train_rows: 24,
      holdout_rows: 7,
      left_out: { empty_answer: 1, no_verdict: 36 },
      rows_dropped: {},
      models: { 'fjell-support-7b': 23, 'fjell-support-8b': 8 },
      labels: { billing: 11 },
      moved: 0,
    });
    assert.deepEqual(balance, { desirable: 20, undesirable: 11 });
    assert.deepEqual(warnings, ['too_few_rows', 'one_reviewer', 'stale_feedback', 'mixed_models']);
  });

  /**
   * 2 golds are ground truths; the rules are about billing and apply to the 9 conversations labelled so: 11 rows. To the
   * other 52 no rule applies, so there is nothing to reward them by. A fifth of 11 is 3: 57, 53 and 50.
   */
  it('grpo', async () => {
    const { numbers, sources } = await build('grpo', { graders: ['billing.grader.yaml'] });
    assert.deepEqual(numbers, {
      rows: 11,
      items: 11,
      traces_in: 11,
      slice_size: 63,
      train_rows: 8,
      holdout_rows: 3,
      left_out: { no_reward: 52 },
      rows_dropped: {},
      models: { 'fjell-support-7b': 7, 'fjell-support-8b': 4 },
      labels: { billing: 9 },
      moved: 0,
    });
    assert.deepEqual(sources, { human: 2, ...machine, rule: 9 });
    const out = await ws.call('export.run', { dataset: 'grpo', target: 'trl', folder: path.join(ws.folder, 'grpo') });
    assert.deepEqual([out.refused, out.files.find(({ split }) => split === 'train')?.rows], [{}, 8]);
  });

  /**
   * The recipe beside the log: billing alone, 9 conversations, of which 10 and 57 are downs: 7 rows. A fifth of 7 is 2,
   * rounded up: 53 and 50.
   */
  it('the recipe of the sample', async () => {
    const { numbers } = await build('sft', {
      name: 'Billing replies',
      slice: { label: 'billing', since: '2026-09-07', until: '2026-09-20' },
    });
    assert.deepEqual(
      [numbers.rows, numbers.slice_size, numbers.train_rows, numbers.holdout_rows, numbers.left_out],
      [7, 9, 5, 2, { thumbs_down_only: 2 }],
    );
  });
});
