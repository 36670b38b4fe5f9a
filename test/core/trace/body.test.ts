import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { bodyJson, traceOf, type TraceBody } from '../../../core/trace/body';
import { trace as traceSchema, type Trace } from '../../../core/trace/model';
import { traceOf as made } from '../../support/store';

const whole: Trace = {
  ...made({ key: 'one', labels: ['a'], attributes: { tier: 'gold' }, model: 'm' }),
  request_id: 'r1',
  task_key: 't1',
  meta: { finish_reason: 'stop', extra: { seed: 1 } },
  flags: { truncated: true },
  tools: [{ name: 'look_up', parameters: '{}' }],
};

const plain = made({ key: 'two' });

describe('the body of a line', () => {
  for (const [what, trace] of [
    ['of a trace that has everything', whole],
    ['of a plain one', plain],
  ] as const) {
    it(`${what} makes the trace again, with what stands in front of it`, () => {
      const { id, source, origin, model, captured_at, recorded_at, answer_turn, labels, attributes } = trace;
      const head = { id, source, origin, model, captured_at, recorded_at, answer_turn, labels, attributes };
      const again = traceOf(head, JSON.parse(bodyJson(trace)) as TraceBody);
      assert.deepEqual(again, trace);
      traceSchema.strict().parse(again);
    });
  }

  it('says nothing that its head says, and nothing that is empty', () => {
    assert.deepEqual(Object.keys(JSON.parse(bodyJson(plain)) as object), ['messages']);
    assert.deepEqual(Object.keys(JSON.parse(bodyJson(whole)) as object), [
      'request_id',
      'task_key',
      'meta',
      'flags',
      'tools',
      'messages',
    ]);
  });

  it('takes messages that are JSON text already', () => {
    assert.equal(bodyJson(whole, JSON.stringify(whole.messages)), bodyJson(whole));
  });
});
