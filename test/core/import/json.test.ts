import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { jsonText, parseJson, unwrapJson } from '../../../core/import/json';
import { LenientParser } from '../../../core/import/json-lenient';

function valueOf(text: string): unknown {
  const parsed = parseJson(text);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.reason);
  return parsed.value;
}

function faultOf(text: string): { reason: string; column: number } {
  const parsed = parseJson(text);
  assert.ok(!parsed.ok);
  return { reason: parsed.reason, column: parsed.column };
}

describe('reading JSON', () => {
  it('reads what the platform reads, in the slow parser too', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        const slow = new LenientParser(text).parse();
        assert.ok(slow.ok);
        assert.deepEqual(rounded(slow.value), JSON.parse(text));
      }),
    );
  });

  it('refuses what the platform refuses, without quoting it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const parsed = parseJson(text);
        if (parsed.ok) return;
        assert.throws(() => JSON.parse(text) as unknown);
        assert.match(parsed.reason, /^[a-zA-Z0-9 \\]+$/);
      }),
    );
  });

  it('keeps the digits of big integers', () => {
    const value = valueOf('{"id": 9007199254740993, "n": -12345678901234567890, "safe": 9007199254740991}');
    assert.deepEqual(value, { id: 9007199254740993n, n: -12345678901234567890n, safe: 9007199254740991 });
    assert.equal(jsonText(value), '{"id":9007199254740993,"n":-12345678901234567890,"safe":9007199254740991}');
  });

  it('reads NaN and Infinity outside strings as null and says so', () => {
    const parsed = parseJson('{"a": NaN, "b": [-Infinity, Infinity], "c": "NaN"}');
    assert.deepEqual(parsed, { ok: true, value: { a: null, b: [null, null], c: 'NaN' }, non_finite: true });
  });

  it('says where it went wrong', () => {
    assert.deepEqual(faultOf('{"a": 1'), { reason: 'it ends too early', column: 8 });
    assert.deepEqual(faultOf('{"a": "x'), { reason: 'it ends inside a string', column: 10 });
    assert.equal(faultOf('{"a": 1,}').column, 9);
    assert.equal(faultOf('').reason, 'it ends too early');
  });

  it('keeps names of the prototype as data', () => {
    const value = valueOf('{"__proto__": {"x": 1}, "big": 9007199254740993}') as object;
    assert.deepEqual(Object.keys(value), ['__proto__', 'big']);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  });

  it('keeps lone surrogates and lets the last of equal names win', () => {
    assert.equal(valueOf('"\\ud83d"'), '\ud83d');
    assert.deepEqual(valueOf('{"a": 1, "a": 2}'), { a: 2 });
  });

  it('gives up on endless nesting', () => {
    const deep = `${'['.repeat(5000)}9007199254740993${']'.repeat(5000)}`;
    assert.match(faultOf(deep).reason, /nested deeper than/);
    assert.equal(jsonText(JSON.parse(`${'['.repeat(5000)}${']'.repeat(5000)}`)), undefined);
  });

  it('unwraps JSON in strings, but not prose or plain values', () => {
    assert.deepEqual(unwrapJson('"{\\"a\\":[1]}"'), { a: [1] });
    assert.deepEqual(unwrapJson('[{"role":"user"}]'), [{ role: 'user' }]);
    for (const text of ['42', 'true', 'null', 'Hello [1]', '"quoted prose"', '{not json}']) assert.equal(unwrapJson(text), text);
  });
});

/** As the platform has it: big integers lose their last digits. */
function rounded(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rounded(item)]));
}
