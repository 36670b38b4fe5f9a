import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { BulkIds } from '../../../server/store/fold/bulk-ids';
import { openSqlite } from '../../../server/store/index/sqlite-db';
import { packId } from '../../../server/store/index/trace-key';

describe('ids while a whole log is read', function () {
  this.timeout(60_000);

  it('are told apart, however many there are and however alike', async () => {
    const db = await openSqlite();
    db.script('create table traces(n integer primary key, id blob)');
    const ids = new BulkIds(db);
    // So many that some have the same hash.
    const all = Array.from({ length: 250_000 }, (_, n) => packId(`request:${n}`));
    db.transaction(() => {
      for (const [i, id] of all.entries()) {
        assert.equal(ids.find(id), undefined);
        assert.ok(ids.add(id, i + 1));
        db.run('insert into traces(n, id) values (?, ?)', [i + 1, id]);
      }
    });
    for (const [i, id] of all.entries()) {
      if (ids.find(id) !== i + 1) assert.fail(`number of id ${i}`);
      if (ids.add(id, all.length + 1)) assert.fail(`id ${i} twice`);
    }
    assert.equal(ids.find(packId('request:250000')), undefined);
    db.close();
  });
});
