import assert from 'node:assert/strict';
import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import { chat, makeWorkspace, type Workspace } from './workspace';

describe('exporting', () => {
  let ws: Workspace;
  beforeEach(async () => {
    ws = await makeWorkspace();
    const rows = ['one', 'two', 'three'].map((name) => chat(name, `What is ${name}?`, `It is ${name}.`));
    const { trace_ids } = await ws.call('import.run', { paths: [ws.write('log.jsonl', rows.join('\n'))], source: 's' });
    for (const trace of trace_ids) await ws.call('feedback.up', { trace });
    await ws.call('dataset.build', { name: 'sft', method: 'sft' });
    await ws.call('dataset.build', { name: 'kto', method: 'kto' });
  });
  afterEach(() => ws.dispose());

  const exported = (dataset: string, folder: string) =>
    ws.call('export.run', { dataset, target: 'trl', folder: path.resolve(ws.folder, folder) });
  const states = async (dataset?: string) =>
    (await ws.call('export.verify', dataset === undefined ? {} : { dataset })).files.map(
      ({ path: file, state }) => `${file} ${state}`,
    );
  const first = async () => (await ws.call('trace.list', { limit: 1 })).rows[0]?.id ?? '';

  it('writes nothing into the store, by whatever way it is named', async () => {
    symlinkSync('.loop', path.join(ws.folder, 'link'));
    for (const folder of ['.loop', '.loop/out', '.loop/a/b/c', 'link/out', 'x/../.loop/out']) {
      await assert.rejects(
        exported('sft', folder),
        (error) => error instanceof Problem && error.code === 'folder_in_store',
        folder,
      );
    }
    assert.ok(!existsSync(path.join(ws.store, 'out')));
  });

  it('names files relative to the workspace, also in folders whose names begin with dots', async () => {
    for (const folder of ['..out', '.out', 'ö ü 日本/a b/']) {
      const { files } = await exported('sft', folder);
      assert.equal(files[0]?.path, `${folder.replace(/\/$/, '')}/train.jsonl`);
    }
  });

  it('ends when a folder can be made nowhere', async () => {
    const nowhere = existsSync('/proc/self') ? '/proc/out' : path.join(ws.write('file', ''), 'out');
    await assert.rejects(exported('sft', nowhere), (error) => error instanceof Problem && error.code === 'folder_not_writable');
  });

  it('reaches the rows of a folder that was exported into twice', async () => {
    await exported('kto', 'out');
    await exported('kto', 'out');
    const deleted = await ws.call('trace.delete', { traces: [await first()], confirmed: true });
    assert.deepEqual(deleted.exports_rewritten, ['out/train.jsonl']);
    assert.deepEqual(deleted.exports_unreachable, []);
    assert.deepEqual([...new Set((await states()).map((line) => line.split(' ')[1]))], ['current']);
  });

  it('knows what another export into the same folder took the place of', async () => {
    await exported('sft', 'out');
    await exported('kto', 'out');
    assert.deepEqual(await states(), [
      'out/train.jsonl current',
      'out/kto.yaml current',
      'out/card.json current',
      'out/next_steps.md current',
    ]);
    assert.deepEqual(await states('sft'), []);
    const dry = await ws.call('trace.delete', { traces: [await first()], dry_run: true });
    assert.deepEqual([dry.exports_rewritten, dry.exports_unreachable], [['out/train.jsonl'], []]);
  });
});
