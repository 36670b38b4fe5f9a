import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../core/ports';
import { isProblem } from '../../support/problem';
import { actsBy, openTestStore, portrait, rowOf, temporaryFolder, traceOf, type TemporaryFolder } from '../../support/store';

describe('a store whose files are gone', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  const acts = actsBy('ana');
  const inside = (...parts: string[]) => path.join(folder.path, '.loop', ...parts);
  const open = (options = {}) => openTestStore(folder.path, options);
  const files = (kind: string) =>
    fs
      .readdirSync(inside(kind))
      .sort()
      .map((name) => `${kind}/${name}`);
  const idOf = (n: number) => traceOf({ key: `request:${n}` }).id;

  async function importTwo(store: Store, first: number): Promise<void> {
    const transaction = await store.beginImport({ source: 'support', retention_days: null });
    for (const n of [first, first + 1]) {
      const given = [acts.signal(idOf(n), 'up', { provenance: 'earlier_process' })];
      await transaction.put(rowOf({ key: `request:${n}`, answer: `Answer ${n}.`, acts: given }));
    }
    await transaction.commit({ files: [], duplicates: 0, refused: 0 });
  }

  /** Two imports and a verdict: two files of conversations, three of the log. */
  async function filled(): Promise<unknown> {
    const store = await open();
    await importTwo(store, 0);
    await importTwo(store, 2);
    await store.append([acts.signal(idOf(0), 'down', { reason: 'No.' })]);
    await store.rebuild();
    const looks = await portrait(store);
    await store.close();
    return looks;
  }

  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await open();
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  const missing = async (store: Store) =>
    (await store.issues()).filter(({ kind }) => kind === 'file_missing').map(({ file }) => file);

  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  for (const index of ['kept', 'lost', 'of an earlier version'] as const) {
    for (const kind of ['traces', 'log'] as const) {
      it(`says so of each file of ${kind} (index ${index}), until it is back`, async () => {
        const looks = await filled();
        for (const file of files(kind)) {
          const bytes = fs.readFileSync(inside(file));
          fs.rmSync(inside(file));
          if (index === 'lost') fs.rmSync(inside('index.sqlite'), { force: true });
          if (index === 'of an earlier version') {
            const { segments, ...local } = JSON.parse(fs.readFileSync(inside('local.json'), 'utf8')) as Record<string, unknown>;
            assert.ok(Array.isArray(segments));
            fs.writeFileSync(inside('local.json'), JSON.stringify(local));
          }
          for (const again of [1, 2])
            await withStore(async (store) => assert.deepEqual(await missing(store), [file], `${again}`));
          fs.writeFileSync(inside(file), bytes);
          await withStore(async (store) => {
            assert.deepEqual(await store.issues(), []);
            assert.deepEqual(await portrait(store), looks);
            await store.rebuild();
          });
        }
      });
    }

    it(`says so of all of them (index ${index})`, async () => {
      await filled();
      const all = [...files('traces'), ...files('log')].sort();
      for (const kind of ['traces', 'log', 'datasets', 'exports']) fs.rmSync(inside(kind), { recursive: true });
      if (index === 'lost') fs.rmSync(inside('index.sqlite'));
      await withStore(async (store) => {
        assert.deepEqual(await missing(store), all);
        assert.equal(await store.count({}), 0);
      });
    });
  }

  it('goes on without them when told to, and gives no name twice', async () => {
    await filled();
    const before = files('log');
    // Those of this writer, the newest too: its number is free on the disk.
    for (const file of before.slice(1)) fs.rmSync(inside(file));
    await withStore(async (store) => {
      await store.append([acts.signal(idOf(1), 'down')]);
      assert.equal(files('log').filter((file) => !before.includes(file)).length, 1);
      await store.acceptLoss();
      assert.deepEqual(await store.issues(), []);
    });
    await withStore(async (store) => {
      assert.deepEqual(await store.issues(), []);
      assert.equal((await store.line(idOf(1)))?.verdict, 'down');
    });
  });

  it('says so when a file has lost its end', async () => {
    await filled();
    const [file = ''] = files('traces');
    const { size } = fs.statSync(inside(file));
    fs.truncateSync(inside(file), fs.readFileSync(inside(file)).indexOf(10) + 1);
    await withStore(async (store) => {
      const [issue, ...others] = await store.issues();
      assert.deepEqual([issue?.file, issue?.kind, (issue?.offset ?? 0) + (issue?.length ?? 0)], [file, 'lines_missing', size]);
      assert.deepEqual(others, []);
    });
  });

  it('misses nothing that was deleted for good, whatever the index file says', async () => {
    await filled();
    const stale = fs.readFileSync(inside('index.sqlite'));
    await withStore((store) => store.purge([idOf(0), idOf(1)], 'asked'));
    assert.equal(files('traces').length, 1);
    for (const change of [() => undefined, () => fs.writeFileSync(inside('index.sqlite'), stale)]) {
      change();
      await withStore(async (store) => {
        assert.deepEqual(await missing(store), []);
        assert.equal(await store.count({}), 2);
      });
    }
  });

  it('is not taken for an empty one while its folder is away, and goes on when it is back', async () => {
    await filled();
    const store = await open({ lease: true });
    await store.capture(rowOf({ key: 'request:9' }));
    const looks = await portrait(store);
    const away = path.join(folder.path, 'away');
    fs.renameSync(inside(), away);
    await assert.rejects(store.append([acts.signal(idOf(0), 'up')]), isProblem('store_vanished'));
    await assert.rejects(store.refresh(), isProblem('store_vanished'));
    await assert.rejects(store.rebuild(), isProblem('store_vanished'));
    assert.equal(await store.count({}), 5);
    fs.renameSync(away, inside());
    await store.refresh();
    assert.deepEqual(await portrait(store), looks);
    await store.append([acts.signal(idOf(0), 'up')]);
    await store.close();
    fs.rmSync(inside('index.sqlite'), { force: true });
    await withStore(async (again) => {
      assert.equal((await again.acts(idOf(0))).length, 3);
      assert.deepEqual(await again.issues(), []);
    });
  });

  it('that was put back from an older copy gets back what it was told since', async () => {
    await filled();
    const copy = path.join(folder.path, 'copy');
    fs.cpSync(inside(), copy, { recursive: true, preserveTimestamps: true });
    const store = await open({ lease: true });
    await store.capture(rowOf({ key: 'request:9' }));
    await store.append([acts.signal(idOf(9), 'up'), acts.signal(idOf(1), 'down', { reason: 'Late.' })]);
    const looks = await portrait(store);
    fs.rmSync(inside(), { recursive: true });
    await assert.rejects(store.append([acts.signal(idOf(2), 'down')]), isProblem('store_vanished'));
    fs.cpSync(copy, inside(), { recursive: true, preserveTimestamps: true });
    await store.refresh();
    assert.deepEqual(await portrait(store), looks);
    await store.append([acts.signal(idOf(2), 'down')]);
    await store.close();
    await withStore(async (again) => {
      assert.equal((await again.line(idOf(9)))?.verdict, 'up');
      assert.equal((await again.line(idOf(2)))?.verdict, 'down');
      assert.equal((await again.acts(idOf(1))).length, 2);
      assert.deepEqual(await missing(again), []);
    });
  });
});
