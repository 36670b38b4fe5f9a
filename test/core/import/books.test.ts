import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Books, ReadBooks } from '../../../core/import/books';
import { shapes } from '../../../core/import/draft';
import { quoteFields, Refusal, refusalTexts, type RefusalCode } from '../../../core/import/refusals';
import type { Taken } from '../../../core/ports';

const codes = Object.keys(refusalTexts) as RefusalCode[];
const outcome = fc.oneof(
  fc.record({ shape: fc.constantFrom(...shapes), taken: fc.constantFrom<Taken>('new', 'duplicate', 'revision', 'id_reused') }),
  fc.record({ code: fc.constantFrom(...codes), records: fc.integer({ min: 0, max: 3 }) }),
  fc.constant('ignored' as const),
);

describe('the books of an import', () => {
  it('add up for any mix of rows', () => {
    fc.assert(
      fc.property(fc.array(outcome), (rows) => {
        const reading = new ReadBooks();
        const books = new Books();
        rows.forEach((row, n) => {
          if (row === 'ignored') {
            reading.read();
            reading.ignored(1);
          } else if ('code' in row) {
            reading.read(row.records);
            reading.refuse('f', n + 1, new Refusal(row.code), row.records);
          } else {
            reading.read();
            reading.used(1);
            books.taken(
              { shape: row.shape, dialect: 'd', reviewed: false, candidates: 1, redactions: { email: 1 } },
              row.taken,
              `t${n}`,
            );
          }
          if (n % 3 === 0) books.absorb(reading.drain());
        });
        books.absorb(reading.drain());
        const result = books.result();
        assert.equal(result.read, result.imported + result.duplicates + result.refused);
        assert.equal(sum(result.by_shape), result.imported + result.duplicates);
        assert.equal(sum(result.dialects), result.imported + result.duplicates);
        assert.equal(sum(result.refused_by), result.refused);
        assert.equal(result.refused_rows.length, Math.min(100, result.refused));
        assert.equal(result.candidates, result.imported + result.duplicates);
        assert.equal(result.redactions['email'] ?? 0, result.imported);
      }),
    );
  });

  it('say so when records are lost', () => {
    const reading = new ReadBooks();
    reading.read(2);
    reading.used(1);
    const books = new Books();
    books.absorb(reading.drain());
    assert.throws(() => books.result(), /do not add up/);
  });

  it('count rows that carry a verdict as reviewed, a score alone not', () => {
    const books = new Books();
    books.taken({ shape: 'labelled', dialect: 'd', reviewed: true, candidates: 0, redactions: {} }, 'new', 'a');
    books.taken({ shape: 'scored', dialect: 'd', reviewed: false, candidates: 0, redactions: {} }, 'new', 'b');
    assert.deepEqual(books.result().reviewed, 1);
    assert.deepEqual(books.result().trace_ids, ['a', 'b']);
  });
});

describe('refusals', () => {
  it('have a whole sentence each', () => {
    for (const code of codes) assert.match(refusalTexts[code], /^[A-Z].*[.}]$/s, code);
  });

  it('quote field names bounded and without control characters', () => {
    const quoted = quoteFields(Array.from({ length: 40 }, (_, i) => `field\n\u001b[31m${i}${'x'.repeat(500)}`));
    assert.ok(quoted.length < 600, String(quoted.length));
    assert.doesNotMatch(quoted, /\p{Cc}/u);
    assert.match(quoted, /^field \[31m0x+…, .*and 28 more$/);
    assert.equal(quoteFields([]), 'none');
  });
});

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((a, b) => a + b, 0);
}
