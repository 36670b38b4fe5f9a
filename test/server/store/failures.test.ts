import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { ProblemCode } from '../../../core/lib/problem';
import type { Store } from '../../../core/ports';
import type { FailPoint } from '../../../server/store';
import { isProblem } from '../../support/problem';
import { actsBy, openTestStore, portrait, rowOf, temporaryFolder, traceOf, type TemporaryFolder } from '../../support/store';

describe('a store on a failing disk', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  let store: Store;
  let failing: { code: string; at: (point: FailPoint) => boolean } | undefined;
  const acts = actsBy('ana');
  const { id } = traceOf({ key: 'request:0' });

  beforeEach(async () => {
    folder = temporaryFolder();
    store = await openTestStore(folder.path, {
      faults: (point) => {
        if (failing?.at(point)) throw Object.assign(new Error(failing.code), { code: failing.code });
      },
    });
    await store.capture(rowOf({ key: 'request:0' }));
  });
  afterEach(async () => {
    failing = undefined;
    await store.close();
    folder.remove();
  });

  /** Nothing of what failed may be there, now or after opening again. */
  async function sameAsBefore(before: unknown): Promise<void> {
    assert.deepEqual(await portrait(store), before);
    const copy = temporaryFolder();
    fs.cpSync(path.join(folder.path, '.loop'), path.join(copy.path, '.loop'), { recursive: true });
    fs.rmSync(path.join(copy.path, '.loop', 'index.sqlite'), { force: true });
    const other = await openTestStore(copy.path);
    assert.deepEqual(await portrait(other), before);
    await other.close();
    copy.remove();
  }

  const causes: readonly (readonly [string, ProblemCode])[] = [
    ['ENOSPC', 'disk_full'],
    ['EROFS', 'folder_not_writable'],
    ['EACCES', 'folder_not_writable'],
    ['EBUSY', 'store_locked_file'],
  ];
  for (const [code, problem] of causes) {
    for (const point of ['log.write.before', 'log.write.after', 'log.sync.before'] as const) {
      it(`says ${problem} for ${code} at ${point}, loses nothing and goes on`, async () => {
        await store.append([acts.signal(id, 'up')]);
        const before = await portrait(store);
        failing = { code, at: (p) => p === point };
        const down = acts.signal(id, 'down');
        await assert.rejects(store.append([down]), isProblem(problem));
        await sameAsBefore(before);
        failing = undefined;
        await store.append([down]);
        assert.equal((await store.line(id))?.verdict, 'down');
      });
    }
  }

  it('takes a conversation and its acts together or not at all', async () => {
    const before = await portrait(store);
    failing = { code: 'ENOSPC', at: (p) => p === 'log.write.before' };
    const other = traceOf({ key: 'request:1' }).id;
    const row = rowOf({ key: 'request:1', acts: [acts.signal(other, 'up', { provenance: 'earlier_process' })] });
    await assert.rejects(store.capture(row), isProblem('disk_full'));
    await sameAsBefore(before);
    failing = undefined;
    assert.equal((await store.capture(row)).taken, 'new');
    assert.equal((await store.line(other))?.state, 'reviewed');
  });

  it('gives an import up whole', async () => {
    const before = await portrait(store);
    for (const point of [
      'traces.write.before',
      'traces.sync.before',
      'traces.create.before',
      'traces.sync_folder.before',
      'log.sync.before',
    ] as const) {
      const transaction = await store.beginImport({ source: 'support', retention_days: null });
      failing = { code: 'ENOSPC', at: (p) => p === point };
      const filling = (async () => {
        for (let n = 1; n < 200; n++) await transaction.put(rowOf({ key: `request:${n}` }));
        await transaction.commit({ files: [], duplicates: 0, refused: 0 });
      })();
      await assert.rejects(filling, isProblem('disk_full'), point);
      failing = undefined;
      await sameAsBefore(before);
      assert.deepEqual(
        fs.readdirSync(path.join(folder.path, '.loop', 'traces')).filter((name) => name.endsWith('.part')),
        [],
      );
    }
    const transaction = await store.beginImport({ source: 'support', retention_days: null });
    await transaction.put(rowOf({ key: 'request:1' }));
    await transaction.commit({ files: [], duplicates: 0, refused: 0 });
    assert.equal(await store.count({}), 2);
  });

  it('keeps a dataset out of the log when its rows cannot be written', async () => {
    const event = acts.act({
      type: 'dataset_built',
      dataset: 'd',
      name: 'd',
      version: 1,
      method: 'sft',
      recipe: '{}',
      built_hash: 'h',
      report: '{"rows":0}',
    });
    failing = { code: 'ENOSPC', at: (p) => p === 'dataset.sync.before' };
    await assert.rejects(store.writeDataset(event, []), isProblem('disk_full'));
    failing = undefined;
    assert.deepEqual(await store.datasets(), []);
    await store.writeDataset(event, []);
    assert.equal((await store.datasets()).length, 1);
  });

  it('lives without an index file', async () => {
    failing = { code: 'ENOSPC', at: (p) => p.startsWith('index.') };
    await assert.rejects(store.rebuild(), isProblem('disk_full'));
    await store.append([acts.signal(id, 'up')]);
    failing = undefined;
    await store.rebuild();
    assert.equal((await store.line(id))?.state, 'reviewed');
  });

  it('notices that its folder is gone', async () => {
    fs.rmSync(path.join(folder.path, '.loop'), { recursive: true });
    await assert.rejects(store.append([acts.signal(id, 'up')]), isProblem('store_vanished'));
  });

  it('is rebuilt in the middle of writing', async () => {
    const writing = Array.from({ length: 50 }, (_, n) => store.capture(rowOf({ key: `more:${n}` })));
    await store.rebuild();
    await Promise.all(writing);
    await Promise.all([store.rebuild(), ...Array.from({ length: 20 }, () => store.append([acts.signal(id, 'up')]))]);
    assert.equal(await store.count({}), 51);
    assert.equal((await store.acts(id)).length, 20);
    const before = await portrait(store);
    await sameAsBefore(before);
  });

  it('stops rebuilding when asked to', async () => {
    await assert.rejects(store.rebuild({ aborted: true }), isProblem('cancelled'));
    assert.equal(await store.count({}), 1);
  });
});
