import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { isoTime } from '../../../core/trace/time';

const cases: readonly (readonly [unknown, string | undefined])[] = [
  [1751450400, '2025-07-02T10:00:00.000Z'],
  [1751450400.5, '2025-07-02T10:00:00.500Z'],
  [1751450400123, '2025-07-02T10:00:00.123Z'],
  [1751450400123456, '2025-07-02T10:00:00.123Z'],
  ['1751450400123456789', '2025-07-02T10:00:00.123Z'],
  [1751450400123456789n, '2025-07-02T10:00:00.123Z'],
  ['1751450400', '2025-07-02T10:00:00.000Z'],
  [[1751450400, 250_000_000], '2025-07-02T10:00:00.250Z'],
  ['2025-07-02T10:00:00Z', '2025-07-02T10:00:00.000Z'],
  ['2025-07-02T12:00:00+02:00', '2025-07-02T10:00:00.000Z'],
  ['2025-07-02 10:00:00.123456', '2025-07-02T10:00:00.123Z'],
  ['2025-07-02 10:00:00 UTC', '2025-07-02T10:00:00.000Z'],
  ['2025-07-02T10:00:00,5Z', '2025-07-02T10:00:00.500Z'],
  ['2025-07-02', '2025-07-02T00:00:00.000Z'],
  ['7/8/2025', undefined],
  ['2025-13-40', undefined],
  ['yesterday', undefined],
  [0, undefined],
  [-5, undefined],
  [1e300, undefined],
  [NaN, undefined],
  [null, undefined],
  [true, undefined],
  [{}, undefined],
];

describe('times of a log', () => {
  for (const [value, expected] of cases) {
    it(`reads ${typeof value === 'bigint' ? String(value) : JSON.stringify(value)}`, () => {
      assert.equal(isoTime(value), expected);
    });
  }
});

describe('times that are written as ours are', () => {
  it('are the moments the platform takes them for', () => {
    const moment = fc.date({
      min: new Date('1990-01-01T00:00:00.000Z'),
      max: new Date('2199-12-31T23:59:59.999Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(moment, (date) => {
        assert.equal(isoTime(date.toISOString()), date.toISOString());
      }),
    );
  });

  for (const [text, expected] of [
    ['1989-12-31T23:59:59.999Z', undefined],
    ['2200-01-01T00:00:00.000Z', undefined],
    ['2025-07-31T10:00:00.000Z', '2025-07-31T10:00:00.000Z'],
    ['2025-13-01T10:00:00.000Z', undefined],
    ['2025-07-02T25:00:00.000Z', undefined],
    ['2025-07-02T10:60:00.000Z', undefined],
  ] as const) {
    it(`${text} is ${expected ?? 'none'}`, () => {
      assert.equal(isoTime(text), expected);
    });
  }
});
