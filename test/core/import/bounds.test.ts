import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { cutText } from '../../../core/import/bounds';

describe('cutting texts to measure', () => {
  it('leaves no half of a marker or of a character', () => {
    assert.equal(cutText('short', 8), 'short');
    assert.equal(cutText('to [redacted:email#2] now', 20), 'to ');
    assert.equal(cutText('to [redacted:email#2] now', 21), 'to [redacted:email#2]');
    assert.equal(cutText('ab\u{1f600}', 3), 'ab');
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', ' ', '\u{1f600}', '[redacted:card]')), fc.nat(40), (pieces, max) => {
        const text = pieces.join('');
        const kept = cutText(text, max);
        assert.ok(kept.length <= max && text.startsWith(kept) && !/[\ud800-\udbff]$/.test(kept));
        assert.equal(kept.split('[redacted:').length, kept.split('[redacted:card]').length);
      }),
    );
  });
});
