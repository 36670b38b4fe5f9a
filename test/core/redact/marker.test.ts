import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { kinds } from '../../../core/redact/kinds';
import { marker, withNames } from '../../../core/redact/marker';

const name = (kind: string) => kind.replaceAll('_', ' ');

describe('markers in a line of text', () => {
  it('are named, with their number when there is more than one value', () => {
    assert.equal(withNames('Call [redacted:phone] or [redacted:phone#2]', name), 'Call ‹phone› or ‹phone 2›');
  });

  it('that were cut off at the end become an ellipsis', () => {
    assert.equal(withNames('Call [redacted:pho', name), 'Call …');
    assert.equal(withNames('Call [redacted:phone#…', name), 'Call …');
  });

  it('never stand raw, and nothing else changes', () => {
    const text = fc.string().filter((words) => !/[[\]‹›…]/.test(words));
    const found = fc.tuple(fc.constantFrom(...kinds), fc.integer({ min: 1, max: 99 }));
    fc.assert(
      fc.property(text, found, text, (before, [kind, n], after) => {
        const shown = withNames(`${before}${marker(kind, n)}${after}`, name);
        assert.equal(shown, `${before}‹${name(kind)}${n === 1 ? '' : ` ${String(n)}`}›${after}`);
      }),
    );
  });
});
