import assert from 'node:assert/strict';
import fc from 'fast-check';
import { afterEach, describe, it } from 'mocha';
import { scenes } from '../support/webview-page/scenes';
import { useDom } from './support/dom';
import { closeView, openScene, type OpenView } from './support/open';

const trace = 'k3v9m2q8x7c1b5n4z6a0s9d8f7';

const opened = (): Promise<OpenView> => openScene('refund');

/** Selects words of a message as a pointer would. */
function select(root: Element, words: string): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const at = node.nodeValue?.indexOf(words) ?? -1;
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + words.length);
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
    document.dispatchEvent(new Event('selectionchange'));
    return;
  }
  throw new Error(`${words} is not drawn`);
}

describe('notes on words', function () {
  this.timeout(30_000);
  useDom();
  afterEach(closeView);

  it('offers a note on what is selected, and keeps its place in the text', async () => {
    const view = await opened();
    const answer = await view.see('.turn.under-review .words');
    const source = scenes['refund']?.traces?.[0]?.trace.messages[9]?.content;
    assert.ok(typeof source === 'string');
    select(answer, 'either');
    await view.click('.verdict-note', 'Note on selection');
    await view.see('.note-about', 'either');
    const field = await view.type('#draft-text', 'Which two?');
    view.key(field, 'Enter', { ctrlKey: true });
    await view.until('the note', () => view.calls('feedback.note').length === 1);
    const start = source.indexOf('either');
    assert.deepEqual(view.calls('feedback.note'), [{ trace, turn: 9, range: { start, end: start + 6 }, text: 'Which two?' }]);
    const row = await view.see('.passage-note', 'Which two?');
    assert.equal(row.querySelector('.passage')?.textContent.trim(), 'either');
  });

  it('is about another message when its words are selected', async () => {
    const view = await opened();
    const question = await view.see('#turn-6 .words');
    select(question, 'keep it');
    view.command('note');
    await view.see('.note-about', 'keep it');
    view.key(await view.type('#draft-text', 'Unclear.'), 'Enter', { ctrlKey: true });
    await view.until('the note', () => view.calls('feedback.note').length === 1);
    assert.equal((view.calls('feedback.note')[0] as { turn: number }).turn, 6);
  });

  it('is about the whole answer when the words are dropped, or none are selected', async () => {
    const view = await opened();
    select(await view.see('.turn.under-review .words'), 'either');
    view.command('note');
    await view.click('.note-about .icon-button');
    view.key(await view.type('#draft-text', 'Fine.'), 'Enter', { ctrlKey: true });
    await view.until('the note', () => view.calls('feedback.note').length === 1);
    assert.deepEqual(view.calls('feedback.note'), [{ trace, turn: 9, text: 'Fine.' }]);
  });

  it('takes one’s own note back from the list', async () => {
    const view = await opened();
    select(await view.see('.turn.under-review .words'), 'either');
    view.command('note');
    view.key(await view.type('#draft-text', 'Which two?'), 'Enter', { ctrlKey: true });
    await view.click('.passage-note .icon-button');
    await view.until('the undo', () => view.calls('feedback.undo').length === 1);
    assert.deepEqual(view.calls('feedback.undo'), [{ act: 'act-1' }]);
    await view.until('the list is gone', () => document.querySelector('.passage-note') === null);
    view.command('redo');
    await view.see('.passage-note', 'Which two?');
  });
});

describe('where drawn words stand in their text', () => {
  useDom();

  const cases: [source: string, words: string, found: string][] = [
    ['plain words here', 'words', 'words'],
    ['some **bold words** here', 'bold words', 'bold words'],
    ['see [the page](https://example.org/and/more) and more', 'and more', 'and more'],
    ['see [the page](https://example.org/page) here', 'the page', 'the page'],
    ['- one\n- two\n- three', 'two', 'two'],
    ['run `npm start` now', 'npm start', 'npm start'],
    ['twice: word, word', 'word', 'word'],
    ['a &amp; b, then c', 'then', 'then'],
    ['# Title\n\ntext below', 'text', 'text'],
  ];
  for (const [source, words, found] of cases) {
    it(JSON.stringify(source), async () => {
      const { markdown } = await import('../../webview/text/markdown');
      const { rangeOf, stretchOf } = await import('../../webview/trace/places');
      const root = markdown(source);
      document.body.replaceChildren(root);
      select(root, words);
      const range = document.getSelection()?.getRangeAt(0);
      assert.ok(range);
      const stretch = stretchOf(root, range, source);
      assert.ok(stretch);
      assert.equal(source.slice(stretch.start, stretch.end), found);
      assert.equal(rangeOf(root, stretch, source)?.toString(), words);
    });
  }

  it('finds any stretch of a plain text again', async () => {
    const { rangeOf, stretchOf } = await import('../../webview/trace/places');
    const word = fc.constantFrom('refund', 'and', 'the', 'order', '12', 'über', '😀', 'a');
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 30 }), fc.nat(), fc.nat(), (list, a, b) => {
        const source = list.join(' ');
        const [start, end] = [a % source.length, b % source.length].sort((x, y) => x - y) as [number, number];
        if (start === end) return;
        const root = document.createElement('div');
        root.textContent = source;
        const range = rangeOf(root, { start, end }, source);
        assert.equal(range?.toString(), source.slice(start, end));
        assert.deepEqual(stretchOf(root, range, source), { start, end });
      }),
      { numRuns: 60 },
    );
  });
});
