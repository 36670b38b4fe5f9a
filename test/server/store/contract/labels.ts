import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { actsBy, rowOf, traceOf } from '../../../support/store';
import { numbered, type Fixture } from './fixture';

export function labelsContract(f: Fixture): void {
  const { act } = actsBy('ana');
  describe('labels and attributes', () => {
    beforeEach(() =>
      f.importRows(numbered(6, (n) => ({ labels: n < 4 ? ['refund'] : [], attributes: { language: n % 2 ? 'de' : 'en' } }))),
    );
    const ids = Array.from({ length: 6 }, (_, n) => traceOf({ key: `request:${n}` }).id);

    it('reach descendants and count them', async () => {
      await f.store.append([
        act({ type: 'labels_added', traces: ids.slice(3, 5), labels: ['exchange'] }),
        act({ type: 'label_parent_set', label: 'refund', parent: 'billing' }),
        act({ type: 'label_parent_set', label: 'exchange', parent: 'billing' }),
      ]);
      for (const pass of ['at once', 'after opening again', 'after a rebuild']) {
        assert.equal(await f.store.count({ label: 'billing' }), 5, pass);
        assert.deepEqual(
          await f.store.labels(),
          [
            { label: 'billing', parent: undefined, count: 5 },
            { label: 'exchange', parent: 'billing', count: 2 },
            { label: 'refund', parent: 'billing', count: 4 },
          ],
          pass,
        );
        if (pass === 'at once') await f.reopen();
        else await f.store.rebuild();
      }
      assert.deepEqual(
        (await f.store.groups('label', { attributes: { language: 'de' } })).map(({ key, total }) => [key, total]),
        [
          ['', 1],
          ['billing', 2],
          ['exchange', 1],
          ['refund', 2],
        ],
      );
    });

    it('do not form circles', async () => {
      await f.store.append([
        act({ type: 'label_parent_set', label: 'a', parent: 'b' }),
        act({ type: 'label_parent_set', label: 'b', parent: 'a' }),
      ]);
      assert.deepEqual(
        (await f.store.labels()).filter(({ label }) => label.length === 1),
        [
          { label: 'a', parent: 'b', count: 0 },
          { label: 'b', parent: undefined, count: 0 },
        ],
      );
    });

    it('can be renamed and merged', async () => {
      await f.store.append([
        act({ type: 'labels_added', traces: [ids[0] ?? '', ids[5] ?? ''], labels: ['money back'] }),
        act({ type: 'label_renamed', from: 'money back', to: 'refund' }),
      ]);
      assert.deepEqual(
        (await f.store.labels()).map(({ label, count }) => [label, count]),
        [['refund', 5]],
      );
      await f.store.append([act({ type: 'labels_added', traces: [ids[4] ?? ''], labels: ['money back'] })]);
      assert.deepEqual((await f.store.line(ids[4] ?? ''))?.labels, ['money back'], 'a name given again later is a new label');
      await f.importRows([rowOf({ key: 'request:new', labels: ['money back'] })]);
      const recorded = traceOf({ key: 'request:new' }).id;
      assert.deepEqual((await f.store.line(recorded))?.labels, ['refund'], 'labels a trace arrives with are renamed');
    });

    it('keep one value per key', async () => {
      const [id = ''] = ids;
      await f.store.append([act({ type: 'attributes_set', traces: [id], values: { language: 'fr', tier: 'gold' } })]);
      assert.deepEqual((await f.store.line(id))?.attributes, { language: 'fr', tier: 'gold' });
      assert.deepEqual(await f.store.attributes(), [
        { key: 'language', values: { de: 3, en: 2, fr: 1 } },
        { key: 'tier', values: { gold: 1 } },
      ]);
      await f.store.append([act({ type: 'attributes_removed', traces: [id], keys: ['language'] })]);
      assert.deepEqual((await f.store.line(id))?.attributes, { tier: 'gold' });
      assert.equal(await f.store.count({ attributes: { language: ['de', 'en'] } }), 5);
    });
  });
}
