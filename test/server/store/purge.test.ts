import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { isProblem } from '../../support/problem';
import { openTestStore, rowOf, temporaryFolder } from '../../support/store';
import { purgeContract } from './contract/purge';
import { rowIdsContract } from './contract/purge-ids';
import { sharedActsContract } from './contract/purge-shared-acts';

purgeContract('SQLite', openTestStore);
sharedActsContract('SQLite', openTestStore);
rowIdsContract('SQLite', openTestStore);

describe('a purge of thousands', function () {
  this.timeout(60_000);

  it('goes on until it is told to stop, and leaves nothing half-done', async () => {
    const folder = temporaryFolder();
    const store = await openTestStore(folder.path);
    const transaction = await store.beginImport({ source: 'support', retention_days: null });
    for (let n = 0; n < 2500; n++) await transaction.put(rowOf({ key: `many:${n}`, answer: `Answer ${n}` }));
    await transaction.commit({ files: [], duplicates: 0, refused: 0 });
    const cancel = { aborted: false };
    const many = await store.select({ text: 'Answer' });
    assert.equal(many.length, 2500);
    const stopped = store.purge(many, 'asked', cancel, () => (cancel.aborted = true));
    await assert.rejects(stopped, isProblem('cancelled'));
    assert.equal(await store.count({}), 1500);
    await store.rebuild();
    assert.equal(await store.count({}), 1500);
    await store.close();
    folder.remove();
  });
});
