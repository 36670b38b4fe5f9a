import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Store } from '../../../../core/ports';
import { rowOf, temporaryFolder, traceOf } from '../../../support/store';

/** Own ids of rows (1, 2, 3 …) of which some rows are purged, whatever engine the index is kept in. */
export function rowIdsContract(name: string, open: (folder: string) => Promise<Store>): void {
  describe(`a purge and own ids of rows (${name})`, () => {
    it('leaves an id to the others that have it, as an index made anew does', async () => {
      const folder = temporaryFolder();
      const store = await open(folder.path);
      const rowWith = (n: number) => rowOf({ key: `7 ${n}`, generic_id: '7', answer: `Answer ${n}.` });
      const idOf = (n: number) => traceOf({ key: `7 ${n}` }).id;
      const takenAs = async (n: number) => {
        const transaction = await store.beginImport({ source: 'support', retention_days: null });
        const { taken } = await transaction.put(rowWith(n));
        await transaction.abort();
        return taken;
      };
      const transaction = await store.beginImport({ source: 'support', retention_days: null });
      assert.deepEqual(
        (await transaction.putAll([rowWith(0), rowWith(1)])).map(({ taken }) => taken),
        ['new', 'id_reused'],
      );
      await transaction.commit({ files: [], duplicates: 0, refused: 0 });
      await store.capture(rowWith(2));
      for (const [n, taken] of [
        [0, 'id_reused'],
        [1, 'id_reused'],
        [2, 'new'],
      ] as const) {
        await store.purge([idOf(n)], 'asked');
        assert.equal(await takenAs(9), taken);
        await store.rebuild();
        assert.equal(await takenAs(9), taken, 'as an index made anew says');
      }
      await store.close();
      folder.remove();
    });
  });
}
