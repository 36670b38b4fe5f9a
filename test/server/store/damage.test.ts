import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../core/ports';
import { formats } from '../../../server/store/disk/migrate';
import { isProblem } from '../../support/problem';
import { actsBy, openTestStore, portrait, rowOf, temporaryFolder, traceOf, type TemporaryFolder } from '../../support/store';

describe('a damaged store', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  const acts = actsBy('ana');
  const ids = [0, 1, 2, 3, 4].map((n) => traceOf({ key: `request:${n}` }).id);
  const open = () => openTestStore(folder.path);
  const inside = (...parts: string[]) => path.join(folder.path, '.loop', ...parts);

  /** Five conversations, each with a verdict; closed. Answers with what it looked like. */
  async function filled(): Promise<unknown> {
    const store = await open();
    for (const [n, id] of ids.entries()) {
      await store.capture(rowOf({ key: `request:${n}`, captured_at: `2026-08-0${n + 1}T00:00:00.000Z` }));
      await store.append([acts.signal(id, 'down', { reason: `Reason ${n}.` })]);
    }
    const looks = await portrait(store);
    await store.close();
    return looks;
  }

  /** The only segment of a kind. */
  function segment(kind: 'traces' | 'log'): string {
    const [file = ''] = fs.readdirSync(inside(kind));
    return inside(kind, file);
  }

  function edit(file: string, change: (bytes: Buffer) => Buffer): void {
    fs.writeFileSync(file, change(fs.readFileSync(file)));
  }

  /** Offset of the nth line. */
  function lineStart(bytes: Buffer, n: number): number {
    let at = 0;
    for (let i = 0; i < n; i++) at = bytes.indexOf(10, at) + 1;
    return at;
  }

  async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
    const store = await open();
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }

  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  it('with a torn tail opens without it, says so, and goes on', async () => {
    const looks = await filled();
    const size = fs.statSync(segment('log')).size;
    fs.appendFileSync(segment('log'), '{"c":"01234567","h":{"v":1,"id":"01J');
    await withStore(async (store) => {
      assert.deepEqual(await portrait(store), looks);
      const [issue] = await store.issues();
      assert.deepEqual([issue?.kind, issue?.offset, issue?.length], ['torn', size, 36]);
      await store.append([acts.signal(ids[0] ?? '', 'up')]);
    });
    // It is cut off once; who asks later hears of it too.
    await withStore(async (store) => assert.equal((await store.issues())[0]?.kind, 'torn'));
    fs.rmSync(inside('index.sqlite'), { force: true });
    await withStore(async (store) => {
      assert.equal((await store.line(ids[0] ?? ''))?.verdict, 'up');
      assert.equal((await store.acts(ids[0] ?? '')).length, 2);
    });
  });

  for (const [what, change] of [
    [
      'a flipped byte in a text',
      (bytes: Buffer, at: number) => bytes.fill('X', bytes.indexOf('Reason', at), bytes.indexOf('Reason', at) + 1),
    ],
    ['a flipped byte in a checksum', (bytes: Buffer, at: number) => bytes.fill('z', at + 6, at + 7)],
    ['a byte that became a line end', (bytes: Buffer, at: number) => bytes.fill(10, at + 60, at + 61)],
    ['a line of zeros', (bytes: Buffer, at: number) => bytes.fill(0, at, bytes.indexOf(10, at))],
  ] as const) {
    it(`with ${what} loses that line alone, and says where`, async () => {
      await filled();
      let at = 0;
      edit(segment('log'), (bytes) => {
        at = lineStart(bytes, 2);
        return change(bytes, at);
      });
      fs.rmSync(inside('index.sqlite'), { force: true });
      await withStore(async (store) => {
        const states = (await store.lines(ids)).map(({ state }) => state);
        assert.deepEqual(states, ['reviewed', 'reviewed', 'unreviewed', 'reviewed', 'reviewed']);
        const issues = await store.issues();
        assert.ok(issues.length > 0 && issues.every(({ kind, file }) => kind === 'damaged' && file.startsWith('log/')));
        assert.equal(issues[0]?.offset, at);
      });
    });
  }

  it('with a line end that became something else loses nothing', async () => {
    const looks = await filled();
    edit(segment('log'), (bytes) => bytes.fill(' ', lineStart(bytes, 3) - 1, lineStart(bytes, 3)));
    fs.rmSync(inside('index.sqlite'), { force: true });
    await withStore(async (store) => {
      assert.deepEqual(await portrait(store), looks);
      await store.purge([ids[2] ?? ''], 'asked');
      assert.ok(!fs.readFileSync(segment('log'), 'utf8').includes('Reason 2.'));
      assert.equal((await store.line(ids[3] ?? ''))?.state, 'reviewed');
    });
  });

  it('with a damaged conversation refuses to show that one', async () => {
    await filled();
    await withStore((store) => store.rebuild());
    edit(segment('traces'), (bytes) => bytes.fill('x', bytes.lastIndexOf('On its way'), bytes.lastIndexOf('On its way') + 1));
    await withStore(async (store) => {
      await assert.rejects(store.trace(ids[4] ?? ''), isProblem('store_damaged'));
      assert.equal((await store.trace(ids[0] ?? ''))?.id, ids[0]);
      assert.equal((await store.page({ selection: {}, order: 'oldest', seed: 1, limit: 10 })).rows.length, 5);
    });
  });

  it('in the line of an import keeps what was imported, also when it could not be put in its place', async () => {
    const store = await open();
    const transaction = await store.beginImport({ source: 'support', retention_days: null });
    for (let n = 0; n < 3; n++) await transaction.put(rowOf({ key: `request:${n}` }));
    await transaction.commit({ files: [], duplicates: 0, refused: 0 });
    await store.close();
    edit(segment('log'), (bytes) => bytes.fill('x', bytes.indexOf('duplicates'), bytes.indexOf('duplicates') + 1));
    fs.renameSync(segment('traces'), `${segment('traces')}.part`);
    await withStore(async (opened) => assert.equal(await opened.count({}), 3));
    await withStore(async (opened) => assert.equal(await opened.count({}), 3));
  });

  it('makes its index anew when that is missing, damaged, cut or of another kind', async () => {
    const looks = await filled();
    const changes: ((file: string) => void)[] = [
      (file) => fs.rmSync(file),
      (file) => edit(file, (bytes) => bytes.fill(1, 5000, 5001)),
      (file) => fs.truncateSync(file, 100),
      (file) => fs.writeFileSync(file, ''),
      (file) => fs.writeFileSync(file, 'not a database'),
    ];
    for (const change of changes) {
      await withStore((store) => store.rebuild());
      change(inside('index.sqlite'));
      await withStore(async (store) => assert.deepEqual(await portrait(store), looks));
    }
  });

  it('makes its index anew when the log is not the one it was made from', async () => {
    await filled();
    await withStore((store) => store.rebuild());
    edit(segment('log'), (bytes) => bytes.subarray(0, lineStart(bytes, 3)));
    await withStore(async (store) => {
      assert.deepEqual(
        (await store.lines(ids)).map(({ state }) => state),
        ['reviewed', 'reviewed', 'reviewed', 'unreviewed', 'unreviewed'],
      );
    });
  });

  it('waits for the rest of a line that another writer is still sending', async () => {
    await filled();
    const own = fs.readFileSync(segment('log'));
    const [, other = ''] = own.toString('utf8').split('\n');
    const foreign = inside('log', 'abcdefghij-1.g0.jsonl');
    await withStore((store) => store.rebuild());
    // A line of somebody else's log: the same act under another id would need a new checksum, so it is taken as it is.
    edit(segment('log'), (bytes) => Buffer.concat([bytes.subarray(0, lineStart(bytes, 1)), bytes.subarray(lineStart(bytes, 2))]));
    fs.writeFileSync(foreign, other.slice(0, 100));
    await withStore(async (store) => {
      const [taken, ...others] = await store.issues();
      assert.deepEqual([taken?.kind, taken?.file.startsWith('log/'), others], ['lines_missing', true, []]);
      assert.equal((await store.line(ids[1] ?? ''))?.state, 'unreviewed');
    });
    assert.equal(fs.statSync(foreign).size, Buffer.byteLength(other.slice(0, 100)));
    fs.writeFileSync(foreign, `${other}\n`);
    await withStore(async (store) => assert.equal((await store.line(ids[1] ?? ''))?.state, 'reviewed'));
  });

  it('notices that a finished segment has lost a line', async () => {
    const store = await open();
    const transaction = await store.beginImport({ source: 'support', retention_days: null });
    for (let n = 0; n < 3; n++) await transaction.put(rowOf({ key: `request:${n}` }));
    await transaction.commit({ files: [], duplicates: 0, refused: 0 });
    await store.close();
    edit(segment('traces'), (bytes) =>
      Buffer.concat([bytes.subarray(0, lineStart(bytes, 1)), bytes.subarray(lineStart(bytes, 2))]),
    );
    fs.rmSync(inside('index.sqlite'), { force: true });
    await withStore(async (opened) => {
      assert.deepEqual(
        (await opened.issues()).map(({ kind }) => kind),
        ['lines_missing'],
      );
      assert.equal(await opened.count({}), 2);
    });
  });

  it('of a newer version, or without its own file, is refused with words', async () => {
    await filled();
    fs.writeFileSync(inside('store.json'), JSON.stringify({ format: formats.version + 1, id: 'x' }));
    await assert.rejects(open(), isProblem('store_too_new'));
    fs.writeFileSync(inside('store.json'), '{');
    await assert.rejects(open(), isProblem('store_damaged'));
    fs.rmSync(folder.path, { recursive: true });
    await assert.rejects(openTestStore(folder.path, { create: false }), isProblem('store_not_found'));
    assert.ok(!fs.existsSync(inside()));
  });

  it('that was copied appends under a new name', async () => {
    await filled();
    const copy = temporaryFolder();
    fs.cpSync(inside(), path.join(copy.path, '.loop'), { recursive: true });
    const [here, there] = [await open(), await openTestStore(copy.path)];
    await here.append([acts.signal(ids[0] ?? '', 'up')]);
    await there.append([acts.signal(ids[1] ?? '', 'up')]);
    await Promise.all([here.close(), there.close()]);
    const names = (root: string) => fs.readdirSync(path.join(root, '.loop', 'log'));
    assert.equal(names(folder.path).length, 1);
    assert.equal(names(copy.path).length, 2);
    fs.cpSync(path.join(copy.path, '.loop', 'log'), inside('log'), { recursive: true, force: false });
    await withStore(async (store) => {
      assert.deepEqual(
        (await store.lines(ids.slice(0, 2))).map(({ verdict }) => verdict),
        ['up', 'up'],
      );
    });
    copy.remove();
  });
});
