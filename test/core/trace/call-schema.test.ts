import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { callMisfits as misfitsOf } from '../../../core/trace/call-schema';

const parameters = JSON.stringify({
  type: 'object',
  required: ['order_id', 'lines'],
  additionalProperties: false,
  properties: {
    order_id: { type: 'string' },
    speed: { enum: ['slow', 'express'] },
    note: { type: ['string', 'null'] },
    lines: { type: 'array', items: { type: 'object', required: ['sku'], properties: { count: { type: 'integer' } } } },
  },
});

const callMisfits = (given: unknown, definition: string | undefined) =>
  misfitsOf(given, definition).map(({ where, kind, wanted }) => ({ where, kind, wanted }));

const names = fc.constantFrom('a', 'b', 'constructor');
const plain = fc.oneof(fc.constantFrom<unknown>('', 'a', 'ab', 'xyz', true, null), fc.integer({ min: -3, max: 12 }));
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    plain,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const small = fc.integer({ min: 0, max: 3 });
const { schema: schemas } = fc.letrec<{ schema: object; list: object[] }>((tie) => ({
  list: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
  schema: fc.oneof(
    { maxDepth: 4 },
    fc.record({ type: fc.constantFrom('object', 'array', 'string', 'integer', 'null', ['number', 'boolean']) }),
    fc.record({ enum: fc.uniqueArray(plain, { minLength: 1, maxLength: 3 }) }),
    fc.record({ const: plain }),
    fc.record({ minimum: small, exclusiveMaximum: small, multipleOf: fc.constantFrom(1, 2, 3) }, { requiredKeys: [] }),
    fc.record({ minLength: small, maxLength: small, pattern: fc.constantFrom('^a', 'b$', '[xy]') }, { requiredKeys: [] }),
    fc.record({ minItems: small, maxItems: small, uniqueItems: fc.boolean() }, { requiredKeys: [] }),
    fc.record({ items: tie('schema') }),
    // Without a least number the other reader forgets, in lists of lists, that an empty one contains nothing.
    fc.record({ contains: tie('schema'), minContains: fc.constantFrom(1, 2), maxContains: fc.constantFrom(2, 3) }),
    fc.record({ prefixItems: tie('list'), items: fc.oneof(tie('schema'), fc.constant(false)) }),
    fc.record(
      { minProperties: small, maxProperties: small, required: fc.uniqueArray(names, { maxLength: 2 }) },
      { requiredKeys: [] },
    ),
    fc.record({
      properties: fc.dictionary(names, tie('schema'), { maxKeys: 2, noNullPrototype: true }),
      additionalProperties: fc.oneof(tie('schema'), fc.boolean()),
    }),
    fc.record({ patternProperties: fc.record({ '^a': tie('schema') }), additionalProperties: fc.boolean() }),
    fc.record({ propertyNames: tie('schema') }),
    fc.record({ dependentRequired: fc.record({ a: fc.constant(['b']) }), dependentSchemas: fc.record({ b: tie('schema') }) }),
    fc.record({ anyOf: tie('list') }),
    fc.record({ oneOf: tie('list') }),
    fc.record({ allOf: tie('list') }),
    fc.record({ not: tie('schema') }),
    fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
    fc.constant({ anyOf: [{ $ref: '#/$defs/d' }, { type: 'null' }] }),
  ),
}));

