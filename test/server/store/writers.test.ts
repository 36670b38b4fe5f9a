import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../core/ports';
import {
  actsBy,
  everyByte,
  openTestStore,
  portrait,
  rowOf,
  temporaryFolder,
  testIds,
  traceOf,
  type TemporaryFolder,
} from '../../support/store';

/** Two copies of a store, as after a git clone: what one appends is brought to the other by copying files. */
describe('a store with several writers', function () {
  this.timeout(60_000);
  let folders: TemporaryFolder[];
  const [ana, ben] = [actsBy('ana', testIds(11)), actsBy('ben', testIds(12), Date.UTC(2026, 8, 3))];
  const ids = [0, 1].map((n) => traceOf({ key: `request:${n}` }).id);
  const [first = '', second = ''] = ids;
  const at = (n: number) => folders[n]?.path ?? assert.fail();
  const inside = (n: number, ...parts: string[]) => path.join(at(n), '.loop', ...parts);

  beforeEach(async () => {
    folders = [temporaryFolder(), temporaryFolder()];
    await using(0, async (store) => {
      for (const n of [0, 1])
        await store.capture(
          rowOf({ key: `request:${n}`, answer: `Answer ${n}.`, captured_at: `2026-08-0${n + 1}T00:00:00.000Z` }),
        );
    });
    fs.cpSync(inside(0), inside(1), { recursive: true });
  });
  afterEach(() => {
    for (const folder of folders) folder.remove();
  });

  async function using<T>(n: number, work: (store: Store) => Promise<T>): Promise<T> {
    const store = await openTestStore(at(n));
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  /** Files are read in the order of their writers' names, which are drawn: have one copy's first, or last. */
  function rename(n: number, writer: string): void {
    const local = JSON.parse(fs.readFileSync(inside(n, 'local.json'), 'utf8')) as Record<string, string>;
    const { dev, ino } = fs.statSync(inside(n), { bigint: true });
    const here = { path: fs.realpathSync(inside(n)), device: String(dev), inode: String(ino) };
    fs.writeFileSync(inside(n, 'local.json'), JSON.stringify({ ...local, writer, ...here }));
  }

  /** What `git pull` does to the shared log: new files, longer ones, and others in their place where lines were scrubbed. */
  function pull(from: number, to: number): void {
    for (const name of fs.readdirSync(inside(from, 'log'))) {
      const [source, target] = [inside(from, 'log', name), inside(to, 'log', name)];
      const size = (file: string) => fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size(source) < size(target)) continue;
      fs.copyFileSync(source, `${target}.new`);
      fs.renameSync(`${target}.new`, target);
    }
  }

  it('shows the acts of both after a pull, and disputes', async () => {
    await using(0, (store) => store.append([ana.signal(first, 'up')]));
    await using(1, (store) => store.append([ben.signal(first, 'down', { reason: 'No.' }), ben.signal(second, 'up')]));
    pull(0, 1);
    pull(1, 0);
    const looks = await Promise.all([0, 1].map((n) => using(n, portrait)));
    assert.deepEqual(looks[0], looks[1]);
    await using(0, async (store) => {
      assert.deepEqual(
        (await store.lines(ids)).map(({ state }) => state),
        ['disputed', 'reviewed'],
      );
    });
  });

  for (const writer of ['aaaaaaaaaa', 'zzzzzzzzzz']) {
    it(`purges everywhere what was purged in one copy, and a pull brings nothing back (${writer} reads first or last)`, async () => {
      rename(1, writer);
      await using(0, (store) => store.append([ana.signal(first, 'correction', { answer: { text: 'Archaeopteryx' } })]));
      pull(0, 1);
      await using(1, (store) => store.append([ben.signal(first, 'down', { reason: 'Said Archaeopteryx.' })]));
      await using(0, async (store) => {
        assert.deepEqual((await store.purge([first], 'asked')).purged, [first]);
        assert.ok(!everyByte(at(0)).includes('Archaeopteryx'));
      });
      pull(0, 1);
      await using(1, async (store) => {
        assert.equal(store.has(first), false);
        assert.deepEqual(await store.acts(first), []);
        assert.ok(!everyByte(at(1)).includes('Archaeopteryx'), 'its own lines are scrubbed too');
        assert.ok(!everyByte(at(1)).includes('Answer 0.'));
      });
      pull(1, 0);
      await using(0, async (store) => {
        assert.equal(await store.count({}), 1);
        assert.ok(!everyByte(at(0)).includes('Archaeopteryx'), 'what came in late is gone as well');
        await store.rebuild();
        assert.equal(await store.count({}), 1);
      });
    });
  }

  it('takes a conversation that comes in again after a purge as a new one', async () => {
    await using(0, async (store) => {
      const again = rowOf({
        key: 'request:0',
        answer: 'Answer 0.',
        acts: [ana.signal(first, 'up', { provenance: 'earlier_process' })],
      });
      await store.purge([first], 'asked');
      assert.equal((await store.capture(again)).taken, 'returned');
      assert.equal((await store.line(first))?.state, 'reviewed');
      await store.rebuild();
      assert.equal((await store.line(first))?.state, 'reviewed', 'also for an index made anew');
      await store.append([ana.signal(first, 'down')]);
      await store.purge([first], 'asked');
      const transaction = await store.beginImport({ source: 'support', retention_days: null });
      assert.equal((await transaction.put(again)).taken, 'returned');
      await transaction.commit({ files: [], duplicates: 0, refused: 0 });
      assert.deepEqual((await store.acts(first)).length, 1);
    });
    fs.rmSync(inside(0, 'index.sqlite'), { force: true });
    await using(0, async (store) => {
      assert.equal((await store.line(first))?.verdict, 'up');
      assert.equal(await store.count({}), 2);
    });
  });

  it('takes in what a pull brings while it is open', async () => {
    await using(1, (store) => store.append([ben.signal(first, 'down', { reason: 'Archaeopteryx' }), ben.signal(second, 'up')]));
    await using(0, async (store) => {
      const seen: unknown[] = [];
      store.onChange((change) => seen.push(change));
      await store.append([ana.signal(first, 'up')]);
      await store.refresh();
      assert.equal(seen.length, 1, 'nothing new, nothing said');
      pull(1, 0);
      await Promise.all([store.refresh(), store.append([ana.signal(first, 'note', { reason: 'Meanwhile.' })])]);
      assert.deepEqual(
        (await store.lines(ids)).map(({ state }) => state),
        ['disputed', 'reviewed'],
      );
      assert.ok(seen.some((change) => (change as { traces?: string[] }).traces?.includes(second)));
      await store.append([ana.signal(second, 'up')]);
      const looks = await portrait(store);
      await store.rebuild();
      assert.deepEqual(await portrait(store), looks);
    });
    pull(0, 1);
    await using(1, (store) => store.purge([first], 'asked'));
    await using(0, async (store) => {
      pull(1, 0);
      await store.refresh();
      assert.equal(store.has(first), false);
      assert.ok(!everyByte(at(0)).includes('Archaeopteryx'));
    });
  });

  it('makes its index anew when a pull took something away', async () => {
    await using(1, (store) => store.append([ben.signal(first, 'up')]));
    pull(1, 0);
    await using(0, async (store) => {
      assert.equal((await store.line(first))?.state, 'reviewed');
      for (const name of fs.readdirSync(inside(1, 'log'))) fs.rmSync(inside(0, 'log', name));
      await store.refresh();
      assert.equal((await store.line(first))?.state, 'unreviewed');
    });
  });

  it('keeps acts on conversations that are not here', async () => {
    const foreign = traceOf({ key: 'request:elsewhere' }).id;
    await using(1, (store) => store.append([ben.signal(foreign, 'up')]));
    pull(1, 0);
    await using(0, async (store) => {
      assert.equal((await store.acts(foreign)).length, 1);
      assert.equal(await store.count({}), 2);
      await store.capture(rowOf({ key: 'request:elsewhere' }));
      assert.equal((await store.line(foreign))?.state, 'reviewed');
    });
  });
});
