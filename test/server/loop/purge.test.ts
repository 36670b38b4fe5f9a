import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { asked, down, fix, Stage, up } from './stage';

/** LOOP §9, versions and purge, and §10: what a deletion does to what was built and written. */
describe('LOOP §9: versions and purge', () => {
  let stage: Stage;
  beforeEach(async () => {
    const row = (i: number) => ({
      ...asked(`Question ${i} about ${i * 7919}?`, `Answer ${i}, write to eve${i}@example.org.`),
      created_at: `2026-09-0${i + 1}T00:00:00Z`,
    });
    stage = await Stage.open([0, 1, 2, 3, 4].map(row), { labels: false });
    for (const n of [0, 1, 2]) await stage.play(n, [up()]);
    await stage.play(3, [fix('Fixed.')]);
    await stage.play(4, [down()]);
  });
  afterEach(() => stage.ws.dispose());

  const build = (more: object = {}) =>
    stage.ws.call('dataset.build', { name: 'set', method: 'kto', holdout_percent: 20, ...more });
  const remove = (...n: number[]) =>
    stage.ws.call('trace.delete', { traces: n.map((i) => stage.traces[i] ?? ''), confirmed: true });
  const report = () => stage.ws.call('dataset.report', { dataset: 'set' });
  const folder = (name = 'out') => path.join(stage.ws.folder, name);
  const write = (target = 'trl', dataset = 'set') => stage.ws.call('export.run', { dataset, target, folder: folder() });
  const text = (file: string) => readFileSync(path.join(folder(), file), 'utf8');

  it('rebuilding without change gives the old version', async () => {
    const first = await build();
    const again = await build();
    assert.deepEqual([again.unchanged, again.version, again.dataset_id], [true, 1, first.dataset_id]);
  });

  it('a change makes a version whose parent is the one before, and a recipe’s default is no change', async () => {
    const first = await build();
    assert.equal((await build({ label_threshold: 0.5, min_score: 0.1 })).unchanged, true);
    await stage.play(4, [up()]);
    const second = await build();
    const { parent } = await report();
    assert.deepEqual([second.unchanged, second.version, parent], [false, 2, first.dataset_id]);
  });

  it('purge after build: version and id stay, purged_rows grows, hash is recomputed, built_hash kept', async () => {
    const built = await build();
    await remove(3);
    const first = await report();
    assert.deepEqual(
      [first.dataset_id, first.version, first.built_hash, first.rows, first.purged_rows, first.report.purged_rows],
      [built.dataset_id, 1, built.hash, 4, 2, 2],
    );
    assert.notEqual(first.hash, built.hash);
    await remove(0);
    const second = await report();
    assert.deepEqual([second.rows, second.purged_rows], [3, 3]);
    assert.notEqual(second.hash, first.hash);
    assert.deepEqual([second.report.rows, second.report.train_rows + second.report.holdout_rows], [3, 3]);
  });

  it('a report after a purge adds up, and each of its numbers opens as many traces', async () => {
    await stage.play(1, [down()]);
    await build({ method: 'kto' });
    await remove(3);
    await remove(4);
    const { report: left } = await report();
    const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);
    assert.equal(left.rows, sum(left.sources));
    assert.equal(left.rows, sum(left.balance));
    assert.equal(left.slice_size, left.traces_in + sum(left.left_out));
    const behind = async (part: string) => (await stage.ws.call('dataset.traces', { dataset: 'set', part })).total;
    assert.equal(await behind('in'), left.traces_in);
    for (const [code, traces] of Object.entries(left.left_out)) assert.equal(await behind(`left_out:${code}`), traces, code);
    for (const [model, rows] of Object.entries(left.models)) assert.ok((await behind(`model:${model}`)) <= rows, model);
    for (const [who, rows] of Object.entries(left.reviewers)) {
      const traces = await behind(`reviewer:${who}`);
      assert.ok(traces > 0 && traces <= rows, who);
    }
    const bins = left.distributions?.time ?? [];
    assert.equal(
      bins.reduce((all, bin) => all + bin.train + bin.holdout, 0),
      left.rows,
    );
  });

  it('what is built after a purge has the rows that are left, and is no new version when they are the same', async () => {
    await build({ holdout_percent: 0 });
    await remove(4);
    const again = await build({ holdout_percent: 0 });
    assert.deepEqual([again.unchanged, again.version, again.item_count], [true, 1, 5]);
  });

  /** Files of an export by name. */
  const filesIn = (name: string) =>
    Object.fromEntries(
      readdirSync(folder(name))
        .sort()
        .map((file) => [file, readFileSync(path.join(folder(name), file), 'utf8')]),
    );
  const sorted = (lines = '') => lines.split('\n').sort().join('\n');

  for (const [target, method, recipe] of [
    ['trl', 'sft', {}],
    ['trl', 'dpo', {}],
    ['trl', 'kto', {}],
    ['trl', 'grpo', { graders: ['words.grader.yaml'] }],
    ['openai', 'sft', {}],
    ['openai', 'dpo', {}],
  ] as const) {
    it(`written files become those that an export of what is left would write: ${target}, ${method}`, async () => {
      // Enough for a holdout of its own, a row that the target refuses, and corrections for pairs.
      const odd = {
        messages: [
          { role: 'user', content: 'Odd?' },
          { role: 'assistant', content: 'Once.' },
          { role: 'assistant', content: 'Twice.' },
        ],
      };
      const more = [
        odd,
        ...[5, 6, 7, 8].map((n) => ({
          ...asked(`More ${n * 6151}, ${'long '.repeat(n * 80)}?`),
          created_at: '2026-09-01T00:00:00Z',
        })),
      ];
      const file = stage.ws.write('more.jsonl', more.map((row) => JSON.stringify(row)).join('\n'));
      const { trace_ids } = await stage.ws.call('import.run', { paths: [file], source: 'more' });
      for (const trace of trace_ids) {
        const kind = method === 'dpo' ? 'feedback.correct' : 'feedback.up';
        await stage.ws.call(kind, { trace, ...(kind === 'feedback.correct' ? { answer: { text: `Fixed ${trace}.` } } : {}) });
      }
      await build({ method, ...recipe });
      await write(target);
      const before = filesIn('out');
      await stage.ws.call('trace.delete', { traces: [stage.traces[3] ?? '', ...trace_ids.slice(3)], confirmed: true });
      const verified = await stage.ws.call('export.verify', {});
      assert.deepEqual(new Set(verified.files.map(({ state }) => state)), new Set(['current']));
      const left = filesIn('out');
      await stage.ws.call('export.run', { dataset: 'set', target, folder: folder('anew/out') });
      const anew = filesIn('anew/out');
      assert.notDeepEqual(left, before);
      // What kto's order is drawn by is the dataset's hash, which is another one now.
      for (const name of ['train.jsonl', 'test.jsonl'])
        if (method === 'kto' && left[name]) [left[name], anew[name]] = [sorted(left[name]), sorted(anew[name])];
      assert.deepEqual(left, anew);
      assert.match(left['next_steps.md'] ?? '', method === 'grpo' || method === 'dpo' ? /Read first/ : /## Not written/);
      await write(target);
      await stage.ws.call('trace.delete', {
        traces: [...stage.traces, ...trace_ids].filter((id) => id !== stage.traces[3] && !trace_ids.slice(3).includes(id)),
        confirmed: true,
      });
      assert.deepEqual(
        Object.keys(filesIn('out')).filter((name) => name.endsWith('.jsonl')),
        [],
        'no file without a row',
      );
      assert.equal((await stage.ws.call('export.verify', {})).ok, true);
    });
  }

  it('a card that somebody changed stays as it is', async () => {
    await build();
    await write();
    writeFileSync(path.join(folder(), 'card.json'), '{"mine": true}\n');
    await remove(0);
    assert.equal(text('card.json'), '{"mine": true}\n');
    const { files } = await stage.ws.call('export.verify', {});
    assert.deepEqual(
      files.filter(({ state }) => state === 'changed').map(({ path: name }) => name),
      ['out/card.json'],
    );
  });

  it('the same log and the same recipe give the same bytes', async () => {
    const built = await build();
    await write();
    const first = text('train.jsonl');
    await stage.ws.call('store.rebuild', {});
    const again = await stage.ws.call('dataset.build', { name: 'other', method: 'kto', holdout_percent: 20 });
    assert.equal(again.hash, built.hash);
    await write('trl', 'other');
    assert.equal(text('train.jsonl'), first);
  });
});
