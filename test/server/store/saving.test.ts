import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import type { Store } from '../../../core/ports';
import type { FailPoint } from '../../../server/store/disk/faults';
import { readIndexFile } from '../../../server/store/index/index-file';
import { SqliteDb } from '../../../server/store/index/sqlite-db';
import { isProblem } from '../../support/problem';
import {
  actsBy,
  bytesOf,
  everyByte,
  openTestStore,
  portrait,
  rowOf,
  temporaryFolder,
  traceOf,
  type TemporaryFolder,
} from '../../support/store';

const text = 'x'.repeat(500);

function insert(db: SqliteDb, times: number): void {
  db.transaction(() => {
    for (let n = 0; n < times; n++) db.run('insert into t(x) values (?)', [text]);
  });
}

function rowsIn(db: SqliteDb): number {
  return db.number('select count(*) from t');
}

describe('a copy of a database in use', function () {
  this.timeout(60_000);
  let db: SqliteDb;

  beforeEach(async () => {
    db = await SqliteDb.open();
    db.script('create table t(n integer primary key, x)');
    insert(db, 10_000);
  });
  afterEach(() => db.close());

  /** Makes one, doing something each time others get their turn. Answers with the copy and what it should have. */
  async function copyWhile(meanwhile: () => void) {
    let over = false;
    let expected = 0;
    const others = (async () => {
      while (!over) {
        meanwhile();
        await turn();
      }
    })();
    const bytes = await db.snapshot({ stop: () => false, finish: () => (expected = rowsIn(db)) });
    over = true;
    await others;
    assert.ok(bytes);
    return { copy: await SqliteDb.open(Buffer.from(bytes)), expected };
  }

  it('has what was written up to its end, and nothing of what came later', async () => {
    let writes = 0;
    const { copy, expected } = await copyWhile(() => {
      writes++;
      insert(db, 1);
      db.run('update t set x = ? where n = ?', [`changed ${writes}`, writes]);
      db.run('update t set x = ? where n = ?', [`changed ${writes}`, 10_000 - writes]);
    });
    assert.ok(writes > 4, `others had their turn ${writes} times`);
    assert.ok(expected > 10_000);
    assert.equal(rowsIn(copy), expected);
    assert.equal(copy.number("select count(*) from t where x like 'changed %'"), 2 * (expected - 10_000));
    assert.deepEqual(copy.once('pragma integrity_check'), [['ok']]);
    copy.close();
  });

  it('is right when the database outgrows its spare pages meanwhile', async () => {
    const { copy, expected } = await copyWhile(() => insert(db, 500));
    assert.ok(expected > 11_000);
    assert.equal(rowsIn(copy), expected);
    assert.deepEqual(copy.once('pragma integrity_check'), [['ok']]);
    copy.close();
  });

  it('has nothing of what was taken back', async () => {
    const { copy, expected } = await copyWhile(() => {
      const boom = new Error('taken back');
      assert.throws(
        () =>
          db.transaction(() => {
            insert(db, 20);
            db.run('delete from t where n < 5000');
            throw boom;
          }),
        boom,
      );
    });
    assert.equal(expected, 10_000);
    assert.equal(rowsIn(copy), expected);
    assert.deepEqual(copy.once('pragma integrity_check'), [['ok']]);
    copy.close();
  });

  it('is given up when asked to, and the next one is whole', async () => {
    let asked = 0;
    const finish = () => assert.fail('it goes on');
    assert.equal(await db.snapshot({ stop: () => ++asked > 3, finish }), undefined);
    assert.equal(asked, 4);
    insert(db, 10);
    const copy = await SqliteDb.open(await bytesOf(db));
    assert.equal(rowsIn(copy), 10_010);
    copy.close();
  });
});

