import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { linesOf } from '../../../core/lint/lines';
import { contextOf } from '../../../core/lint/lint';
import { plainValue } from '../../../core/lint/yaml/plain';
import { readYaml } from '../../../core/lint/yaml/read';
import { placeInScalar } from '../../../core/lint/yaml/scalar-place';
import { entryOf, locate, valueOf, type YamlScalar } from '../../../core/lint/yaml/tree';
import { foldedBlock, quoted, scalarText } from '../../../core/lint/yaml/write';
import { TextDocument } from 'vscode-languageserver-textdocument';

const read = (text: string, before = '') => readYaml(before + text, { start: before.length, end: before.length + text.length });
const value = (text: string) => plainValue(read(text).root);
const mistakes = (text: string) =>
  read(text).mistakes.map(({ code, span }) => `${code} ${JSON.stringify(text.slice(span.start, span.end))}`);

describe('yaml', () => {
  it('places every value in the whole file', () => {
    const yaml = read('name: a\nlist: [x, yy]\n', '---\n');
    assert.ok(yaml.root);
    assert.deepEqual(locate(yaml.root, ['list', 1]).span, { start: 22, end: 24 });
    assert.deepEqual(locate(yaml.root, ['gone']).missing, true);
  });

  it('reads the core schema of 1.2', () => {
    assert.deepEqual(value('a: [yes, on, 2026-01-02, 1_000, 1.10, 0o17, true, ~]\n'), {
      a: ['yes', 'on', '2026-01-02', '1_000', 1.1, 15, true, null],
    });
    assert.ok(Number.isNaN((value('a: .nan\n') as { a: number }).a));
  });

  it('follows aliases, but not round in circles and not without end', () => {
    assert.deepEqual(value('a: &x [1, 2]\nb: *x\n'), { a: [1, 2], b: [1, 2] });
    const laughs = [
      'a0: &a0 [x, x, x, x, x, x, x, x, x, x]',
      ...Array.from({ length: 9 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(10)}]`),
    ];
    assert.equal(value(laughs.join('\n')), undefined);
    assert.deepEqual(mistakes('a: &x [1, *x]\n'), ['FM008 "&"']);
  });

  it('keeps a key named __proto__ a key', () => {
    assert.deepEqual(Object.keys(value('__proto__: 1\nb: 2\n') as object), ['__proto__', 'b']);
  });

  it('names one mistake once and goes on behind it', () => {
    for (const [text, expected, key] of [
      ['d: Use when: x\nlicense: MIT\n', ['FM007 ": "'], 'license'],
      ['d: [a] [b]\nlicense: MIT\n', ['FM008 "["'], 'license'],
      ['d: *bold* text: more\nlicense: MIT\n', ['FM008 "*"'], 'license'],
      ['d: "x\nlicense: MIT\n', ['FM006 "\\""'], 'license'],
      ['d: a: b\ne: @c\nlicense: MIT\n', ['FM007 ": "', 'FM008 "@"'], 'license'],
      ['m:\n\ta: b\n\tc: d\nlicense: MIT\n', ['FM009 "\\t"'], 'license'],
      ['d:x\nlicense: MIT\n', ['FM018 ":"'], 'license'],
      ["d: 'it's'\nlicense: MIT\n", ['FM006 "s\'"'], 'license'],
    ] as const) {
      assert.deepEqual(mistakes(text), expected, text);
      const yaml = read(text);
      assert.ok(entryOf(yaml.root, key), text);
      assert.equal(yaml.spoiled(entryOf(yaml.root, key)?.span ?? { start: 0, end: 0 }), false, text);
    }
  });

  it('says from where on nothing is known', () => {
    const yaml = read('a:\n  b: c\n d: e\nf: g\n');
    assert.equal(yaml.mistakes.length, 1);
    assert.equal(yaml.lost, true);
    assert.equal(yaml.spoiled({ start: 16, end: 20 }), true);
    assert.equal(yaml.spoiled({ start: 0, end: 2 }), false);
  });

  it('takes a lone CR for a line end, as editors do', () => {
    assert.deepEqual(value('a: b\rc: d\r'), { a: 'b', c: 'd' });
  });

  it('finds a part of a text in the source, where that can be told', () => {
    const place = (text: string, from: number, to: number) => {
      const scalar = valueOf(read(text).root, 'p') as YamlScalar;
      const { start, end } = placeInScalar(text, scalar, from, to);
      return text.slice(start, end);
    };
    assert.equal(place('p: abc\n', 1, 2), 'b');
    assert.equal(place("p: 'it''s b'\n", 5, 6), 'b');
    assert.equal(place('p: "abc"\n', 1, 2), 'b');
    assert.equal(place('p: "a\\tb"\n', 2, 3), '"a\\tb"');
  });
});

describe('writing YAML', () => {
  const line = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/[\r\n\u0085\u2028\u2029]/.test(text));

  it('quotes any line so that it reads as it was', () => {
    fc.assert(fc.property(line, (text) => assert.deepEqual(value(`a: ${quoted(text)}\nb: c\n`), { a: text, b: 'c' })));
  });

  it('leaves quotes away only where they change nothing', () => {
    fc.assert(fc.property(line, (text) => assert.deepEqual(value(`a: ${scalarText(text)}\n`), { a: text })));
    assert.equal(scalarText('tidy inbox'), 'tidy inbox');
  });

  it('folds a text into a block that reads as it was', () => {
    assert.deepEqual(value(`a: ${foldedBlock('Use when: asked # now', 0, '\n')}\nb: c\n`), {
      a: 'Use when: asked # now',
      b: 'c',
    });
  });
});

describe('lines', () => {
  it('are counted as the language server protocol counts them', () => {
    const text = fc.array(fc.constantFrom('a', '\r', '\n', '\r\n', '😀', 'bc'), { maxLength: 20 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const lines = linesOf(given);
        const document = TextDocument.create('file:///x', 'x', 1, given);
        assert.equal(lines.count, document.lineCount);
        for (let offset = 0; offset <= given.length; offset++) {
          assert.deepEqual(lines.position(offset), document.positionAt(offset));
        }
      }),
    );
  });
});

describe('aliases', () => {
  it('stand for a value where it is written, also in front matter', () => {
    const text = '---\nname: &n My Skill\nmetadata: { a: &l [x, *n], b: *l }\ntitle: *n\n---\n';
    const { map } = contextOf({ kind: 'skill', text });
    const shown = ['name', 'title'].map((key) => {
      const { start = 0, end = 0 } = valueOf(map, key)?.span ?? {};
      return text.slice(start, end).replace(/^&n /, '');
    });
    assert.deepEqual(shown, ['My Skill', 'My Skill']);
    const list = valueOf(valueOf(map, 'metadata'), 'b');
    assert.deepEqual(plainValue(list), ['x', 'My Skill']);
    assert.equal(text.slice(list?.span.start, list?.span.end).replace(/^&l /, ''), '[x, *n]');
  });

  it('are not written out one inside the other without end', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `k${i}: &k${i} [*k${i - 1}, *k${i - 1}]\n`).slice(1);
    assert.ok(contextOf({ kind: 'skill', text: `---\nk0: &k0 [x]\n${lines.join('')}---\n` }).map);
  });
});
