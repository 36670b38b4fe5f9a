import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { isProblem } from '../../../support/problem';
import { actsBy, rowOf, traceOf } from '../../../support/store';
import { numbered, type Fixture } from './fixture';

export function importsContract(f: Fixture): void {
  const { act, signal } = actsBy('ana');
  describe('imports', () => {
    it('become visible all at once', async () => {
      const transaction = await f.store.beginImport({ source: 'support', retention_days: null });
      const changes: unknown[] = [];
      const listening = f.store.onChange((change) => changes.push(change));
      for (const row of numbered(200, (n) => ({
        labels: [`l${n % 3}`],
        acts: n % 2 ? [] : [signal(traceOf({ key: `request:${n}` }).id, 'up', { provenance: 'earlier_process' })],
      }))) {
        await transaction.put(row);
      }
      assert.equal(await f.store.count({}), 0);
      assert.deepEqual(await f.store.groups('label', {}), []);
      assert.deepEqual(await f.store.select({ state: 'reviewed' }), []);
      assert.equal(f.store.has(traceOf({ key: 'request:0' }).id), false);
      assert.deepEqual(await f.store.attributes(), []);
      await transaction.commit({ files: [], duplicates: 0, refused: 0 });
      assert.ok(changes.some((change) => (change as { all_traces?: boolean }).all_traces));
      listening.dispose();
      for (const pass of ['at once', 'after opening again']) {
        assert.equal(await f.store.count({}), 200, pass);
        assert.equal(await f.store.count({ state: 'reviewed' }), 100, pass);
        assert.equal((await f.store.acts(traceOf({ key: 'request:0' }).id)).length, 1, pass);
        assert.deepEqual(
          (await f.store.groups('label', {})).map(({ key, total, reviewed }) => [key, total, reviewed]),
          [
            ['l0', 67, 34],
            ['l1', 67, 33],
            ['l2', 66, 33],
          ],
          pass,
        );
        await f.reopen();
      }
    });

    it('are found by the act that made them, with what they brought in', async () => {
      const act = '01K6H00000ABCDEFGHJKM00000';
      await f.store.capture(rowOf({ key: 'request:1', question: 'An earlier one?' }));
      const transaction = await f.store.beginImport({ source: 'support', retention_days: null });
      const taken = await transaction.putAll([...numbered(3), ...numbered(1), rowOf({ key: 'request:2', answer: 'It grew.' })]);
      assert.deepEqual(await f.store.broughtIn(act), []);
      assert.deepEqual(await transaction.commit({ files: [], duplicates: 1, refused: 0, act, told: 'much' }), { import: act });
      const brought = taken.filter((one) => one.taken !== 'duplicate').map(({ id }) => id);
      assert.equal(brought.length, 4);
      for (const pass of ['at once', 'after opening again']) {
        const body = (await f.store.act(act))?.body;
        assert.equal(body?.type === 'imported' && body.told, 'much', pass);
        assert.deepEqual(await f.store.broughtIn(act), brought, pass);
        await f.reopen();
      }
      await f.store.purge(brought.slice(0, 1), 'asked');
      assert.deepEqual(await f.store.broughtIn(act), brought.slice(1));
      assert.deepEqual(await f.store.broughtIn('01K6H00000ABCDEFGHJKM00001'), []);
    });

    it('that are given up leave nothing', async () => {
      await f.store.capture(rowOf({ key: 'request:kept' }));
      const before = await f.store.stats();
      const transaction = await f.store.beginImport({ source: 'support', retention_days: null });
      for (const row of numbered(150, (n) => ({
        generic_id: `${n}`,
        acts: [signal(traceOf({ key: `request:${n}` }).id, 'up')],
      })))
        await transaction.put(row);
      await transaction.abort();
      assert.deepEqual(await f.store.stats(), { ...before, index: (await f.store.stats()).index });
      assert.deepEqual(await f.importRows(numbered(150, (n) => ({ generic_id: `${n}` }))), Array(150).fill('new'));
      await f.reopen();
      assert.equal(await f.store.count({}), 151);
    });

    it('that are given up take nothing with them that was said beside them', async () => {
      const [before, meanwhile] = [traceOf(), traceOf({ key: 'request:2' })];
      await f.store.append([signal(before.id, 'up')]);
      const transaction = await f.store.beginImport({ source: 'support', retention_days: null });
      await transaction.putAll([rowOf(), rowOf({ key: 'request:2' })]);
      await f.store.append([signal(meanwhile.id, 'up')]);
      await assert.rejects(f.store.capture(rowOf()), isProblem('busy'));
      await transaction.abort();
      assert.deepEqual(await f.importRows([rowOf(), rowOf({ key: 'request:2' })]), ['new', 'new']);
      assert.equal(await f.store.count({ state: 'reviewed' }), 2);
    });

    it('are labelled by who knows their conversations already', async () => {
      const transaction = await f.store.beginImport({ source: 'support', retention_days: null });
      await transaction.put(rowOf());
      await f.store.append([act({ type: 'labels_added', traces: [traceOf().id], labels: ['billing'] })]);
      await transaction.commit({ files: [], duplicates: 0, refused: 0 });
      assert.deepEqual((await f.store.line(traceOf().id))?.labels, ['billing']);
    });

    it('let verdicts and captures through meanwhile', async () => {
      await f.store.capture(rowOf({ key: 'request:before' }));
      const { id } = traceOf({ key: 'request:before' });
      const transaction = await f.store.beginImport({ source: 'support', retention_days: null });
      for (const row of numbered(70)) await transaction.put(row);
      await f.store.append([signal(id, 'up')]);
      await f.store.capture(rowOf({ key: 'request:meanwhile' }));
      assert.deepEqual(await f.store.select({ state: 'reviewed' }), [id]);
      assert.equal(await f.store.count({}), 2);
      for (const row of numbered(140).slice(70)) await transaction.put(row);
      await transaction.commit({ files: [], duplicates: 0, refused: 0 });
      assert.equal(await f.store.count({}), 142);
      await f.reopen();
      assert.equal(await f.store.count({}), 142);
    });

    it('change what is visible only when they are committed', async () => {
      await f.store.capture(rowOf({ answer: 'One.' }));
      const { id } = traceOf();
      const transaction = await f.store.beginImport({ source: 'support', retention_days: null });
      const grown = await transaction.put(rowOf({ answer: 'One. Two.', recorded_at: '2026-09-01T01:00:00.000Z' }));
      assert.equal(grown.taken, 'revision');
      assert.equal((await f.store.trace(id))?.messages[1]?.content, 'One.');
      await transaction.commit({ files: [], duplicates: 0, refused: 0 });
      assert.equal((await f.store.trace(id))?.messages[1]?.content, 'One. Two.');
      assert.equal(await f.store.count({}), 1);
    });

    it('bring new verdicts to conversations that are here', async () => {
      await f.store.capture(rowOf());
      const { id } = traceOf();
      const said = signal(id, 'up', { provenance: 'earlier_process' });
      assert.deepEqual(await f.importRows([rowOf({ acts: [said] })]), ['duplicate']);
      assert.equal((await f.store.line(id))?.state, 'reviewed');
      await f.importRows([rowOf({ acts: [said] })]);
      assert.equal((await f.store.acts(id)).length, 1);
    });

    it('are one at a time', async () => {
      const transaction = await f.store.beginImport({ source: 'support', retention_days: null });
      await assert.rejects(f.store.beginImport({ source: 'support', retention_days: null }), isProblem('busy'));
      await transaction.abort();
      await (await f.store.beginImport({ source: 'support', retention_days: null })).abort();
    });
  });
}
