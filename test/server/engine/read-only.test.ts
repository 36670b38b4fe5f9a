import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { isProblem } from '../../support/problem';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

describe('engine: a store in a folder nobody may write to', () => {
  let ws: Workspace;
  let code: string | undefined;
  let before: ReturnType<typeof bytesOf>;
  let ids: string[];

  /** Every file of the store with its bytes. */
  function bytesOf(folder: string): Map<string, string> {
    const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const files = entries.map((entry) => path.join(entry.parentPath, entry.name));
    return new Map(files.map((file) => [file, fs.readFileSync(file, 'latin1')]));
  }

  beforeEach(async () => {
    code = undefined;
    ws = await makeWorkspace({
      faults: (point) => {
        // Exported files have a folder of their own.
        const isInStore = point.endsWith('.before') && !point.startsWith('exported_');
        if (code !== undefined && isInStore) throw Object.assign(new Error(`${code} ${point}`), { code });
      },
    });
    ids = await importRows(ws, [chat('r1', 'First?', 'Yes.'), chat('r2', 'Second?', 'No.')]);
    await ws.call('feedback.up', { trace: ids[0] ?? '' });
    await ws.call('source.switch', { source: 'bot', recording: true, retention_days: 1 });
    await ws.call('dataset.build', { name: 'set', method: 'sft' });
    await ws.engine.close();
  });
  afterEach(async () => {
    code = undefined;
    await ws.dispose();
  });

  for (const index of ['kept', 'lost'] as const) {
    for (const reason of ['EACCES', 'EROFS', 'EPERM'] as const) {
      it(`opens for reading (${reason}, index ${index})`, async () => {
        if (index === 'lost') fs.rmSync(path.join(ws.store, 'index.sqlite'), { force: true });
        before = bytesOf(ws.store);
        code = reason;
        await ws.reopen();
        assert.equal((await ws.call('trace.list', {})).rows.length, 2);
        assert.equal((await ws.call('trace.show', { trace: ids[0] ?? '' })).answer, 'Yes.');
        const stats = await ws.call('store.stats', {});
        assert.deepEqual([stats.traces, stats.read_only, stats.damage], [2, true, []]);
        assert.deepEqual(await ws.call('trace.count', { slice: { text: 'second' } }), { count: 1 });
        const out = path.join(ws.folder, 'out');
        const exported = await ws.call('export.run', { dataset: 'set', target: 'trl', folder: out });
        assert.deepEqual(exported.warnings.slice(-1), ['not_recorded']);
        assert.match(fs.readFileSync(path.join(out, 'train.jsonl'), 'utf8'), /First\?/);
        assert.deepEqual(bytesOf(ws.store), before);
      });
    }
  }

  it('says why nothing can be written', async () => {
    before = bytesOf(ws.store);
    code = 'EROFS';
    await ws.reopen();
    const [trace = ''] = ids;
    const writing: (() => Promise<unknown>)[] = [
      () => ws.call('feedback.up', { trace }),
      () => ws.call('label.add', { traces: [trace], labels: ['x'] }),
      () => ws.call('trace.delete', { traces: [trace], confirmed: true }),
      () => ws.call('dataset.build', { name: 'other', method: 'sft' }),
      () => ws.call('source.switch', { source: 'bot', recording: false }),
      () => ws.call('record', { rows: [{ source: 'bot', prompt: 'q', completion: 'a' }] }),
      () => ws.call('store.share', { confirmed: true }),
      () => importRows(ws, [chat('r3', 'Third?', 'Yes.')]),
    ];
    for (const write of writing) await assert.rejects(write(), isProblem('folder_not_writable'));
    assert.equal((await ws.call('trace.list', {})).rows.length, 2);
    assert.deepEqual(bytesOf(ws.store), before);
  });

  it('is written again when that is allowed again', async () => {
    code = 'EACCES';
    await ws.reopen();
    await assert.rejects(ws.call('feedback.up', { trace: ids[1] ?? '' }), isProblem('folder_not_writable'));
    code = undefined;
    await ws.reopen();
    assert.equal((await ws.call('feedback.up', { trace: ids[1] ?? '' })).state, 'reviewed');
  });

  it('reads what an import left that was committed and never got its name', async () => {
    for (const kind of ['traces', 'log']) {
      const folder = path.join(ws.store, kind);
      const last = fs.readdirSync(folder).sort()[0] ?? '';
      if (kind === 'traces') fs.renameSync(path.join(folder, last), path.join(folder, `${last}.part`));
    }
    before = bytesOf(ws.store);
    code = 'EROFS';
    await ws.reopen();
    assert.equal((await ws.call('trace.list', {})).rows.length, 2);
    assert.deepEqual((await ws.call('store.stats', {})).damage, []);
    assert.deepEqual(bytesOf(ws.store), before);
  });

  it('makes no store where there is none', async () => {
    code = 'EACCES';
    await assert.rejects(
      makeWorkspace({
        store: path.join(ws.folder, 'other'),
        faults: () => {
          throw Object.assign(new Error('no'), { code: 'EACCES' });
        },
      }),
      isProblem('folder_not_writable'),
    );
  });
});
