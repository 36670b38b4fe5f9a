import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import { remoteEngine } from '../../../core/protocol/remote';
import { problemErrorCode, wire } from '../../../core/protocol/wire';
import { storeChannel, type Line } from '../../../extension/engine/channel';

class RpcError extends Error {
  constructor(
    readonly code: number,
    readonly data?: unknown,
  ) {
    super('rpc');
  }
}

/** A server process: what it was sent, how it answers, and how it dies. */
function line(answer: (method: string, params: unknown) => unknown) {
  const sent: { method: string; params: unknown }[] = [];
  const fresh = new Set<() => void>();
  const listeners = new Map<string, (params: unknown) => void>();
  const made: Line = {
    request(method, params) {
      sent.push({ method, params });
      return new Promise((resolve) => resolve(answer(method, params)));
    },
    onNotification(method, listener) {
      listeners.set(method, listener);
      return { dispose: () => void listeners.delete(method) };
    },
    onFresh(listener) {
      fresh.add(listener);
      return { dispose: () => void fresh.delete(listener) };
    },
  };
  return {
    line: made,
    sent,
    notify: (method: string, params: unknown) => listeners.get(method)?.(params),
    restart: () => fresh.forEach((listener) => listener()),
    methods: () => sent.map(({ method, params }) => (method === wire.call ? (params as { method: string }).method : method)),
  };
}

const open = () => Promise.resolve({ store: '/s/.loop' });
let n = 0;
const tokens = { ulid: () => `id${++n}` };

describe('the channel to the server process', () => {
  it('names the store once, before the first call', async () => {
    const server = line(() => ({ count: 0 }));
    const engine = remoteEngine(storeChannel(server.line, open), tokens);
    await Promise.all([engine.call('trace.count', { slice: {} }), engine.call('label.list', {})]);
    assert.deepEqual(server.methods(), [wire.open, 'trace.count', 'label.list']);
    assert.deepEqual(server.sent[0]?.params, { store: '/s/.loop' });
  });

  it('names it again to a process that came after a crash', async () => {
    const server = line(() => ({ count: 0 }));
    const engine = remoteEngine(storeChannel(server.line, open), tokens);
    await engine.call('trace.count', { slice: {} });
    server.restart();
    await engine.call('trace.count', { slice: {} });
    assert.deepEqual(server.methods(), [wire.open, 'trace.count', wire.open, 'trace.count']);
  });

  it('sends a call that fell with its process once more, with the same act', async () => {
    let alive = false;
    const server = line((method) => {
      if (method === wire.open || alive) return { act_id: 'x', state: 'reviewed' };
      alive = true;
      server.restart();
      throw new RpcError(-32097);
    });
    const engine = remoteEngine(storeChannel(server.line, open), tokens);
    await engine.call('feedback.up', { trace: 't' });
    const acts = server.sent
      .filter(({ method }) => method === wire.call)
      .map(({ params }) => (params as { act_id: string }).act_id);
    assert.equal(acts.length, 2);
    assert.equal(acts[0], acts[1]);
  });

  it('gives up when the next process falls too', async () => {
    const server = line((method) => {
      if (method === wire.open) return {};
      throw new RpcError(-32097);
    });
    const engine = remoteEngine(storeChannel(server.line, open), tokens);
    await assert.rejects(engine.call('label.list', {}), RpcError);
    assert.equal(server.sent.filter(({ method }) => method === wire.call).length, 2);
  });

  it('turns a problem of opening into that problem, and tries again with the next call', async () => {
    let busy = true;
    const server = line((method) => {
      if (method === wire.open && busy) {
        throw new RpcError(problemErrorCode, { problem: { code: 'store_in_use_elsewhere', args: { path: '/s', host: 'h' } } });
      }
      return [];
    });
    const engine = remoteEngine(storeChannel(server.line, open), tokens);
    await assert.rejects(engine.call('label.list', {}), (error) => error instanceof Problem && error.args['host'] === 'h');
    busy = false;
    assert.deepEqual(await engine.call('label.list', {}), []);
  });

  it('turns a stopped call into the problem `cancelled`', async () => {
    const server = line((method) => {
      if (method === wire.open) return {};
      throw new RpcError(-32800);
    });
    const engine = remoteEngine(storeChannel(server.line, open), tokens);
    await assert.rejects(engine.call('label.list', {}), { code: 'cancelled' });
  });

  it('does not send what was stopped before the store was open', async () => {
    const abort = new AbortController();
    const server = line((method) => {
      if (method === wire.open) abort.abort();
      return {};
    });
    const engine = remoteEngine(storeChannel(server.line, open), tokens);
    await assert.rejects(engine.call('label.list', {}, { cancel: abort.signal }), { code: 'cancelled' });
    assert.deepEqual(server.methods(), [wire.open]);
  });

  it('passes on progress to the call it belongs to', async () => {
    const seen: number[] = [];
    const server = line((method, params) => {
      if (method !== wire.call) return {};
      server.notify(wire.progress, { token: (params as { progress: string }).progress, done: 3, unit: 'rows' });
      server.notify(wire.progress, { token: 'another', done: 4, unit: 'rows' });
      return {};
    });
    const engine = remoteEngine(storeChannel(server.line, open), tokens);
    await engine.call('store.rebuild', {}, { report: ({ done }) => seen.push(done) });
    assert.deepEqual(seen, [3]);
  });
});
