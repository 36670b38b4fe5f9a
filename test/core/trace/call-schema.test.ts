import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { callMisfits as misfitsOf } from '../../../core/trace/call-schema';

const parameters = JSON.stringify({
  type: 'object',
  required: ['order_id', 'lines'],
  additionalProperties: false,
  properties: {
    order_id: { type: 'string' },
    speed: { enum: ['slow', 'express'] },
    note: { type: ['string', 'null'] },
    lines: { type: 'array', items: { type: 'object', required: ['sku'], properties: { count: { type: 'integer' } } } },
  },
});

const callMisfits = (given: unknown, definition: string | undefined) =>
  misfitsOf(given, definition).map(({ where, kind, wanted }) => ({ where, kind, wanted }));

describe('what a tool does not take', () => {
  it('is nothing where the arguments fit, or where nothing is known of the tool', () => {
    assert.deepEqual(callMisfits({ order_id: 'a', note: null, speed: 'slow', lines: [{ sku: 'x', count: 2 }] }, parameters), []);
    for (const unknown of [undefined, 'no json', '[]', 'null', '{"type":7,"required":"order_id","properties":[],"enum":{}}']) {
      assert.deepEqual(callMisfits({ anything: 1 }, unknown), []);
    }
  });

  it('is told with its place: what is missing, unknown, of another type or another value', () => {
    assert.deepEqual(callMisfits({ order_id: 7, speed: 'fast', lines: [{ sku: 'x' }, { count: 1.5 }], extra: 1 }, parameters), [
      { where: 'order_id', kind: 'type', wanted: 'string' },
      { where: 'speed', kind: 'value', wanted: '"slow", "express"' },
      { where: 'lines.1.sku', kind: 'missing', wanted: '' },
      { where: 'lines.1.count', kind: 'type', wanted: 'integer' },
      { where: 'extra', kind: 'unknown', wanted: '' },
    ]);
  });

  it('is found again by names and numbers', () => {
    const given = { order_id: 'a', lines: [{ sku: 'x', count: 'two' }] };
    assert.deepEqual(misfitsOf(given, parameters)[0]?.path, ['lines', 0, 'count']);
  });

  it('is not mistaken in names that every object has', () => {
    assert.deepEqual(callMisfits({}, '{"required":["constructor"]}'), [{ where: 'constructor', kind: 'missing', wanted: '' }]);
    const found = callMisfits(JSON.parse('{"__proto__":1}'), '{"properties":{},"additionalProperties":false}');
    assert.deepEqual(found, [{ where: '__proto__', kind: 'unknown', wanted: '' }]);
  });

  it('stays short however large or deep a definition is', () => {
    const keys = Array.from({ length: 50_000 }, (_, n) => `key_${String(n)}`);
    assert.ok(callMisfits({}, JSON.stringify({ required: keys })).length <= 20);
    const [misfit] = callMisfits({ a: 1 }, JSON.stringify({ properties: { a: { enum: keys } } }));
    assert.ok((misfit?.wanted.length ?? 0) <= 201);
    const deep = '{"properties":{"a":'.repeat(5000) + '{}' + '}}'.repeat(5000);
    const given = '{"a":'.repeat(5000) + '1' + '}'.repeat(5000);
    assert.deepEqual(callMisfits(JSON.parse(given), deep), []);
  });
});