describe('while the index file is written', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  let store: Store;
  let onStep: (point: FailPoint) => void;
  let isLost: boolean;
  const file = () => path.join(folder.path, '.loop', 'index.sqlite');
  const many = 4000;
  const id = (n: number) => traceOf({ key: `k${n}` }).id;
  const { signal } = actsBy('ana');

  beforeEach(async () => {
    folder = temporaryFolder();
    onStep = () => undefined;
    isLost = false;
    const check = () => {
      if (isLost) throw new Problem('store_in_use_elsewhere', { path: folder.path, host: 'another' });
    };
    store = await openTestStore(folder.path, {
      faults: (point) => onStep(point),
      lease: { check, release: () => Promise.resolve() },
    });
  });
  afterEach(async () => {
    onStep = () => undefined;
    await store.close();
    folder.remove();
  });

  /** Bulk work, behind which the file is written: large enough to be copied in several steps. */
  async function importMany(source = 'support'): Promise<void> {
    const transaction = await store.beginImport({ source, retention_days: null });
    for (let n = 0; n < many; n++) {
      const attributes = { topic: n === 7 ? 'Mosasaurus' : `${n} ${text}` };
      await transaction.put(rowOf({ key: `k${n}`, source, attributes }));
    }
    await transaction.commit({ files: [], duplicates: 0, refused: 0 });
  }

  /** What the file has. */
  async function fileRows(table: string): Promise<number> {
    const bytes = readIndexFile(file());
    assert.ok(bytes);
    const db = await SqliteDb.open(bytes);
    const rows = db.number(`select count(*) from ${table}`);
    db.close();
    return rows;
  }

  async function written(): Promise<void> {
    while (!fs.existsSync(file())) await turn();
  }

  it('acts come in, and the file has them or is read on', async () => {
    await importMany();
    let n = 0;
    for (; !fs.existsSync(file()); n++) await store.append([signal(id(n), 'up')]);
    assert.ok(n > 2, `${n} acts`);
    assert.ok((await fileRows('acts')) > 1);
    assert.ok((await store.stats()).index.events < n, 'those that came while it was copied are in it');
    const looks = await portrait(store);
    await store.close();
    store = await openTestStore(folder.path);
    assert.deepEqual(await portrait(store), looks);
  });

  for (const when of ['copied', 'written'] as const) {
    it(`a purge leaves none of the words, when the index is being ${when}`, async () => {
      const started = new Promise<void>((resolve) => {
        onStep = (point) => {
          if (point === 'index.write.after') resolve();
        };
      });
      await importMany();
      if (when === 'written') await started;
      assert.ok(!fs.existsSync(file()));
      await store.purge([id(7)], 'asked');
      assert.ok(!everyByte(folder.path).includes('Mosasaurus'));
      await written();
      assert.ok(!everyByte(folder.path).includes('Mosasaurus'));
      assert.equal(await fileRows('traces'), many - 1);
    });
  }

  it('a purge that is stopped half-way leaves none of the words of what went', async () => {
    await importMany();
    await written();
    assert.ok(everyByte(folder.path).includes('Mosasaurus'));
    const all = Array.from({ length: 1500 }, (_, n) => id(n));
    const cancel = { aborted: false };
    await assert.rejects(
      store.purge(all, 'asked', cancel, () => (cancel.aborted = true)),
      isProblem('cancelled'),
    );
    assert.equal(store.has(id(7)), false);
    assert.ok(!everyByte(folder.path).includes('Mosasaurus'));
  });

  it('an import may start: none of its rows are ever in the file', async () => {
    await importMany();
    assert.ok(!fs.existsSync(file()));
    const transaction = await store.beginImport({ source: 'other', retention_days: null });
    for (let n = 0; n < 1000; n++) {
      await transaction.put(rowOf({ key: `k${n}`, source: 'other' }));
      await turn();
      if (fs.existsSync(file())) assert.equal(await fileRows('traces'), many);
    }
    await transaction.abort();
    await written();
    assert.equal(await fileRows('traces'), many);
  });

  it('the index may be made anew: the file is that of the new one', async () => {
    await importMany();
    await store.rebuild();
    assert.equal(await fileRows('traces'), many);
    assert.equal((await store.stats()).index.events, 0);
  });

  it('the store may be closed', async () => {
    await importMany();
    await store.close();
    assert.equal(await fileRows('traces'), many);
  });

  it('the disk may be full: nothing is left of it, nobody hears of it, and it is written later', async () => {
    onStep = (point) => {
      if (point === 'index.write.before') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    await importMany();
    await store.append([signal(id(1), 'up')]);
    // What was answered has not failed because its index could not be kept.
    await store.close();
    assert.deepEqual([file(), `${file()}.part`].filter(fs.existsSync), []);
    onStep = () => undefined;
    store = await openTestStore(folder.path);
    assert.equal(await store.count({}), many);
    await store.close();
    assert.equal(await fileRows('traces'), many);
  });

  it('somebody else may take the store over: the first file is theirs to write', async () => {
    onStep = (point) => {
      if (point === 'index.write.after') isLost = true;
    };
    await importMany();
    await store.close();
    assert.ok(isLost);
    assert.deepEqual([file(), `${file()}.part`].filter(fs.existsSync), []);
  });

  it('somebody else may take the store over: a file that is there is theirs', async () => {
    await importMany();
    await written();
    const theirs = fs.readFileSync(file());
    const before = await fileRows('traces');
    onStep = (point) => {
      if (point === 'index.create.before') isLost = true;
    };
    await store.rebuild();
    assert.ok(isLost);
    assert.ok(fs.readFileSync(file()).equals(theirs));
    assert.ok(!fs.existsSync(`${file()}.part`));
    assert.equal(await fileRows('traces'), before);
  });
});
