import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../../core/ports';
import { actsBy, everyByte, portrait, rowOf, temporaryFolder, traceOf, type TemporaryFolder } from '../../../support/store';

/** Acts on several traces of which some are purged, whatever engine the index is kept in. */
export function sharedActsContract(name: string, open: (folder: string) => Promise<Store>): void {
  describe(`a purge and acts on several traces (${name})`, () => {
    let folder: TemporaryFolder;
    let store: Store;
    const { act } = actsBy('ana');
    const ids = [0, 1, 2].map((n) => traceOf({ key: `request:${n}` }).id);
    const text = () => everyByte(folder.path);

    beforeEach(async () => {
      folder = temporaryFolder();
      store = await open(folder.path);
      for (const n of ids.keys()) await store.capture(rowOf({ key: `request:${n}` }));
    });
    afterEach(async () => {
      await store.close();
      folder.remove();
    });

    it('takes the id out of them, one after the other, whichever line arrives when', async () => {
      const label = act({ type: 'labels_added', traces: ids, labels: ['all'] });
      const value = act({ type: 'attributes_set', traces: ids, values: { tier: 'platinum' } });
      await store.append([label, value]);
      const log = path.join(folder.path, '.loop', 'log');
      const before = new Map(fs.readdirSync(log).map((name) => [name, fs.readFileSync(path.join(log, name))]));
      for (const [n, id] of ids.slice(0, 2).entries()) {
        await store.purge([id], 'asked');
        assert.ok(!text().includes(id));
        assert.ok(text().includes(ids[2] ?? ''));
        const [body, tags] = [(await store.act(label.id))?.body, await store.line(ids[2] ?? '')];
        assert.deepEqual(body && 'traces' in body && body.traces, ids.slice(n + 1));
        assert.deepEqual([tags?.labels, tags?.attributes], [['all'], { tier: 'platinum' }]);
      }
      const looks = await portrait(store);
      await store.close();
      // A copy of the same lines from elsewhere, as they were: it says nothing new, and does not bring the ids back.
      for (const [name, bytes] of before) fs.writeFileSync(path.join(log, name.replace(/^[a-z0-9]+-/, 'otherclone-')), bytes);
      store = await open(folder.path);
      assert.deepEqual(await portrait(store), looks);
      for (const id of ids.slice(0, 2)) assert.ok(!text().includes(id));
      await store.rebuild();
      assert.deepEqual(await portrait(store), looks);
      // When the last of them goes, the lines go whole.
      await store.purge([ids[2] ?? ''], 'asked');
      assert.ok(!text().includes('platinum'));
      assert.ok(!text().includes(ids[2] ?? ''));
      assert.equal(await store.act(label.id), undefined);
    });
  });
}
