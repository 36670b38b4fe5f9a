import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { kinds } from '../../../core/redact/kinds';
import { makeFinder } from '../../../core/redact/finder';
import { casesOf, fixtureKinds } from './corpus';

const finder = makeFinder({ enabled: ['ip'] });

describe('redaction kinds', () => {
  it('have a fixture folder each', () => {
    assert.deepEqual([...fixtureKinds].sort(), [...kinds].sort());
  });

  for (const kind of fixtureKinds) {
    describe(kind, () => {
      const positive = casesOf(kind, 'positive');
      const negative = casesOf(kind, 'negative');

      it('has at least twenty cases of either sort', () => {
        assert.ok(positive.length >= 20, `${positive.length} positive`);
        assert.ok(negative.length >= 20, `${negative.length} negative`);
      });

      for (const { line, text, secrets } of positive) {
        it(`finds what line ${line} marks`, () => {
          const found = finder.text(text);
          const shown = (span: { start: number; end: number }) => text.slice(span.start, span.end);
          assert.deepEqual(found.map(shown), secrets.map(shown));
          assert.deepEqual(new Set(found.map((span) => span.kind)), new Set([kind]));
        });
      }

      for (const { line, text } of negative) {
        it(`leaves line ${line} alone`, () => {
          const found = finder.text(text).filter((span) => span.kind === kind || span.kind !== 'ip');
          assert.deepEqual(
            found.map((span) => `${span.kind}: ${text.slice(span.start, span.end)}`),
            [],
          );
        });
      }
    });
  }
});
