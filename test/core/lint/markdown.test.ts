import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, it } from 'mocha';
import { Markdown } from '../../../core/lint/markdown/markdown';

const read = (text: string) => new Markdown(text, { start: 0, end: text.length });

/** Lines that mean different things in different surroundings. */
const lines = fc.constantFrom(
  '',
  '',
  'text `code` [a](b.md)',
  '# Heading',
  '## [link](x.md) here',
  '- item [c](d.md)',
  '  continued `x`',
  '    indented [e](f.md)',
  '1. one',
  '> quote [g](h.md)',
  '```sh',
  '```',
  '  ```',
  '~~~',
  '---',
  'setext',
  '===',
  '<!-- comment',
  '-->',
  '<div>[i](j.md)',
  '</div>',
  '<pre>',
  '</pre>',
  '[def]: k.md',
  '![image](l.png)',
  '\ttab [m](n.md)',
);
const body = fc.array(lines, { maxLength: 30 }).map((all) => all.join('\n'));

/** What means something in a line, in any order. */
const pieces = fc.constantFrom(
  ...['[', ']', '(', ')', '](', '[a](b.md)', '[`x`](y.md)', '`', '``', '`c`', ' ', '  ', 'word', 'a.md', '!', '\\', '<', '>'],
  ...['<b>', '*', '**', '_', '#', '## ', '- ', '* ', '+ ', '1. ', '> ', ':', ']: ', '"', "'", '&amp;', '=', '---', '|', '~~~'],
  ...['\n', '\n', '\n\n', '\r\n', '    ', '\t', '\u00A0', '😀', '{x}', 'http://x.y', '#anchor'],
);
const scraps = fc.array(pieces, { maxLength: 14 }).map((all) => all.join(''));

interface Found {
  readonly links: string[];
  readonly code: string[];
  readonly headings: number[];
}

/** The same of the text as a whole, from the parser itself. */
function whole(text: string): Found {
  const found: Found = { links: [], code: [], headings: [] };
  const visit = (node: Nodes) => {
    const at = node.position?.start.offset ?? -1;
    if (node.type === 'link' || node.type === 'image' || node.type === 'definition') found.links.push(node.url);
    if (node.type === 'inlineCode' || node.type === 'code') found.code.push(`${at} ${node.value.trimEnd()}`);
    if (node.type === 'heading') found.headings.push(at);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(fromMarkdown(text));
  return found;
}

describe('markdown', () => {
  it('read block by block is what it is as a whole', () => {
    fc.assert(
      fc.property(fc.oneof(body, scraps), (text) => {
        const markdown = read(text);
        const found: Found = {
          links: markdown.links.map(({ target }) => target),
          code: markdown.code().map((code) => `${code.span.start} ${code.text.trimEnd()}`),
          headings: markdown.headings.map((heading) => heading.span.start),
        };
        assert.deepEqual(found, whole(text));
      }),
      { numRuns: 6000 },
    );
  }).timeout(60_000);

  it('gives the same links and code around a place as in the whole', () => {
    fc.assert(
      fc.property(fc.oneof(body, scraps), fc.nat(), (text, n) => {
        const markdown = read(text);
        const offset = n % (text.length + 1);
        const near = <T extends { span: { start: number } }>(some: readonly T[], all: readonly T[]) => {
          for (const each of some) assert.ok(all.some((other) => JSON.stringify(other) === JSON.stringify(each)));
          return some.some(({ span }) => span.start === offset) === all.some(({ span }) => span.start === offset);
        };
        assert.ok(near(markdown.linksAround([offset]), markdown.links));
        assert.ok(near(markdown.codeAround([offset]), markdown.code()));
        const { prose } = markdown;
        const shown = markdown.inProse(/\S/g).map(({ span }) => span.start);
        assert.deepEqual(
          shown,
          [...prose.matchAll(/\S/g)].map(({ index }) => index),
        );
      }),
      { numRuns: 3000 },
    );
  }).timeout(60_000);

  it('gives prose of the same length, without code', () => {
    fc.assert(
      fc.property(body, (text) => {
        const { prose } = read(text);
        assert.equal(prose.length, text.length);
        assert.equal(prose.replace(/\s/g, '').length <= text.replace(/\s/g, '').length, true);
      }),
    );
    assert.equal(read('say `TODO` now\n\n    TODO\n').prose, 'say        now\n\n        \n');
  });

  it('is empty when only headings and comments are left', () => {
    for (const [text, empty] of [
      ['', true],
      ['# One\n\n## Two\n', true],
      ['<!-- nothing -->\n', true],
      ['# One\n\nText.\n', false],
      ['- item\n', false],
      ['One\n===\n', true],
      ['```\n```\n', false],
    ] as const) {
      assert.equal(read(text).empty, empty, JSON.stringify(text));
    }
  });

  it('makes anchors as GitHub does', () => {
    assert.deepEqual(
      read('# A b, c!\n\n# A b, c!\n\n# Übung_1 `x`\n').headings.map(({ slug }) => slug),
      ['a-b-c', 'a-b-c-1', 'übung_1-x'],
    );
  });
});
