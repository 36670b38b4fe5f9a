import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { labelTree, possibleParents, type KnownLabel, type LabelNode } from '../../../extension/labels/nodes';

const known: readonly KnownLabel[] = [
  { label: 'refunds', parent: 'billing', count: 3 },
  { label: 'billing', count: 1 },
  { label: 'late', parent: 'refunds', count: 2 },
  { label: 'abuse', count: 0 },
];

const shape = (nodes: readonly LabelNode[]): unknown => nodes.map(({ label, children }) => [label, shape(children)]);
const all = (nodes: readonly LabelNode[]): string[] => nodes.flatMap(({ label, children }) => [label, ...all(children)]);

describe('the tree of labels', () => {
  it('puts labels under their parents, by name', () => {
    assert.deepEqual(shape(labelTree(known)), [
      ['abuse', []],
      ['billing', [['refunds', [['late', []]]]]],
    ]);
  });

  it('shows a label whose parent is gone on its own', () => {
    assert.deepEqual(shape(labelTree([{ label: 'a', parent: 'gone', count: 1 }])), [['a', []]]);
  });

  it('offers no parent that would close a circle', () => {
    assert.deepEqual(possibleParents(known, 'billing'), ['abuse']);
    assert.deepEqual(possibleParents(known, 'late'), ['refunds', 'billing', 'abuse']);
  });

  it('holds every label once, and stays a tree whatever possible parent is chosen', () => {
    const forest = fc.array(fc.nat(20), { minLength: 1, maxLength: 20 }).map((parents) =>
      parents.map((at, n): KnownLabel => ({
        label: `l${String(n)}`,
        count: 0,
        ...(at < n ? { parent: `l${String(at)}` } : {}),
      })),
    );
    fc.assert(
      fc.property(forest, fc.nat(), fc.nat(), (labels, which, to) => {
        const moved = labels[which % labels.length];
        const parents = possibleParents(labels, moved?.label ?? '');
        const parent = parents[to % Math.max(1, parents.length)];
        const after = labels.map((one) => (one === moved && parent !== undefined ? { ...one, parent } : one));
        assert.deepEqual(all(labelTree(after)).sort(), labels.map(({ label }) => label).sort());
      }),
    );
  });
});
