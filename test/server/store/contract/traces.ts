import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { actsBy, rowOf, traceOf } from '../../../support/store';
import { type Fixture } from './fixture';

export function tracesContract(f: Fixture): void {
  const { signal } = actsBy('ana');
  describe('conversations', () => {
    it('are as they were written, also after opening again', async () => {
      const row = rowOf({
        question: 'Wo ist “meine” Bestellung?\u2028\u0000',
        labels: ['Billing'],
        attributes: { language: 'de' },
        model: 'm',
      });
      assert.equal((await f.store.capture(row)).taken, 'new');
      assert.deepEqual(await f.store.trace(row.trace.id), row.trace);
      await f.reopen();
      assert.deepEqual(await f.store.trace(row.trace.id), row.trace);
      const line = await f.store.line(row.trace.id);
      assert.equal(line?.preview, 'Wo ist “meine” Bestellung?\u2028\u0000'.replace(/\s+/g, ' ').trim());
      assert.deepEqual(line.labels, ['billing']);
      assert.deepEqual(line.attributes, { language: 'de' });
    });

    it('are found by how their ids begin', async () => {
      const ids = ['abcdefghijklmnopqrstuvwxyz', 'abcdzzzzzzzzzzzzzzzzzzzzzy', '7777777777777777777777777y'];
      for (const id of ids) await f.store.capture(rowOf({ id, key: id, question: id }));
      assert.deepEqual(await f.store.beginning('abcd', 10), ids.slice(0, 2));
      assert.deepEqual(await f.store.beginning('abcd', 1), ids.slice(0, 1));
      assert.deepEqual(await f.store.beginning('7777', 10), ids.slice(2));
      for (const id of ids) assert.deepEqual(await f.store.beginning(id, 10), [id]);
      for (const begin of ['abcx', '', 'ABCD', "ab' or 1=1 --", 'a'.repeat(27)])
        assert.deepEqual(await f.store.beginning(begin, 10), [], begin);
    });

    it('that are not here are undefined', async () => {
      assert.equal(await f.store.trace('nothing'), undefined);
      assert.equal(await f.store.line('nothing'), undefined);
      assert.equal(f.store.has('nothing'), false);
      assert.deepEqual(await f.store.lines(['nothing']), []);
      assert.deepEqual(await f.store.acts('nothing'), []);
    });

    it('with the same key and content are duplicates', async () => {
      assert.equal((await f.store.capture(rowOf())).taken, 'new');
      assert.equal((await f.store.capture(rowOf())).taken, 'duplicate');
      assert.deepEqual(await f.importRows([rowOf(), rowOf()]), ['duplicate', 'duplicate']);
      assert.equal(await f.store.count({}), 1);
    });

    it('captured twice at once are taken once', async () => {
      const taken = await Promise.all([f.store.capture(rowOf()), f.store.capture(rowOf()), f.store.capture(rowOf())]);
      assert.deepEqual(taken.map((one) => one.taken).sort(), ['duplicate', 'duplicate', 'new']);
      await f.reopen();
      assert.equal(await f.store.count({}), 1);
    });

    it('that grow replace what was there until the first act on them', async () => {
      await f.store.capture(rowOf({ answer: 'One.' }));
      assert.equal(
        (await f.store.capture(rowOf({ answer: 'One. Two.', recorded_at: '2026-09-01T00:01:00.000Z' }))).taken,
        'revision',
      );
      const { id } = traceOf();
      assert.equal((await f.store.trace(id))?.messages[1]?.content, 'One. Two.');
      assert.equal(await f.store.count({}), 1);
      assert.equal((await f.store.capture(rowOf({ answer: 'One.' }))).taken, 'duplicate', 'an older revision is known');
      await f.store.append([signal(id, 'up')]);
      const grown = await f.store.capture(rowOf({ answer: 'One. Two. Three.' }));
      assert.equal(grown.taken, 'revision');
      assert.equal(await f.store.count({}), 2);
      assert.equal((await f.store.trace(id))?.messages[1]?.content, 'One. Two.');
      const next = (await f.store.select({})).find((other) => other !== id) ?? '';
      assert.equal(grown.id, next);
      const continued = await f.store.trace(next);
      assert.equal(continued?.meta.parent, id);
      assert.equal(continued.messages[1]?.content, 'One. Two. Three.');
      assert.equal((await f.store.capture(rowOf({ answer: 'One. Two. Three.' }))).taken, 'duplicate');
      await f.reopen();
      assert.equal(await f.store.count({}), 2);
      assert.equal((await f.store.trace(id))?.messages[1]?.content, 'One. Two.');
    });

    it('with a reused row id are told apart and counted', async () => {
      const taken = await f.importRows([
        rowOf({ key: 'generic:1:a', generic_id: '1', answer: 'a' }),
        rowOf({ key: 'generic:1:b', generic_id: '1', answer: 'b' }),
        rowOf({ key: 'generic:2:c', generic_id: '2', answer: 'c' }),
      ]);
      assert.deepEqual(taken, ['new', 'id_reused', 'new']);
      assert.equal(await f.store.count({}), 3);
      for (const answer of ['d', 'e']) {
        await f.reopen();
        const later = ['1', '2', answer].map((id) => rowOf({ key: `generic:${id}:${answer}`, generic_id: id, answer }));
        assert.deepEqual(await f.importRows(later), ['id_reused', 'id_reused', 'new']);
        const captured = await f.store.capture(rowOf({ key: `generic:${answer}:c`, generic_id: answer, answer: 'again' }));
        assert.equal(captured.taken, 'id_reused');
      }
    });
  });
}
