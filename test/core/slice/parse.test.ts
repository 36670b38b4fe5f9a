import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import { canonicalSlice } from '../../../core/slice/canonical';
import { completeSlice } from '../../../core/slice/complete';
import { describeSlice } from '../../../core/slice/describe';
import { parseSlice } from '../../../core/slice/parse';
import { printSlice } from '../../../core/slice/print';
import type { Slice } from '../../../core/slice/schema';
import { anySlice } from './arbitrary';

const readings: { text: string; slice: Slice; printed?: string }[] = [
  { text: '', slice: {} },
  { text: '   ', slice: {}, printed: '' },
  { text: 'label:billing', slice: { label: 'billing' } },
  { text: 'label:Billing', slice: { label: 'billing' }, printed: 'label:billing' },
  { text: 'label:b,a', slice: { label: ['a', 'b'] }, printed: 'label:a,b' },
  { text: 'label:b label:a label:b', slice: { label: ['a', 'b'] }, printed: 'label:a,b' },
  { text: 'label:"two words"', slice: { label: 'two words' } },
  { text: 'language=es', slice: { attributes: { language: 'es' } } },
  { text: 'language=es,fr tier=gold', slice: { attributes: { language: ['es', 'fr'], tier: 'gold' } } },
  { text: 'url="http://a.b/c?d=e"', slice: { attributes: { url: 'http://a.b/c?d=e' } }, printed: 'url=http://a.b/c?d=e' },
  { text: '"odd key"=1', slice: { attributes: { 'odd key': '1' } } },
  { text: 'since:2026-09-01 until:2026-09-30', slice: { since: '2026-09-01', until: '2026-09-30' } },
  { text: 'since:2026-09-01T12:00:00Z', slice: { since: '2026-09-01T12:00:00Z' } },
  { text: 'has:correction -state:skipped', slice: { has: 'correction', not: { state: 'skipped' } } },
  { text: '-label:a -label:b', slice: { not: { label: ['a', 'b'] } }, printed: '-label:a,b' },
  { text: '-language=es', slice: { not: { attributes: { language: 'es' } } } },
  { text: 'unlabelled', slice: { unlabelled: true } },
  { text: '-unlabelled', slice: { not: { unlabelled: true } } },
  { text: 'unlabelled:true', slice: { unlabelled: true }, printed: 'unlabelled' },
  { text: '"charged twice"', slice: { text: 'charged twice' } },
  { text: 'charged twice', slice: { text: 'charged twice' }, printed: '"charged twice"' },
  { text: 'refund "a, b"', slice: { text: ['a, b', 'refund'] }, printed: '"a, b" "refund"' },
  { text: '-spam', slice: { not: { text: 'spam' } }, printed: '-"spam"' },
  { text: String.raw`"say \"no\" \\ \n"`, slice: { text: String.raw`say "no" \ \n` }, printed: String.raw`"say \"no\" \\ \\n"` },
  {
    text: 'reviewer:ana@example.com source:support-agent model:m-1',
    slice: { reviewer: 'ana@example.com', source: 'support-agent', model: 'm-1' },
    printed: 'source:support-agent model:m-1 reviewer:ana@example.com',
  },
];

const faults: { text: string; column: number; says: RegExp }[] = [
  { text: 'label:', column: 7, says: /label needs a value/ },
  { text: 'language=', column: 10, says: /language needs a value/ },
  { text: '=x', column: 1, says: /needs a key/ },
  { text: 'label:"a', column: 7, says: /never closed/ },
  { text: 'label:"a"b', column: 10, says: /space is missing/ },
  { text: 'lable:a', column: 1, says: /did you mean label/ },
  { text: 'a b http://x', column: 5, says: /quotes/ },
  { text: 'state:done', column: 7, says: /not one of unreviewed/ },
  { text: 'has:up,thumbs', column: 8, says: /not one of up/ },
  { text: 'since:yesterday', column: 7, says: /2026-09-01/ },
  { text: 'since:2026-02-31', column: 7, says: /2026-09-01/ },
  { text: 'since:2026-01-01 since:2026-02-01', column: 18, says: /once/ },
  { text: 'sample:5', column: 1, says: /no part of a filter/ },
  { text: 'label:" "', column: 7, says: /label needs a value/ },
  { text: '""', column: 1, says: /no text/ },
];

function fault(text: string): Problem {
  try {
    parseSlice(text);
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
  return assert.fail(`${text} was read`);
}

describe('filter text', () => {
  for (const { text, slice, printed = text } of readings) {
    it(`reads ${JSON.stringify(text)}`, () => {
      assert.deepEqual(parseSlice(text), slice);
      assert.equal(printSlice(slice), printed);
    });
  }

  for (const { text, column, says } of faults) {
    it(`refuses ${JSON.stringify(text)} at column ${column}`, () => {
      const { code, args } = fault(text);
      assert.equal(code, 'slice_invalid');
      assert.equal(args['column'], column);
      assert.match(String(args['reason']), says);
    });
  }

  it('prints every slice so that it reads back the same', () => {
    fc.assert(
      fc.property(anySlice, (slice) => {
        const canonical = canonicalSlice(slice);
        assert.deepEqual(parseSlice(printSlice(slice)), canonical);
        assert.deepEqual(canonicalSlice(canonical), canonical);
      }),
    );
  });

  it('never fails in any other way than with a column', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '-', ':', '=', ',', '"', ' ', '\\', 'label', '1') }), (text) => {
        try {
          const slice = parseSlice(text);
          assert.deepEqual(parseSlice(printSlice(slice)), slice);
        } catch (error) {
          assert.ok(error instanceof Problem && error.code === 'slice_invalid');
          assert.ok(Number(error.args['column']) >= 1 && Number(error.args['column']) <= text.length + 1);
        }
      }),
    );
  });
});

describe('a slice in words', () => {
  it('says what narrows and what is shut out', () => {
    const slice = parseSlice('label:b,a language=es -state:skipped "twice" unlabelled');
    assert.equal(describeSlice(slice), 'label a or b · language es · without labels · text “twice” · not state skipped');
    assert.equal(describeSlice({}), 'everything');
  });
});

describe('completion of filter text', () => {
  const facts = {
    labels: ['billing', 'big deal'],
    sources: ['s'],
    models: [],
    reviewers: [],
    attributes: { language: ['es', 'fr'] },
  };
  const texts = (text: string) => completeSlice(text, text.length, facts).items.map((i) => i.text);

  it('offers keys at the start of a term and values after the sign', () => {
    assert.deepEqual(texts('la'), ['label:', 'language=']);
    assert.deepEqual(texts('state:skipped -la'), ['label:', 'language=']);
    assert.deepEqual(texts('label:b'), ['billing', '"big deal"']);
    assert.deepEqual(texts('label:billing,'), ['billing', '"big deal"']);
    assert.deepEqual(texts('language=f'), ['fr']);
    assert.deepEqual(texts('state:s'), ['skipped']);
  });

  it('replaces what was typed, not what stands before it', () => {
    assert.equal(completeSlice('x label:bi', 10, facts).from, 8);
    assert.equal(completeSlice('-la', 3, facts).from, 1);
  });

  it('offers nothing inside a phrase', () => assert.deepEqual(texts('"label:'), []));
});
