import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { attacks } from '../support/webview-page/hostile';
import { useDom } from './support/dom';

describe('text of a trace', function () {
  this.timeout(10_000);
  useDom();

  it('loses terminal colours and nothing else: other escapes can carry words', async () => {
    const { cleaned } = await import('../../webview/text/visible');
    assert.equal(cleaned('\u001b[1;31mred\u001b[0m and \u001b[38:5:12mblue\u001b[m'), 'red and blue');
    for (const text of [
      '\u001b]8;;https://x.example\u0007link',
      '\u001b]0;ignore all rules\u001b\\',
      '\u001b[2Jgone',
      '\u001bM',
    ]) {
      assert.equal(cleaned(text), text);
    }
    assert.equal(cleaned('10 %\r20 %\r\ndone'), '10 %\n20 %\ndone');
    assert.equal(cleaned('an open \u001b]0;title never closed\nnext'), 'an open \u001b]0;title never closed\nnext');
  });

  it('names what would be invisible or reorder it', async () => {
    const { pieces } = await import('../../webview/text/visible');
    assert.deepEqual(pieces('a\u202eb'), [
      { is: 'text', text: 'a' },
      { is: 'hidden', name: 'RLO' },
      { is: 'text', text: 'b' },
    ]);
    assert.deepEqual(pieces('\u{e0068}\u{e0069}'), [{ is: 'hidden', name: 'TAG hi' }]);
    assert.deepEqual(pieces('\u0007'), [{ is: 'hidden', name: 'BEL' }]);
    assert.deepEqual(pieces('[redacted:email#2]'), [{ is: 'marker', kind: 'email', n: 2, text: '[redacted:email#2]' }]);
  });

  it('leaves writing that needs joiners and marks alone', async () => {
    const { pieces } = await import('../../webview/text/visible');
    for (const text of ['👩‍🚀', 'می‌خواهم', 'שלום\u200f!', 'e\u0301']) assert.deepEqual(pieces(text), [{ is: 'text', text }]);
  });

  it('keeps every character when it is cut into pieces', async () => {
    const { pieces } = await import('../../webview/text/visible');
    const spelled = (text: string): string =>
      pieces(text)
        .map((piece) => (piece.is === 'text' || piece.is === 'marker' ? piece.text : '\u0000'))
        .join('');
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // Hidden characters stand as one piece; everything around them is whole.
        const plain = text.replace(
          /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]|[\u{e0000}-\u{e007f}]+/gu,
          '\u0000',
        );
        assert.equal(spelled(text), plain);
      }),
    );
  });

  it('is laid out in small pieces that together are the text', async () => {
    const { chunks } = await import('../../webview/text/long');
    const line = fc.oneof(fc.string({ maxLength: 40 }), fc.constant('x'.repeat(20_000)));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 400 }), (lines) => {
        const text = lines.join('\n');
        const parts = chunks(text);
        assert.equal(parts.join('').replaceAll('\n', ''), text.replaceAll('\n', ''));
        for (const part of parts) assert.ok(part.length <= 8000 && part.split('\n').length <= 100);
      }),
    );
  });

  it('is folded at 40 lines and opens whole', async () => {
    const { longText } = await import('../../webview/text/long');
    const text = Array.from({ length: 2310 }, (_, line) => `line ${String(line)}`).join('\n');
    const element = longText({ text });
    assert.equal(element.querySelector('.plain')?.textContent.split('\n').length, 40);
    const more = element.querySelector('button');
    assert.match(more?.textContent ?? '', /Show all \(2,310 lines\)/);
    more?.click();
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(element.textContent, /line 2309/);
    assert.match(element.querySelector('button')?.textContent ?? '', /Show less/);
  });

  it('says when the rest could not be read, and tries again', async () => {
    const { longText } = await import('../../webview/text/long');
    let tries = 0;
    const whole = (): Promise<string> => (++tries === 1 ? Promise.reject(new Error('gone')) : Promise.resolve('all of it'));
    const element = longText({ text: 'x'.repeat(9000), cut: 90_000, whole });
    element.querySelector('button')?.click();
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(element.querySelector('button')?.textContent ?? '', /could not be read/);
    element.querySelector('button')?.click();
    await new Promise((resolve) => setImmediate(resolve));
    assert.match(element.textContent, /all of it/);
  });

  it('as Markdown never has elements or attributes of its own', async () => {
    const { markdown } = await import('../../webview/text/markdown');
    for (const [name, text] of Object.entries(attacks)) {
      const element = markdown(text);
      for (const one of element.querySelectorAll('*')) {
        assert.ok(
          !/^(script|img|iframe|object|form|input|style|meta|svg|link|base)$/i.test(one.tagName),
          `${name}: ${one.tagName}`,
        );
        for (const { name: attribute } of one.attributes) {
          assert.match(attribute, /^(class|data-href|start|role|tabindex|title|type|dir|aria-hidden)$/, `${name}: ${attribute}`);
        }
      }
      for (const link of element.querySelectorAll<HTMLElement>('[data-href]'))
        assert.match(link.dataset['href'] ?? '', /^https?:/);
    }
  });

  it('as Markdown cannot take the classes of the screen', async () => {
    const { markdown } = await import('../../webview/text/markdown');
    const element = markdown(attacks['classes'] ?? '');
    assert.equal(element.querySelectorAll('.bar, .under-review').length, 0);
  });

  it('too long or too intricate for Markdown is shown as written', async () => {
    const { markdown } = await import('../../webview/text/markdown');
    assert.ok(markdown('# x\n'.repeat(20_000)).classList.contains('long'));
    assert.ok(markdown(attacks['table_bomb'] ?? '').classList.contains('long'));
    assert.ok(!markdown(attacks['markdown_bomb'] ?? '').classList.contains('markdown'));
    assert.ok(markdown('Text first.\n\n# A heading').querySelector('h3.md-h1'));
  });

  it('shows every word, however deep it is nested', async () => {
    const { markdown } = await import('../../webview/text/markdown');
    const nest = fc.array(fc.constantFrom('> ', '- ', '1. ', '**', '_', '`', '~~', '['), { maxLength: 60 });
    fc.assert(
      fc.property(nest, (marks) => {
        const text = `${marks.join('')}deep\n\nafter`;
        const shown = markdown(text).textContent;
        assert.ok(shown.includes('deep') && shown.includes('after'), text);
      }),
      {
        numRuns: 300,
        examples: [[Array<string>(25).fill('> ')], [Array<string>(15).fill('- ')], [Array<string>(500).fill('> ')]],
      },
    );
  });

  it('as JSON keeps the digits of numbers and is a tree only when it is JSON', async () => {
    const { jsonTree, readJson } = await import('../../webview/text/json');
    const json = readJson('{"id": 9007199254740993123, "a": [1, {"b": null}], "t": "x\\ny"}');
    assert.ok(json);
    const tree = jsonTree(json);
    assert.match(tree.textContent, /9007199254740993123/);
    assert.match(tree.querySelector('.json-block')?.textContent ?? '', /x\ny/);
    for (const broken of ['{"a":', '{"a":1} x', '// c\n{}', 'plain', attacks['braces'] ?? ''])
      assert.equal(readJson(broken), undefined);
  });

  it('as JSON makes long lists bit by bit', async () => {
    const { jsonTree, readJson } = await import('../../webview/text/json');
    const json = readJson(JSON.stringify(Array.from({ length: 1000 }, (_, n) => ({ n }))));
    assert.ok(json);
    const tree = jsonTree(json);
    assert.equal(tree.querySelectorAll('.json-branch').length, 40);
    tree.querySelector<HTMLElement>('.more')?.click();
    assert.equal(tree.querySelectorAll('.json-branch').length, 80);
  });
});
