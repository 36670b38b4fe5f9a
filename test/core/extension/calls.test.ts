import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import { operations } from '../../../core/protocol/operations';
import { mayCall } from '../../../core/protocol/panel';
import { createCalls, type CallOptions } from '../../../extension/panel/calls';
import { fakeEngine, type Answers } from './fake-engine';

type Message = Record<string, unknown>;

function view(answers: Answers, more: Partial<CallOptions> = {}) {
  const posted: Message[] = [];
  const bugs: unknown[] = [];
  const engine = fakeEngine(answers);
  const calls = createCalls({
    view: 'trace',
    engine,
    operations,
    mayCall,
    post: (message) => posted.push(message as Message),
    words: (problem) => `words of ${problem.code}`,
    bug: (error) => bugs.push(error),
    ...more,
  });
  return { calls, engine, posted, bugs };
}

describe('calls of a view', () => {
  it('are answered under their number', async () => {
    const { calls, posted } = view({ 'label.list': () => [] });
    await calls.answer({ id: 4, method: 'label.list', params: {} });
    assert.deepEqual(posted, [{ type: 'result', id: 4, ok: true, value: [] }]);
  });

  it('reach only the operations on the view’s list', async () => {
    const { calls, engine, posted, bugs } = view({ 'trace.delete': () => assert.fail('deleted') });
    await calls.answer({ id: 1, method: 'trace.delete', params: { traces: ['t'], confirmed: true } });
    await calls.answer({ id: 2, method: 'toString', params: {} });
    assert.equal(engine.asked.length, 0);
    assert.deepEqual(
      posted.map(({ ok }) => ok),
      [false, false],
    );
    assert.equal(bugs.length, 2);
  });

  it('reach the engine only with parameters that parse', async () => {
    const { calls, engine, posted } = view({ 'feedback.up': () => ({ act_id: 'a', state: 'reviewed' }) });
    await calls.answer({ id: 1, method: 'feedback.up', params: { trace: 7 } });
    assert.equal(engine.asked.length, 0);
    assert.equal(posted[0]?.['ok'], false);
  });

  it('hear a problem in words, and of a bug only that it was one', async () => {
    const { calls, posted, bugs } = view({
      'trace.facts': () => {
        throw new Problem('trace_not_found', { id: 't' });
      },
      'label.list': () => {
        throw new Error('quotes a conversation');
      },
    });
    await calls.answer({ id: 1, method: 'trace.facts', params: { trace: 't' } });
    await calls.answer({ id: 2, method: 'label.list', params: {} });
    const problem = { code: 'trace_not_found', message: 'words of trace_not_found' };
    assert.deepEqual(posted[0], { type: 'result', id: 1, ok: false, problem });
    assert.deepEqual(posted[1]?.['problem'], { code: 'bug', message: '' });
    assert.equal(bugs.length, 1);
  });

  it('can be stopped, and end as stopped', async () => {
    const { calls, posted } = view({
      'queue.next': (_params, { cancel }) =>
        new Promise((_resolve, reject) => {
          (cancel as AbortSignal).addEventListener('abort', () => reject(new Problem('cancelled')));
        }),
    });
    const answered = calls.answer({ id: 9, method: 'queue.next', params: {} });
    calls.cancel(9);
    await answered;
    assert.deepEqual((posted[0]?.['problem'] as { code: string }).code, 'cancelled');
  });

  it('stop with the view when they only read, and go on when they act', () => {
    const stopped: string[] = [];
    const wait =
      (name: string) =>
      (_params: unknown, { cancel }: { cancel?: unknown }) => {
        (cancel as AbortSignal).addEventListener('abort', () => stopped.push(name));
        return new Promise<never>(() => undefined);
      };
    const { calls } = view({ 'trace.facts': wait('facts'), 'feedback.up': wait('up') });
    void calls.answer({ id: 1, method: 'trace.facts', params: { trace: 't' } });
    void calls.answer({ id: 2, method: 'feedback.up', params: { trace: 't' } });
    calls.dispose();
    assert.deepEqual(stopped, ['facts']);
  });

  it('say how far they are when they were asked to', async () => {
    const { calls, posted } = view({
      'label.list': (_params, { report }) => {
        report?.({ done: 1, total: 2, unit: 'rows' });
        return [];
      },
    });
    await calls.answer({ id: 1, method: 'label.list', params: {}, progress: true });
    await calls.answer({ id: 2, method: 'label.list', params: {} });
    assert.deepEqual(
      posted.filter(({ type }) => type === 'progress'),
      [{ type: 'progress', id: 1, done: 1, total: 2, unit: 'rows' }],
    );
  });

  it('take the host’s own values over the view’s', async () => {
    const { calls, engine } = view(
      { 'import.preview': () => assert.fail('only the parameters matter') },
      { view: 'import', amend: (_method, params) => ({ ...(params as object), paths: ['/chosen'] }) },
    );
    await calls.answer({ id: 1, method: 'import.preview', params: { paths: ['/etc/passwd'] } });
    assert.deepEqual((engine.asked[0]?.params as { paths: string[] }).paths, ['/chosen']);
  });

  it('can be followed and stopped from elsewhere', async () => {
    const seen: number[] = [];
    const abort = new AbortController();
    const { calls } = view(
      {
        'label.list': (_params, { report, cancel }) => {
          report?.({ done: 5, unit: 'rows' });
          abort.abort();
          assert.equal((cancel as AbortSignal).aborted, true);
          return [];
        },
      },
      { around: (_method, run) => run({ cancel: abort.signal, report: ({ done }) => seen.push(done) }) },
    );
    await calls.answer({ id: 1, method: 'label.list', params: {} });
    assert.deepEqual(seen, [5]);
  });
});
