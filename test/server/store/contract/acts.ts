import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { actsBy, rowOf, traceOf } from '../../../support/store';
import { type Fixture } from './fixture';

export function actsContract(f: Fixture): void {
  const { act, signal } = actsBy('ana');
  describe('acts', () => {
    const { id } = traceOf();
    beforeEach(() => f.store.capture(rowOf()));

    it('are folded once, however often they are sent', async () => {
      const up = signal(id, 'up');
      await Promise.all([f.store.append([up]), f.store.append([up, up])]);
      await f.store.append([up]);
      await f.reopen();
      await f.store.append([up]);
      assert.deepEqual(await f.store.acts(id), [up]);
      assert.deepEqual(await f.store.act(up.id), up);
      assert.equal((await f.store.line(id))?.state, 'reviewed');
    });

    it('decide state, verdict and flags', async () => {
      await f.store.append([signal(id, 'down', { reason: 'Too short.' }), signal(id, 'note', { reason: 'Ask Ben.' })]);
      const line = await f.store.line(id);
      assert.deepEqual([line?.state, line?.verdict, line?.has], ['reviewed', 'down', ['down', 'note']]);
      await f.store.append([{ ...signal(id, 'up'), by: 'ben' }]);
      assert.equal((await f.store.line(id))?.state, 'disputed');
    });

    it('can be taken back and restored, newest first', async () => {
      const [first, second] = [signal(id, 'up'), signal(id, 'down', { reason: 'No.' })];
      await f.store.append([first, second]);
      assert.deepEqual(await f.store.ownActs('ana', 'standing', 5), [second, first]);
      assert.deepEqual(await f.store.ownActs('ben', 'standing', 5), []);
      const undo = act({ type: 'retracted', act: second.id, trace: id });
      await f.store.append([undo]);
      assert.deepEqual(await f.store.ownActs('ana', 'standing', 5), [first]);
      assert.deepEqual(await f.store.ownActs('ana', 'retracted', 5), [second]);
      assert.equal((await f.store.line(id))?.verdict, 'up');
      assert.deepEqual(await f.store.acts(id), [first, second, undo]);
      await f.store.append([act({ type: 'restored', act: second.id, trace: id })]);
      assert.equal((await f.store.line(id))?.verdict, 'down');
      assert.deepEqual(await f.store.ownActs('ana', 'retracted', 5), []);
    });

    it('remember recent reasons', async () => {
      const down = signal(id, 'down', { reason: 'Wrong price.' });
      await f.store.append([
        signal(id, 'down', { reason: 'Too long.' }),
        down,
        signal(id, 'down', { reason: 'Too long.' }),
        signal(id, 'note', { reason: 'No reason.' }),
        act({ type: 'reason_added', trace: id, act: down.id, reason: 'Wrong currency.' }),
      ]);
      assert.deepEqual(await f.store.reasons('ana', 9), ['Wrong currency.', 'Too long.', 'Wrong price.']);
      assert.deepEqual(await f.store.reasons('ana', 1), ['Wrong currency.']);
      assert.deepEqual(await f.store.reasons('ben', 9), []);
    });

    it('on many traces are seen from each of them', async () => {
      await f.store.capture(rowOf({ key: 'request:2' }));
      const other = traceOf({ key: 'request:2' }).id;
      const labelled = act({ type: 'labels_added', traces: [id, other], labels: ['Urgent', 'billing'] });
      await f.store.append([labelled]);
      assert.deepEqual((await f.store.line(other))?.labels, ['billing', 'urgent']);
      assert.deepEqual(await f.store.acts(id), [{ ...labelled, body: { ...labelled.body, traces: [id] } }]);
      await f.store.append([act({ type: 'retracted', act: labelled.id })]);
      assert.deepEqual((await f.store.line(id))?.labels, []);
      assert.equal((await f.store.acts(other)).length, 2);
      assert.equal(await f.store.count({ unlabelled: true }), 2);
    });

    it('are the same read for one trace and streamed for many', async () => {
      const ids = [id];
      for (const n of [2, 3, 4]) {
        await f.store.capture(rowOf({ key: `request:${n}` }));
        ids.push(traceOf({ key: `request:${n}` }).id);
      }
      const [one, two, three] = ids;
      const labelled = act({ type: 'labels_added', traces: [one ?? '', two ?? ''], labels: ['urgent'] });
      const upped = signal(three ?? '', 'up');
      const gone = signal(one ?? '', 'down');
      await f.store.append([labelled, upped, gone, act({ type: 'pinned', traces: [one ?? '', three ?? ''] })]);
      await f.store.append([act({ type: 'retracted', act: labelled.id }), act({ type: 'retracted', act: gone.id, trace: one })]);
      await f.store.append([act({ type: 'restored', act: gone.id, trace: one }), signal(two ?? '', 'up')]);
      const streamed: (readonly [string, readonly string[]])[] = [];
      for await (const { trace, acts } of f.store.judged(ids)) streamed.push([trace.id, acts.map((event) => event.id)]);
      const read = await Promise.all(ids.map(async (of) => [of, (await f.store.acts(of)).map((event) => event.id)] as const));
      assert.deepEqual(streamed, read);
      assert.deepEqual(
        streamed.map(([, acts]) => acts.length),
        [6, 3, 2, 0],
      );
      for (const [, acts] of streamed) assert.deepEqual(acts, [...acts].sort());
    });

    it('on traces that are not here wait for them', async () => {
      const later = traceOf({ key: 'request:later' }).id;
      await f.store.append([signal(later, 'up'), act({ type: 'labels_added', traces: [later], labels: ['x'] })]);
      assert.equal((await f.store.acts(later)).length, 2);
      assert.equal(await f.store.count({}), 1);
      await f.reopen();
      await f.store.capture(rowOf({ key: 'request:later' }));
      assert.equal((await f.store.line(later))?.state, 'reviewed');
      assert.deepEqual((await f.store.line(later))?.labels, ['x']);
      assert.deepEqual(
        (await f.store.groups('label', {})).map(({ key, total }) => [key, total]),
        [
          ['', 1],
          ['x', 1],
        ],
      );
    });

    it('get later times than everything before, whatever the clock says', async () => {
      await f.store.append([signal(id, 'up')]);
      const [seen] = await f.store.acts(id);
      f.harness.setTime(0);
      const [first, second] = [f.store.now(), f.store.now()];
      assert.ok(first > (seen?.at ?? ''), first);
      assert.ok(second > first);
    });
  });
}
