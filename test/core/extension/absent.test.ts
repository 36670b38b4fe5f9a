import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { methodNames, operations, type Method } from '../../../core/protocol/operations';
import { emptyUntilThere } from '../../../extension/engine/absent';
import { fakeEngine } from './fake-engine';

const looks: readonly [Method, unknown][] = [
  ['trace.groups', { by: 'state' }],
  ['trace.list', {}],
  ['trace.rows', { traces: ['t'] }],
  ['trace.count', { slice: {} }],
  ['queue.next', {}],
  ['source.list', {}],
  ['label.list', {}],
  ['attribute.list', {}],
  ['dataset.list', {}],
  ['export.verify', {}],
];

describe('a store that is not there', () => {
  it('answers looks as an empty one would, and is not opened for them', async () => {
    const engine = fakeEngine({});
    const shown = emptyUntilThere(engine, fakeEngine({}), () => Promise.resolve(false));
    for (const [method, params] of looks) {
      const answer = await shown.call(method, params as never);
      assert.ok(operations[method].result.safeParse(answer).success, method);
    }
    assert.equal(engine.asked.length, 0);
  });

  it('is not made for any look, whatever is asked', async () => {
    const engine = fakeEngine({});
    const looks = fakeEngine({});
    const shown = emptyUntilThere(engine, looks, () => Promise.resolve(false));
    const methods = methodNames.filter((method) => !operations[method].changes);
    for (const method of methods) await shown.call(method, {}).catch(() => undefined);
    assert.deepEqual(engine.asked, []);
    assert.ok(looks.asked.some(({ method }) => method === 'import.preview'));
  });

  it('comes with the first act', async () => {
    const engine = fakeEngine({ 'source.switch': () => ({ source: 's', recording: true, retention_days: 30, traces: 0 }) });
    const shown = emptyUntilThere(engine, fakeEngine({}), () => Promise.resolve(false));
    await shown.call('source.switch', { source: 's', recording: true });
    assert.equal(engine.asked.length, 1);
  });

  it('is asked once it is there', async () => {
    const engine = fakeEngine({ 'trace.count': () => ({ count: 7 }) });
    const shown = emptyUntilThere(engine, fakeEngine({}), () => Promise.resolve(true));
    assert.deepEqual(await shown.call('trace.count', { slice: {} }), { count: 7 });
  });
});
