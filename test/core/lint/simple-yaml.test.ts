import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { parseDocument } from 'yaml';
import { treeOf } from '../../../core/lint/yaml/convert';
import { readSimple } from '../../../core/lint/yaml/simple';

/** What front matter is made of, right and wrong. */
const pieces = fc.constantFrom(
  ...['name', 'a', 'b-c', 'x_1', ':', ': ', ': ', '\n', '\n', '\n', '\n  ', '\n    ', ' ', '  ', '#', ' #', 'some words', 'true'],
  ...[
    'null',
    'No',
    '"',
    "'",
    "''",
    '"quoted"',
    "'it''s'",
    '\\',
    '&x',
    '*x',
    '- ',
    '[',
    ']',
    '{',
    '}',
    ',',
    '!',
    '|',
    '>',
    '%',
    '@',
  ],
  ...['\t', '\r\n', '\u00A0', '\uFEFF', '\u2028', 'é', '😀', '12', '1.0', '---', '...', '?', '~', '.inf', '<<', '"a": b'],
);
const lines = fc.constantFrom(
  'name: x\n',
  'description: Use it when asked.\n',
  'metadata:\n',
  '  author: me\n',
  "  v: '1'\n",
  'k: "v"\n',
);
const text = fc.array(fc.oneof({ weight: 2, arbitrary: lines }, { weight: 1, arbitrary: pieces }), { maxLength: 8 });

describe('simple YAML', () => {
  it('is read as the parser reads it, or left to the parser', () => {
    let read = 0;
    fc.assert(
      fc.property(text, (all) => {
        const source = all.join('');
        const simple = readSimple(source);
        if (simple === undefined) return;
        read++;
        const doc = parseDocument(source, { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
        assert.deepEqual([doc.errors.length, doc.warnings.length], [0, 0]);
        assert.deepEqual(simple, treeOf(doc, source));
      }),
      { numRuns: 10_000 },
    );
    assert.ok(read > 500, `${read} read`);
  }).timeout(60_000);

  it('is most front matter', () => {
    for (const front of [
      'name: x\ndescription: Sorts the mail. Use it when asked.\n',
      'name: x\r\ndescription: "Use: when asked"\r\n',
      "name: x\ndescription: 'It''s here'\nmetadata:\n  author: me\n  version: \"1.0\"\nlicense: MIT",
    ]) {
      assert.ok(readSimple(front), front);
    }
  });
});
