import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { clip, countsLine, facts, Table, table } from '../../../server/cli/table';
import { jsonText, plain } from '../../../server/cli/text';
import { count, minute, size } from '../../../server/cli/words';

describe('words of the command line', () => {
  it('counts in the right number', () => {
    assert.deepEqual(
      [0, 1, 2, 1234].map((n) => count(n, 'row')),
      ['0 rows', '1 row', '2 rows', '1,234 rows'],
    );
    assert.deepEqual([count(1, 'entry', 'entries'), count(2, 'entry', 'entries')], ['1 entry', '2 entries']);
  });

  it('says sizes as people do', () => {
    assert.deepEqual([0, 1, 281, 999, 1000, 9_940, 9_990, 243_000, 999_600, 5_400_000, 3e12].map(size), [
      '0 bytes',
      '1 byte',
      '281 bytes',
      '999 bytes',
      '1.0 kB',
      '9.9 kB',
      '10 kB',
      '243 kB',
      '1.0 MB',
      '5.4 MB',
      '3.0 TB',
    ]);
    assert.equal(minute('2026-09-20T17:14:08.000Z'), '2026-09-20 17:14');
  });

  it('lists counts by size and leaves out what is not there', () => {
    assert.equal(countsLine({ iban: 3, email: 1200, card: 0 }), 'email 1,200, iban 3');
    assert.deepEqual(
      facts([
        ['a', '1'],
        ['long', undefined],
        ['empty', ''],
        ['b c', 'x\ny'],
      ]),
      ['  a    1', '  b c  x y'],
    );
  });
});

describe('text for a terminal', () => {
  it('shows what a terminal would obey instead of passing it on', () => {
    assert.equal(plain('a\u001b[31mred\u0007\u007f'), 'a␛[31mred␇␡');
    assert.equal(plain('c1 \u009b31m, turned \u202eabc\u2066'), 'c1 \ufffd31m, turned \ufffdabc\ufffd');
    assert.equal(plain('line\n\tnext, 👩‍🚀 and می‌خواهم'), 'line\n\tnext, 👩‍🚀 and می‌خواهم');
  });

  it('never lets a control character or a turn of direction through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.doesNotMatch(plain(text), /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/u);
      }),
    );
  });

  it('prints JSON on one line that reads as the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        const text = jsonText(value);
        assert.doesNotMatch(text, /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('tables of the command line', () => {
  it('stand in columns whatever the width of their characters', () => {
    const lines = table(
      ['name', { title: 'n', right: true }],
      [
        ['日本語', '5'],
        ['é', '1,234'],
        ['a\nb', ''],
      ],
    ).split('\n');
    assert.deepEqual(lines, ['name        n', '日本語      5', 'é       1,234', 'a b']);
  });

  it('go on in their columns when a further page comes', () => {
    const pages = new Table(['id', 'question']);
    assert.deepEqual(pages.lines([['long-id', 'a']]), ['id       question', 'long-id  a']);
    assert.deepEqual(pages.lines([['b', 'b']], false), ['b        b']);
  });

  it('cuts between characters as a reader counts them', () => {
    assert.equal(clip('abcdef', 6), 'abcdef');
    assert.equal(clip('abcdefg', 6), 'abcde…');
    assert.equal(clip('日本語です', 6), '日本…');
    assert.equal(clip('👩‍🚀👩‍🚀👩‍🚀👩‍🚀', 6), '👩‍🚀👩‍🚀…');
    assert.equal(clip('a \n b', 6), 'a b');
  });
});
