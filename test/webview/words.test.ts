import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { keyName } from '../../webview/keys';
import { datasetStrings } from '../../webview/strings/dataset';
import { importStrings } from '../../webview/strings/import';
import { sharedStrings } from '../../webview/strings/shared';
import { traceStrings } from '../../webview/strings/trace';
import { useDom } from './support/dom';
import { ago, percent, size, t, textOf, tn, useLanguage } from '../../webview/words';

describe('words', () => {
  useDom();
  afterEach(() => useLanguage('en', {}));

  it('fill in and choose by count', () => {
    assert.equal(t('header.position', { position: 3, total: 2140 }), '3 of 2,140');
    assert.equal(tn('import.run', 1), 'Import 1 conversation');
    assert.equal(tn('import.run', 0), 'Import 0 conversations');
  });

  it('are replaced key by key by a translation; the rest stays English', () => {
    useLanguage('de', { 'bar.up': 'Gut', 'import.run.other': '{n} Gespräche importieren' });
    assert.equal(t('bar.up'), 'Gut');
    assert.equal(t('bar.down'), 'Down');
    assert.equal(tn('import.run', 2140), '2.140 Gespräche importieren');
  });

  it('have a key of their own in every table: the last table would win without a word', () => {
    const tables = [sharedStrings, traceStrings, datasetStrings, importStrings];
    const keys = tables.flatMap((table) => Object.keys(table));
    assert.deepEqual(
      keys.filter((key, n) => keys.indexOf(key) !== n),
      [],
    );
  });

  it('never take a text for its own name of a placeholder', () => {
    assert.equal(t('strip.reason_placeholder', { key: '{key}' }), 'Why? ({key})');
    assert.equal(textOf('no.such.key'), undefined);
    assert.equal(textOf('toString'), undefined);
  });

  it('say shares, sizes and times', () => {
    assert.equal(percent(1, 0), '–');
    assert.equal(percent(1, 3), '33%');
    assert.equal(size(151_300), '151.3 kB');
    assert.equal(size(0), '0 byte');
    const now = Date.parse('2026-11-28T12:00:00Z');
    assert.equal(ago('2026-11-25T12:00:00Z', now), '3 days ago');
    assert.equal(ago('2026-11-30T13:00:00Z', now), 'in 2 days');
    assert.equal(ago('no time', now), 'no time');
  });

  it('name keys as people read them', () => {
    assert.equal(keyName('ctrl+shift+z', false), 'Ctrl+Shift+Z');
    assert.equal(keyName('ctrl+enter', true), '⌘↩');
    assert.equal(keyName('shift+/', false), '?');
    assert.equal(keyName('u', false), 'u');
  });

  it('suggest beginnings first', async () => {
    const { fitting } = await import('../../webview/suggest');
    assert.deepEqual(fitting(['returns', 'Refunds', 'no-refund'], 'ref'), ['Refunds', 'no-refund']);
    assert.equal(
      fitting(
        Array.from({ length: 50 }, (_, n) => String(n)),
        '',
      ).length,
      8,
    );
  });
});

describe('word changes', () => {
  useDom();
  it('are what was removed and added', async () => {
    const { wordChanges } = await import('../../webview/diff');
    assert.deepEqual(wordChanges('a red door', 'a green door'), [
      { text: 'a ', is: 'same' },
      { text: 'red', is: 'removed' },
      { text: 'green', is: 'added' },
      { text: ' door', is: 'same' },
    ]);
  });

  it('shows rewritten words in a row as one phrase out and one in', async () => {
    const { wordChanges } = await import('../../webview/diff');
    assert.deepEqual(wordChanges('it closes at six today', 'it opens before nine today'), [
      { text: 'it ', is: 'same' },
      { text: 'closes at six', is: 'removed' },
      { text: 'opens before nine', is: 'added' },
      { text: ' today', is: 'same' },
    ]);
  });

  it('are given up for texts too long or too different to compare while one types', async () => {
    const { wordChanges } = await import('../../webview/diff');
    assert.equal(wordChanges('x '.repeat(30_000), 'y'), undefined);
    const many = (letter: string): string => Array.from({ length: 3000 }, (_, n) => `${letter}${String(n)}`).join(' ');
    assert.equal(wordChanges(many('a'), many('b')), undefined);
  });
});
