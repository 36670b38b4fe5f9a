import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { inOrder, sortKey } from '../../../core/dataset/sample-order';

describe('the order of samples by a column', () => {
  it('is by value for numbers and yes or no, and by length for what is said', () => {
    const call = { function: { name: 'track', arguments: {} } };
    const row = {
      reward: -0.5,
      label: true,
      text: 'four',
      turns: [
        { role: 'user', content: 'four' },
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'user', content: [{ type: 'text', text: 'six678' }] },
      ],
      other: { a: 1 },
      nothing: null,
    };
    const keys = Object.keys(row).map((column) => sortKey(row, column));
    assert.deepEqual(keys, [-0.5, 1, 4, 4 + JSON.stringify([call]).length + 6, '{"a":1}'.length, undefined]);
    for (const column of ['gone', 'constructor']) assert.equal(sortKey(row, column), undefined);
    assert.equal(sortKey('no row', 'length'), undefined);
  });

  it('keeps the dataset’s order among equals, both ways, and puts rows without the column last', () => {
    const rows = fc
      .array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }))
      .map((keys) => keys.map((key, n) => ({ n, key })));
    fc.assert(
      fc.property(rows, fc.boolean(), (given, descending) => {
        const found = inOrder(given, descending);
        assert.deepEqual(
          found.map(({ n }) => n).sort((a, b) => a - b),
          given.map(({ n }) => n),
        );
        found.slice(1).forEach((b, at) => {
          const a = found[at];
          if (!a) return;
          if (a.key === b.key) assert.ok(a.n < b.n);
          else if (a.key === undefined || b.key === undefined) assert.equal(b.key, undefined);
          else assert.ok(descending ? a.key > b.key : a.key < b.key);
        });
      }),
    );
  });
});