describe('what a tool does not take', () => {
  it('is nothing where the arguments fit, or where nothing is known of the tool', () => {
    assert.deepEqual(callMisfits({ order_id: 'a', note: null, speed: 'slow', lines: [{ sku: 'x', count: 2 }] }, parameters), []);
    for (const unknown of [undefined, 'no json', '[]', 'null', '{"type":7,"required":"order_id","properties":[],"enum":{}}']) {
      assert.deepEqual(callMisfits({ anything: 1 }, unknown), []);
    }
  });

  it('is told with its place: what is missing, unknown, of another type or another value', () => {
    assert.deepEqual(callMisfits({ order_id: 7, speed: 'fast', lines: [{ sku: 'x' }, { count: 1.5 }], extra: 1 }, parameters), [
      { where: 'order_id', kind: 'type', wanted: 'string' },
      { where: 'speed', kind: 'value', wanted: '"slow", "express"' },
      { where: 'lines.1.sku', kind: 'missing', wanted: '' },
      { where: 'lines.1.count', kind: 'type', wanted: 'integer' },
      { where: 'extra', kind: 'unknown', wanted: '' },
    ]);
  });

  it('is found again by names and numbers', () => {
    const given = { order_id: 'a', lines: [{ sku: 'x', count: 'two' }] };
    assert.deepEqual(misfitsOf(given, parameters)[0]?.path, ['lines', 0, 'count']);
  });

  it('is not mistaken in names that every object has', () => {
    assert.deepEqual(callMisfits({}, '{"required":["constructor"]}'), [{ where: 'constructor', kind: 'missing', wanted: '' }]);
    const found = callMisfits(JSON.parse('{"__proto__":1}'), '{"properties":{},"additionalProperties":false}');
    assert.deepEqual(found, [{ where: '__proto__', kind: 'unknown', wanted: '' }]);
  });

  it('stays short however large or deep a definition is', () => {
    const keys = Array.from({ length: 50_000 }, (_, n) => `key_${String(n)}`);
    assert.ok(callMisfits({}, JSON.stringify({ required: keys })).length <= 20);
    const [misfit] = callMisfits({ a: 1 }, JSON.stringify({ properties: { a: { enum: keys } } }));
    assert.ok((misfit?.wanted.length ?? 0) <= 201);
    const deep = '{"properties":{"a":'.repeat(5000) + '{}' + '}}'.repeat(5000);
    const given = '{"a":'.repeat(5000) + '1' + '}'.repeat(5000);
    assert.deepEqual(callMisfits(JSON.parse(given), deep), []);
  });

  const said: readonly [schema: object, given: unknown, found: readonly string[]][] = [
    [{ properties: { n: { minimum: 1, exclusiveMaximum: 10 } } }, { n: 0 }, ['n number ≥ 1']],
    [{ properties: { n: { minimum: 1, exclusiveMaximum: 10 } } }, { n: 10 }, ['n number < 10']],
    [{ properties: { n: { multipleOf: 0.1 } } }, { n: 0.3 }, []],
    [{ properties: { n: { multipleOf: 5 } } }, { n: 12 }, ['n multiple 5']],
    [{ properties: { s: { minLength: 2, maxLength: 3 } } }, { s: '👍' }, ['s length ≥ 2']],
    [{ properties: { s: { pattern: '^KK-\\d+$' } } }, { s: 'KK-x' }, ['s pattern ^KK-\\d+$']],
    [{ properties: { s: { format: 'date' } } }, { s: '30.11.2026' }, ['s format date']],
    [{ properties: { s: { format: 'date-time' } } }, { s: '2026-11-30T15:00:00Z' }, []],
    [{ properties: { s: { format: 'no-such' } } }, { s: 'x' }, []],
    [{ properties: { l: { minItems: 1, uniqueItems: true } } }, { l: [] }, ['l items ≥ 1']],
    [
      { properties: { l: { uniqueItems: true } } },
      {
        l: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      },
      ['l unique '],
    ],
    [{ items: { contains: { const: 1 } } }, [[1], []], ['1 contains ']],
    [{ properties: { l: { contains: { const: 1 } } } }, { l: [2] }, ['l contains ']],
    [{ properties: { l: { prefixItems: [{ type: 'string' }], items: false } } }, { l: ['a', 1] }, ['l.1 unknown ']],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, ['arguments keys ≤ 1']],
    [{ properties: { a: { const: 'x' } } }, { a: 'y' }, ['a value "x"']],
    [{ properties: { a: { enum: [{ x: 1, y: 2 }] } } }, { a: { y: 2, x: 1 } }, []],
    [{ properties: { a: { not: { type: 'null' } } } }, { a: null }, ['a not ']],
    [{ properties: { a: { type: 'string', nullable: true } } }, { a: null }, []],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, ['b missing ']],
    [{ if: { required: ['a'] }, then: { required: ['b'] }, else: { required: ['c'] } }, { a: 1 }, ['b missing ']],
    [
      { patternProperties: { '^x_': { type: 'string' } }, additionalProperties: false },
      { x_a: 1, b: 2 },
      ['x_a type string', 'b unknown '],
    ],
    [{ additionalProperties: { type: 'integer' } }, { a: 'x' }, ['a type integer']],
    [{ type: 'array' }, {}, ['arguments type array']],
    // References, also to themselves.
    [{ properties: { a: { $ref: '#/$defs/a~1b' } }, $defs: { 'a/b': { type: 'string' } } }, { a: 1 }, ['a type string']],
    [
      { properties: { value: { type: 'integer' }, next: { $ref: '#' } } },
      { next: { next: { value: 'x' } } },
      ['next.next.value type integer'],
    ],
    [{ properties: { a: { $ref: 'https://example.com/a.json' } } }, { a: 1 }, []],
    [{ properties: { a: { $ref: '#/$defs/gone' } } }, { a: 1 }, []],
    // Of several forms, the one that is meant.
    [{ properties: { a: { anyOf: [{ type: 'string' }, { type: 'null' }] } } }, { a: 1 }, ['a type string, null']],
    [{ properties: { a: { anyOf: [{ type: 'object', required: ['x'] }, { type: 'null' }] } } }, { a: {} }, ['a.x missing ']],
    [{ properties: { a: { oneOf: [{ const: 'x' }, { const: 'y' }] } } }, { a: 'z' }, ['a value "x", "y"']],
    [
      {
        oneOf: [
          { properties: { kind: { const: 'mail' }, to: { format: 'email' } }, required: ['kind', 'to'] },
          { properties: { kind: { const: 'call' } }, required: ['kind', 'phone'] },
        ],
      },
      { kind: 'mail', to: 'nobody' },
      ['to format email'],
    ],
    [{ oneOf: [{ properties: { k: { const: 'a' } } }, { properties: { k: { const: 'b' } } }] }, { k: 'c' }, ['k value "a", "b"']],
    [{ anyOf: [{ required: ['id'] }, { required: ['name', 'day'] }] }, {}, ['arguments either id, name + day']],
    [{ properties: { a: { anyOf: [{ minLength: 3 }, { pattern: '^z' }] } } }, { a: 'x' }, ['a choice ']],
    [{ properties: { a: { oneOf: [{ type: 'integer' }, { minimum: 0 }] } } }, { a: 1 }, ['a several ']],
    [{ allOf: [{ required: ['a'] }, { required: ['a', 'b'] }] }, {}, ['a missing ', 'b missing ']],
  ];
  for (const [schema, given, found] of said) {
    it(`says ${found.join('; ') || 'nothing'} of ${JSON.stringify(given)} for ${JSON.stringify(schema)}`, () => {
      assert.deepEqual(
        callMisfits(given, JSON.stringify(schema)).map(({ where, kind, wanted }) => `${where} ${kind} ${wanted}`),
        found,
      );
    });
  }

  it('is something exactly where another reader of JSON Schema finds something', () => {
    let refused = 0;
    fc.assert(
      fc.property(schemas, fc.array(values, { minLength: 1, maxLength: 8 }), (drawn, given) => {
        const schema = { ...drawn, $defs: { d: { type: ['object', 'integer'], minimum: 2 } } };
        const validate = new Ajv2020({ strict: false, logger: false, ownProperties: true }).compile(schema);
        for (const value of given) {
          const isFine = validate(value);
          if (!isFine) refused++;
          assert.equal(misfitsOf(value, JSON.stringify(schema)).length === 0, isFine, JSON.stringify({ schema, value }));
        }
      }),
      { numRuns: 200 },
    );
    assert.ok(refused > 50, 'the values tried are refused often enough to say something');
  });

  it('comes soon whatever the definition makes of it, and is nothing where it would not end', () => {
    const both = { properties: { a: { $ref: '#' } }, required: ['b'] };
    const doubling = { $defs: {} as Record<string, object> };
    for (let n = 0; n < 40; n++) {
      const next = { $ref: `#/$defs/d${String(n + 1)}` };
      doubling.$defs[`d${String(n)}`] = { allOf: [next, next] };
    }
    const nested = JSON.parse('{"a":'.repeat(60) + '1' + '}'.repeat(60)) as unknown;
    const slow: readonly [schema: object, given: unknown][] = [
      [{ anyOf: [both, both] }, nested],
      [{ allOf: [{ $ref: '#' }, { $ref: '#' }] }, {}],
      [{ ...doubling, $ref: '#/$defs/d0' }, {}],
      [{ properties: { a: { pattern: '^(a+)+$' } } }, { a: `${'a'.repeat(100_000)}!` }],
      [{ properties: { a: { pattern: '((a{0,100}){0,100}){0,100}' } } }, { a: 'a'.repeat(5000) }],
      [{ properties: { a: { format: 'email' } } }, { a: '@'.repeat(1_000_000) }],
      [
        { items: { items: { items: { required: Array.from({ length: 50_000 }, (_, n) => `k${String(n)}`) } } } },
        [[Array(5000).fill({})]],
      ],
    ];
    for (const [schema, given] of slow) {
      const text = JSON.stringify(schema);
      const began = process.cpuUsage();
      callMisfits(given, text);
      const { user, system } = process.cpuUsage(began);
      assert.ok(user + system < 1_000_000, `${text.slice(0, 80)} took ${String((user + system) / 1000)} ms`);
    }
    assert.deepEqual(callMisfits({}, JSON.stringify({ not: { allOf: [{ $ref: '#/not' }] } })), []);
  });
});
