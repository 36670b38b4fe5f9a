import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { schemaCheck } from '../../../core/grade/json-schema';

/** `{ a: { a: … x } }`, so many levels deep. */
function nested(levels: number, inmost: unknown): unknown {
  let value = inmost;
  for (let n = 0; n < levels; n++) value = { a: value };
  return value;
}

describe('a schema that refers to itself', () => {
  const tree = {
    type: 'object',
    properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#' } } },
    required: ['name'],
  };

  it('is checked as deep as people write', () => {
    const fits = schemaCheck(tree);
    const deep = (levels: number, leaf: object): object =>
      levels === 0 ? leaf : { name: 'n', children: [deep(levels - 1, leaf)] };
    assert.equal(fits?.(deep(20, { name: 'leaf' })), undefined);
    assert.match(fits?.(deep(20, {}))?.what ?? '', /name/);
    const wide = { name: 'n', children: Array.from({ length: 20_000 }, (_, n) => ({ name: `${n}` })) };
    assert.equal(fits?.(wide), undefined);
  });

  for (const [title, schema] of Object.entries({
    'at its top': {
      anyOf: [
        { type: 'object', properties: { a: { $ref: '#' } } },
        { properties: { a: { $ref: '#' } }, required: ['b'] },
        { const: 0 },
      ],
    },
    'by name': {
      $defs: {
        x: {
          oneOf: [{ properties: { a: { $ref: '#/$defs/x' } } }, { properties: { a: { $ref: '#/$defs/x' } }, type: 'object' }],
        },
      },
      $ref: '#/$defs/x',
    },
    'in a circle of two': {
      $defs: {
        x: { anyOf: [{ properties: { a: { $ref: '#/$defs/y' } }, required: ['b'] }, { $ref: '#/$defs/y' }] },
        y: {
          anyOf: [{ properties: { a: { $ref: '#/$defs/x' } }, required: ['c'] }, { properties: { a: { $ref: '#/$defs/x' } } }],
        },
      },
      $ref: '#/$defs/x',
    },
  })) {
    it(`ends ${title}, whatever the value makes of its choices`, () => {
      const misfit = schemaCheck(schema)?.(nested(60, { a: 1, b: false }));
      assert.match(misfit?.what ?? '', /nested too deeply/);
    });
  }
});
