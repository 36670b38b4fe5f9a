import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { headerJson } from '../../../server/store/log/header-json';
import { encodeLine } from '../../../server/store/log/line';
import { decodeBareHeader, headerOf } from '../../../server/store/log/trace-line';
import type { TraceHead } from '../../../core/ports';

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '__proto__', '"\\\n\u2028\ud800', 'same', 'preview'));
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const texts = fc.dictionary(text, text);
const origin = fc.record(
  { kind: fc.constantFrom('captured' as const, 'imported' as const), file: text, line: fc.integer({ min: 1 }) },
  { requiredKeys: ['kind'] },
);

describe('the header of a line', () => {
  const header = fc
    .tuple(
      fc.record({
        id: text,
        source: text,
        origin,
        model: maybe(text),
        captured_at: text,
        preview: text,
        labels: fc.array(text),
      }),
      fc.record({
        answer_turn: fc.integer({ min: -1 }),
        message_count: fc.nat(),
        has_tool_calls: fc.boolean(),
        attributes: texts,
      }),
      fc.record({
        recorded_at: text,
        expires_at: maybe(text),
        content: text,
        generic_id: maybe(text),
        act: maybe(text),
        tainted: fc.array(text),
      }),
      fc.dictionary(text, fc.nat()),
    )
    .map(([names, facts, { recorded_at, expires_at, content, generic_id, act, tainted }, redactions]) => {
      const head: TraceHead = { ...names, ...facts, recorded_at, meta: {}, flags: { tainted } };
      return headerOf(head, { redactions, generic_id, act }, content, { recorded_at, expires_at });
    });

  it('is written as JSON is, whatever is in it', () => {
    fc.assert(
      fc.property(header, (header) => {
        assert.equal(headerJson(header), JSON.stringify(header));
      }),
      { numRuns: 2000 },
    );
  });

  it('is read without its preview, and is the same otherwise', () => {
    fc.assert(
      fc.property(header, (header) => {
        const line = encodeLine(headerJson(header), '{"preview":""}');
        const read = decodeBareHeader(line);
        assert.deepEqual({ ...read, preview: header.preview }, JSON.parse(JSON.stringify(header)));
      }),
      { numRuns: 2000 },
    );
  });

  it('is read whole where its preview does not stand at the end, or is not what it seems', () => {
    const bare = (header: string) => decodeBareHeader(encodeLine(header, '{}')) as object;
    const plain = '"id":"a","preview":"Where?"';
    assert.deepEqual(bare(`{${plain}}`), { id: 'a' });
    for (const rest of ['"labels":[]', '"labels":["x"]', '"attributes":{"b":"c","preview":"d"}', '"expires_at":"2026"']) {
      assert.deepEqual(bare(`{${plain},${rest}}`), JSON.parse(`{${plain},${rest}}`), rest);
    }
    const inside = '{"attributes":{"b":"c","preview":"d"},"answer_turn":1}';
    assert.deepEqual(bare(inside), JSON.parse(inside));
  });
});
