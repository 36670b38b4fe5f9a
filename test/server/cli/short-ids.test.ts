import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import type { Engine } from '../../../core/protocol/engine';
import { withShortIds } from '../../../server/cli/short-ids';

const ids = ['abcdefghijklmnopqrstuvwxyz', 'abcdzzzzzzzzzzzzzzzzzzzzzy'];

/** An engine that finds ids by their beginning and otherwise gives back what it was called with. */
function recording(): { engine: Engine; calls: unknown[] } {
  const calls: unknown[] = [];
  const call = (method: string, params: { begin?: string }) => {
    if (method === 'trace.find') return Promise.resolve({ traces: ids.filter((id) => id.startsWith(params.begin ?? '')) });
    calls.push(params);
    return Promise.resolve({});
  };
  const engine = { call, onChange: () => ({ dispose: () => undefined }), close: () => Promise.resolve() };
  return { engine: engine as unknown as Engine, calls };
}

describe('beginnings of ids', () => {
  it('become the one id they begin, alone and in lists', async () => {
    const { engine, calls } = recording();
    const short = withShortIds(engine);
    await short.call('feedback.up', { trace: 'abcde', turn: 1 });
    await short.call('trace.delete', { traces: ['abcdz', ids[0] ?? ''] });
    assert.deepEqual(calls, [{ trace: ids[0], turn: 1 }, { traces: [ids[1], ids[0]] }]);
  });

  it('of more than one are refused with what they begin', async () => {
    const { engine, calls } = recording();
    await assert.rejects(withShortIds(engine).call('feedback.up', { trace: 'abcd' }), (error) => {
      assert.ok(error instanceof Problem);
      assert.equal(error.code, 'trace_ambiguous');
      assert.equal(error.message, `More than one trace begins with abcd: ${ids.join(', ')}. Type more of the id.`);
      return true;
    });
    assert.deepEqual(calls, []);
  });

  it('of none, and what is no beginning of an id, are passed on as they are', async () => {
    const { engine, calls } = recording();
    const short = withShortIds(engine);
    for (const trace of ['zzzzz', 'abc', 'ABCDE', 'abc de', `${ids[0] ?? ''}x`]) await short.call('feedback.up', { trace });
    await short.call('trace.list', {});
    assert.deepEqual(calls, [...['zzzzz', 'abc', 'ABCDE', 'abc de', `${ids[0] ?? ''}x`].map((trace) => ({ trace })), {}]);
  });
});
