import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
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

  it('what is built after a purge has the rows that are left, and is no new version when they are the same', async () => {
    await build({ holdout_percent: 0 });
    await remove(4);
    const again = await build({ holdout_percent: 0 });
    assert.deepEqual([again.unchanged, again.version, again.item_count], [true, 1, 5]);
  });

  for (const target of ['trl', 'openai'] as const) {
    it(`written files follow, those that tell of them too: ${target}`, async () => {
      const method = target === 'openai' ? { method: 'sft' } : {};
      const rows = target === 'openai' ? 4 : 6;
      await build(method);
      await write(target);
      const test = target === 'openai' ? 'validation.jsonl' : 'test.jsonl';
      const before = JSON.parse(text('card.json')) as { files: object; hash: string; redactions: object };
      const held = text(test).split('\n').length - 1;
      assert.deepEqual(before.files, { 'train.jsonl': rows - held, [test]: held });
      await remove(0, 4);
      const now = await report();
      const card = JSON.parse(text('card.json')) as typeof before & { report: Record<string, number>; built_hash: string };
      const count = (file: string) => text(file).split('\n').filter(Boolean).length;
      const left = { 'train.jsonl': count('train.jsonl'), [test]: count(test) };
      assert.deepEqual(card.files, left);
      assert.equal(left['train.jsonl'] + (left[test] ?? 0), now.rows);
      assert.deepEqual([card.hash, card.built_hash], [now.hash, now.built_hash]);
      const { rows: all, train_rows, holdout_rows, purged_rows } = now.report;
      assert.deepEqual(
        [card.report['rows'], card.report['train_rows'], card.report['holdout_rows'], card.report['purged_rows']],
        [all, train_rows, holdout_rows, purged_rows],
      );
      const markers = [...`${text('train.jsonl')}${text(test)}`.matchAll(/\[redacted:email/g)].length;
      assert.deepEqual(card.redactions, { email: markers });
      for (const [file, n] of Object.entries(left))
        assert.ok(text('next_steps.md').includes(`\n- \`${file}\`: ${n} row${n === 1 ? '' : 's'}\n`), file);
      const verified = await stage.ws.call('export.verify', {});
      assert.deepEqual(new Set(verified.files.map(({ state }) => state)), new Set(['current']));
      assert.equal((await write(target)).files.length > 0, true, 'the folder is still ours to write over');
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
