import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { decodeAct, encodeAct } from '../../../server/store/log/act-line';
import { isProblem } from '../../support/problem';
import { actsBy, openTestStore } from '../../support/store';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

describe('engine: datasets and exports', () => {
  let ws: Workspace;
  let ids: string[];

  beforeEach(async () => {
    ws = await makeWorkspace();
    const rows = Array.from({ length: 10 }, (_, i) =>
      chat(`r${i}`, `Question number ${i}?`, `Answer number ${i}, unique-${i}-text.`, {
        created_at: `2026-09-${String(i + 10)}T10:00:00Z`,
      }),
    );
    ids = await importRows(ws, rows);
    for (const id of ids.slice(0, 6)) await ws.call('feedback.up', { trace: id });
    await ws.call('feedback.correct', { trace: ids[6] ?? '', answer: { text: 'A better answer.' } });
    await ws.call('feedback.down', { trace: ids[7] ?? '' });
  });
  afterEach(() => ws.dispose());

  const build = (method: 'sft' | 'dpo' | 'kto', more: object = {}) =>
    ws.call('dataset.build', { name: `set-${method}`, method, ...more });
  const out = (name: string) => path.join(ws.folder, name);
  const lines = (file: string) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);

  /** As if another program had built it: the log says something else of it. */
  const rewritten = async (dataset: string, report: string) => {
    await ws.engine.close();
    const folder = path.join(ws.store, 'log');
    for (const name of readdirSync(folder)) {
      const old = readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean);
      const changed = old.map((line) => {
        const event = line.includes('"dataset_built"') && line.includes(dataset) ? decodeAct(Buffer.from(line)) : undefined;
        if (event?.body.type !== 'dataset_built') return Buffer.from(`${line}\n`);
        return encodeAct({ ...event, body: { ...event.body, report } });
      });
      writeFileSync(path.join(folder, name), Buffer.concat(changed));
    }
    rmSync(path.join(ws.store, 'index.sqlite'), { force: true });
    await ws.reopen();
  };

  it('previews the same counts without writing', async () => {
    const preview = await ws.call('dataset.preview', { method: 'kto', holdout_percent: 0 });
    assert.equal(preview.rows, 9);
    assert.deepEqual(await ws.call('dataset.list', {}), []);
    assert.equal((await build('kto')).item_count, 9);
  });

  it('writes TRL files whose rows are the approved answers', async () => {
    await build('dpo');
    const result = await ws.call('export.run', { dataset: 'set-dpo', target: 'trl', folder: out('dpo') });
    assert.deepEqual(result.refused, {});
    const [row] = lines(out('dpo/train.jsonl'));
    assert.deepEqual(row?.['chosen'], [{ role: 'assistant', content: 'A better answer.' }]);
    assert.deepEqual(row['rejected'], [{ role: 'assistant', content: 'Answer number 6, unique-6-text.' }]);
    assert.deepEqual(readdirSync(out('dpo')).sort(), ['card.json', 'dpo.yaml', 'next_steps.md', 'train.jsonl']);
    assert.deepEqual(
      (await ws.call('export.verify', {})).files.map((f) => f.state),
      ['current', 'current', 'current', 'current'],
    );
  });

  it('writes over its own files and over nobody else’s', async () => {
    await build('sft');
    await ws.call('export.run', { dataset: 'set-sft', target: 'openai', folder: out('mine') });
    await ws.call('export.run', { dataset: 'set-sft', target: 'trl', folder: out('mine') });
    assert.ok(existsSync(out('mine/sft.yaml')));
    writeFileSync(out('mine/train.jsonl'), 'changed by hand\n');
    await assert.rejects(
      ws.call('export.run', { dataset: 'set-sft', target: 'trl', folder: out('mine') }),
      isProblem('folder_not_empty'),
    );
    assert.equal(readFileSync(out('mine/train.jsonl'), 'utf8'), 'changed by hand\n');
    mkdirSync(out('theirs'));
    writeFileSync(out('theirs/notes.txt'), 'keep me');
    await assert.rejects(
      ws.call('export.run', { dataset: 'set-sft', target: 'trl', folder: out('theirs') }),
      isProblem('folder_not_empty'),
    );
    await assert.rejects(
      ws.call('export.run', { dataset: 'set-sft', target: 'trl', folder: out('a[b]') }),
      isProblem('folder_name_unsafe'),
    );
  });

  it('says what a target cannot do', async () => {
    await build('kto');
    const run = (target: string, options = {}) =>
      ws.call('export.run', { dataset: 'set-kto', target, folder: out('x'), options });
    await assert.rejects(run('openai'), isProblem('target_lacks_method'));
    await assert.rejects(run('nowhere'), isProblem('target_unknown'));
    await assert.rejects(run('trl', { shape: 'completion' }), isProblem('option_invalid'));
    await assert.rejects(ws.call('dataset.report', { dataset: 'no such set' }), isProblem('dataset_not_found'));
  });

  it('forgets a deleted conversation everywhere', async () => {
    await build('sft');
    await ws.call('export.run', { dataset: 'set-sft', target: 'trl', folder: out('sft') });
    const before = await ws.call('dataset.report', { dataset: 'set-sft' });
    const would = await ws.call('trace.delete', { traces: [ids[2] ?? ''], dry_run: true });
    const result = await ws.call('trace.delete', { traces: [ids[2] ?? ''], confirmed: true });
    assert.deepEqual(would, result, 'a dry run says what the deletion then does');
    assert.deepEqual([result.purged, result.datasets_changed, result.exports_unreachable], [1, 1, []]);
    assert.deepEqual(result.exports_rewritten, ['sft/train.jsonl']);
    const after = await ws.call('dataset.report', { dataset: 'set-sft' });
    assert.deepEqual(
      [after.dataset_id, after.version, after.rows, after.purged_rows],
      [before.dataset_id, 1, before.rows - 1, 1],
    );
    const { rows, train_rows, holdout_rows, purged_rows } = after.report;
    assert.deepEqual([rows, train_rows, holdout_rows, purged_rows], [after.rows, after.train_rows, after.holdout_rows, 1]);
    assert.notEqual(after.hash, after.built_hash);
    assert.ok((await ws.call('export.verify', {})).ok);
    assert.deepEqual(holding(ws.folder, 'unique-2-text', ['agent.jsonl']), []);
    await assert.rejects(ws.call('trace.show', { trace: ids[2] ?? '' }), isProblem('trace_not_found'));
    await ws.reopen();
    await assert.rejects(ws.call('trace.show', { trace: ids[2] ?? '' }), isProblem('trace_not_found'));
  });

  it('tells of files it could not reach', async () => {
    await build('sft');
    await ws.call('export.run', { dataset: 'set-sft', target: 'trl', folder: out('sft') });
    writeFileSync(out('sft/train.jsonl'), `${readFileSync(out('sft/train.jsonl'), 'utf8')}{"by": "hand"}\n`);
    const result = await ws.call('trace.delete', { traces: [ids[2] ?? ''], confirmed: true });
    assert.deepEqual(result.exports_unreachable, ['sft/train.jsonl']);
    const verified = await ws.call('export.verify', {});
    assert.equal(verified.ok, false);
    assert.equal(verified.files.find((f) => f.path === 'sft/train.jsonl')?.state, 'holds_purged');
  });

  it('asks before it deletes by filter', async () => {
    const where = { state: 'unreviewed' as const };
    assert.equal((await ws.call('trace.delete', { where, dry_run: true })).purged, 2);
    await assert.rejects(ws.call('trace.delete', { where }), isProblem('confirmation_needed'));
    assert.equal((await ws.call('trace.delete', { where, confirmed: true })).purged, 2);
    assert.equal((await ws.call('store.stats', {})).traces, 8);
  });

  it('forgets what was deleted also where a dataset cannot be read', async () => {
    for (const [n, report] of ['no JSON', '{"nothing":1}'].entries()) {
      const method = n === 0 ? 'sft' : 'kto';
      const { dataset_id } = await build(method);
      await ws.call('export.run', { dataset: `set-${method}`, target: 'trl', folder: out(method) });
      await rewritten(dataset_id, report);
      await ws.call('trace.delete', { traces: [ids[n] ?? ''], confirmed: true });
      await ws.engine.close();
      await ws.reopen();
      assert.deepEqual(holding(ws.folder, `unique-${n}-text`, ['agent.jsonl']), []);
      const row = (await ws.call('dataset.list', {})).find((one) => one.dataset_id === dataset_id);
      assert.equal(row?.purged_rows, 0);
      assert.equal(typeof row.unreadable, 'string');
      assert.equal((await build(method)).version, 2);
    }
  });

  it('are listed where only the log is', async () => {
    const { dataset_id } = await build('kto');
    await build('sft');
    await ws.call('trace.delete', { traces: [ids[0] ?? ''], confirmed: true });
    rmSync(path.join(ws.folder, '.loop', 'datasets', `${dataset_id}.jsonl`));
    assert.deepEqual(
      (await ws.call('dataset.list', {})).map(({ name, rows, purged_rows }) => [name, rows, purged_rows]),
      [
        ['set-sft', 6, 1],
        ['set-kto', 8, 1],
      ],
    );
  });

  it('are verified in all their versions by a bare name', async () => {
    await build('sft');
    await ws.call('export.run', { dataset: 'set-sft', target: 'trl', folder: out('one') });
    await ws.call('feedback.up', { trace: ids[8] ?? '' });
    assert.equal((await build('sft')).version, 2);
    const states = async (dataset: string) => [
      ...new Set((await ws.call('export.verify', { dataset })).files.map(({ state }) => state)),
    ];
    assert.deepEqual(await states('set-sft'), ['stale']);
    assert.deepEqual(await states('set-sft@1'), ['stale']);
    assert.deepEqual(await states('set-sft@2'), []);
    writeFileSync(out('one/train.jsonl'), 'by hand\n');
    assert.equal((await ws.call('export.verify', { dataset: 'set-sft' })).ok, false);
  });

  it('tells of a dataset that cannot be read any more, and builds past it', async () => {
    await ws.engine.close();
    const store = await openTestStore(ws.folder);
    const unknown = { recipe: '{"of":"a later day"}', built_hash: 'b', report: 'no JSON' };
    const built = { type: 'dataset_built', dataset: 'ds', name: 'set-sft', version: 3, method: 'sft', ...unknown } as const;
    await store.writeDataset(actsBy('ana').act(built), []);
    await store.close();
    await ws.reopen();
    const listed = async () =>
      (await ws.call('dataset.list', {})).map(({ name, version, rows, warnings, unreadable }) => [
        `${name}@${version}`,
        rows,
        warnings.length,
        unreadable,
      ]);
    const unread = ['set-sft@3', 0, 0, 'name: Invalid input: expected string, received undefined'];
    assert.deepEqual(await listed(), [unread]);
    await assert.rejects(ws.call('dataset.report', { dataset: 'set-sft' }), isProblem('dataset_unreadable'));
    assert.equal((await build('sft')).version, 4);
    assert.equal((await build('kto')).version, 1);
    assert.deepEqual(await ws.call('dataset.leaks', { dataset: 'set-kto' }), []);
    assert.deepEqual(
      (await listed()).map(([name, , , unreadable]) => [name, unreadable !== undefined]),
      [
        ['set-kto@1', false],
        ['set-sft@4', false],
        ['set-sft@3', true],
      ],
    );
  });
});

/** Files under a folder whose bytes hold a text. */
function holding(folder: string, text: string, except: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !except.includes(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file).includes(text));
}
