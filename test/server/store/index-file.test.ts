import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { Disk } from '../../../server/store/disk/disk';
import { SqliteDb } from '../../../server/store/index/sqlite-db';
import { readIndexFile, writeIndexFile } from '../../../server/store/index/index-file';
import { arrivalOf, offsetOf, packId, unpackId } from '../../../server/store/index/trace-key';
import { actsBy, bytesOf, openTestStore, rowOf, temporaryFolder, traceOf } from '../../support/store';

describe('the index file', function () {
  this.timeout(60_000);

  it('is read back as it was written, and not at all when a byte differs', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder.path, 'index');
    const bytes = Buffer.from(Array.from({ length: 3_000_000 }, (_, n) => n % 251));
    await writeIndexFile(new Disk(), file, bytes);
    const read = readIndexFile(file);
    assert.ok(read);
    assert.ok(read.subarray(0, bytes.length).equals(bytes));
    assert.ok(
      read.subarray(bytes.length).every((byte) => byte === 0),
      'room to grow, and nothing in it',
    );
    for (const at of [0, 1_500_000, bytes.length + 3, bytes.length + 12]) {
      const damaged = fs.readFileSync(file);
      damaged[at] = (damaged[at] ?? 0) ^ 1;
      fs.writeFileSync(`${file}.damaged`, damaged);
      assert.equal(readIndexFile(`${file}.damaged`), undefined, `byte ${at}`);
    }
    folder.remove();
  });

  it('is taken by the SQL engine without a copy: the pinned version is relied on for that', async () => {
    const db = await SqliteDb.open();
    db.script('create table t(x)');
    const bytes = await bytesOf(db);
    db.close();
    const opened = await SqliteDb.open(bytes);
    opened.run('insert into t values (1)');
    opened.close();
    // Seen from outside: the write went into the very bytes that were handed over.
    const again = await SqliteDb.open(Buffer.from(bytes));
    assert.equal(again.number('select count(*) from t'), 1);
    again.close();
  });

  it('has room behind it that the SQL engine takes for nothing: the pinned version is relied on for that too', async () => {
    const room = 1 << 24;
    const row = Buffer.alloc(1000, 'x');
    const insert = (db: SqliteDb, times: number) =>
      db.transaction(() => {
        for (let n = 0; n < times; n++) db.run('insert into t(x) values (?)', [row]);
      });
    const fresh = await SqliteDb.open(undefined, room);
    fresh.script('create table t(n integer primary key, x)');
    insert(fresh, 100);
    const saved = await bytesOf(fresh);
    assert.ok(saved.length < 200_000, `${saved.length} bytes: the room is not part of the database`);
    const bytes = Buffer.alloc(saved.length + room);
    bytes.set(saved);
    const grown = await SqliteDb.open(bytes);
    const boom = new Error('taken back');
    assert.throws(
      () =>
        grown.transaction(() => {
          insert(grown, 5000);
          throw boom;
        }),
      boom,
    );
    insert(grown, 4000);
    assert.ok(bytes.includes(row, 4_000_000), 'it grew in the memory that was given');
    insert(grown, 20_000);
    for (const db of [fresh, grown]) assert.deepEqual(db.once('pragma integrity_check'), [['ok']]);
    const again = await SqliteDb.open(await bytesOf(grown));
    assert.equal(again.number('select count(*) from t'), 24_100);
    for (const db of [fresh, grown, again]) db.close();
  });

  it('is written for bulk work and on closing when it is worth it, never for single acts', async () => {
    const folder = temporaryFolder();
    const file = path.join(folder.path, '.loop', 'index.sqlite');
    const { signal } = actsBy('ana');
    const { id } = traceOf();
    let store = await openTestStore(folder.path);
    await store.capture(rowOf());
    for (let n = 0; n < 100; n++) await store.append([signal(id, 'note')]);
    await store.close();
    assert.ok(!fs.existsSync(file), 'a hundred acts are quickly read again');
    store = await openTestStore(folder.path);
    for (let n = 0; n < 120; n++) await store.append([signal(id, 'note')]);
    await store.close();
    assert.ok(fs.existsSync(file));
    const written = fs.statSync(file).mtimeMs;
    store = await openTestStore(folder.path);
    assert.equal((await store.stats()).index.events, 0);
    await store.append([signal(id, 'up')]);
    assert.equal((await store.stats()).index.events, 1);
    await store.close();
    assert.equal(fs.statSync(file).mtimeMs, written);
    folder.remove();
  });
});

describe('the index file after an import', () => {
  it('is written once, also when the store is closed meanwhile', async () => {
    const folder = temporaryFolder();
    let written = 0;
    const store = await openTestStore(folder.path, {
      faults: (point) => {
        if (point === 'index.rename.after') written++;
      },
    });
    const transaction = await store.beginImport({ source: 'support', retention_days: null });
    for (let n = 0; n < 300; n++) await transaction.put(rowOf({ key: `request:${n}`, question: `Question ${n}?` }));
    await transaction.commit({ files: ['log.jsonl'], duplicates: 0, refused: 0 });
    await store.close();
    assert.equal(written, 1);
    const again = await openTestStore(folder.path);
    assert.equal((await again.stats()).index.events, 0);
    assert.equal(await again.count({}), 300);
    await again.close();
    folder.remove();
  });
});

describe('the index file after an act about many traces', () => {
  it('has it: no later opening folds it again', async () => {
    const folder = temporaryFolder();
    let store = await openTestStore(folder.path);
    const ids: string[] = [];
    for (let n = 0; n < 300; n++) {
      const row = rowOf({ key: `k${n}` });
      await store.capture(row);
      ids.push(row.trace.id);
    }
    await store.close();
    store = await openTestStore(folder.path);
    assert.equal((await store.stats()).index.events, 0);
    const { act } = actsBy('ana');
    const pinned = act({ type: 'pinned', traces: ids });
    const acts = [pinned, act({ type: 'retracted', act: pinned.id }), act({ type: 'restored', act: pinned.id })];
    for (const event of acts) {
      await store.append([event]);
      await store.close();
      store = await openTestStore(folder.path);
      assert.equal((await store.stats()).index.events, 0, event.body.type);
    }
    assert.deepEqual(new Set(await store.select({ has: ['pinned'] })), new Set(ids));
    await store.close();
    folder.remove();
  });
});

describe('keys of the index', () => {
  it('hold ids of any form', () => {
    const ids = [
      traceOf().id,
      'a'.repeat(26),
      '7'.repeat(26),
      '',
      'x',
      'trace-1',
      'A'.repeat(26),
      'é'.repeat(8),
      '0'.repeat(16),
      'sixteen-letters!',
    ];
    for (const id of ids) assert.equal(unpackId(packId(id)), id);
    assert.equal(new Set(ids.map((id) => Buffer.from(packId(id)).toString('hex'))).size, ids.length);
    assert.equal(packId(traceOf().id).length, 17);
  });

  it('order arrivals by segment and offset, and lead back to the line', () => {
    const places: [number, number][] = [
      [1, 0],
      [1, 8_388_607],
      [2, 0],
      [2, 17],
      [200_000, 8_000_000],
    ];
    const arrivals = places.map(([segment, offset]) => arrivalOf('writer', segment, offset));
    assert.deepEqual(
      arrivals,
      [...arrivals].sort((a, b) => a - b),
    );
    assert.deepEqual(
      arrivals.map(offsetOf),
      places.map(([, offset]) => offset),
    );
    assert.ok(arrivals.every(Number.isSafeInteger));
    assert.notEqual(arrivalOf('one', 1, 0), arrivalOf('two', 1, 0));
  });
});
