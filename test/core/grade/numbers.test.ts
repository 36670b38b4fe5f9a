import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { numbersIn, type DecimalMark } from '../../../core/grade/numbers';

const rows: [text: string, numbers: number[], mark?: DecimalMark][] = [
  ['12.00', [12]],
  ['It is 30.', [30]],
  ['1,234,567.89', [1234567.89]],
  ['12,34,567', [1234567]],
  ["1'234.5 and 1\u2019000", [1234.5, 1000]],
  ['1\u202f234 and 5\u00a0000', [1234, 5000]],
  ['1, 2, 3', [1, 2, 3]],
  ['1,2,3', [1, 2, 3]],
  ['10,000,20', [10000, 20]],
  ['38,50', [38, 50]],
  ['38,50', [38.5], ','],
  ['1.234,50', [1234.5], ','],
  ['1.234', [1234], ','],
  ['12.00', [12], ','],
  ['€38.50 or -€5 or $-3', [38.5, -5, -3]],
  ['EUR38.50, USD20, R$15', [38.5, 20, 15]],
  ['2026-09-04 10:30', [2026, 9, 4, 10, 30]],
  ['4.9.2026', []],
  ['version 1.2.3, 192.168.0.1', []],
  ['v2, B2B, GPT4, 7f3a9c, x264', []],
  ['5kg, 30days, 3rd, 1920x1080', [5, 30, 3, 1920, 1080]],
  ['1e5, 1.5E-3, 2e', [100000, 0.0015, 2]],
  ['.5 and 0.5 and end.5', [0.5, 0.5, 5]],
  ['+7, -7, − 7, −7', [7, -7, 7, -7]],
  ['A-1, COVID-19, (5)-3', [1, 19, 5, 3]],
  ['第3章，共25元', [3, 25]],
  ['٣٨٫٥ و ١٬٢٣٤', [38.5, 1234]],
  ['１２．５ ９', [12, 5, 9]],
  ['NaN, ∞, Infinity', []],
  ['1e999', [Infinity]],
];

describe('numbersIn', () => {
  for (const [text, numbers, mark] of rows) {
    it(`${JSON.stringify(text)} ${mark ?? ''}`, () => assert.deepEqual(numbersIn(text, mark), numbers));
  }

  it('reads every number back, however its thousands are grouped', () => {
    const amount = fc.tuple(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 99 }));
    fc.assert(
      fc.property(amount, fc.constantFrom('en-US', 'de-DE', 'de-CH', 'fr-FR', 'en-IN'), ([whole, cents], locale) => {
        const value = Number(`${whole}.${String(cents).padStart(2, '0')}`);
        const text = value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
        const mark = locale === 'de-DE' || locale === 'fr-FR' ? ',' : '.';
        assert.deepEqual(numbersIn(`It is ${text} now`, mark), [value], text);
      }),
    );
  });

  it('looks at hostile text once', () => {
    for (const piece of ['1', '1,', '11,', '111,', '1.', '1.1', '1e', 'a1', '-', ',1', '1 ']) {
      const text = piece.repeat(Math.ceil(200_000 / piece.length));
      for (const mark of ['.', ','] as const) assert.ok(numbersIn(text, mark).length >= 0);
    }
  });
});
