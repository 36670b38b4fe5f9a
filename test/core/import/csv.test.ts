import assert from 'node:assert/strict';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { columnNames, CsvReader, rowObject, sniffDelimiter } from '../../../core/import/csv';
import { Refusal } from '../../../core/import/refusals';

function read(text: string, delimiter = ',', piece = text.length || 1) {
  const reader = new CsvReader(delimiter);
  const rows = [];
  for (let at = 0; at < text.length; at += piece) rows.push(...reader.push(text.slice(at, at + piece)));
  return [...rows, ...reader.end()];
}

const cellsOf = (text: string, delimiter?: string, piece?: number) =>
  read(text, delimiter, piece).map((row) => ('cells' in row ? row.cells : row.refusal.code));

describe('reading tables', () => {
  it('reads back what was written, however it arrives', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', 'é', ';') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { maxLength: 5 });
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 20 }), (rows, piece) => {
        const text = rows.map((cells) => cells.map((c) => `"${c.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        assert.deepEqual(cellsOf(text, ',', piece), rows);
      }),
    );
  });

  it('reads what another reader of tables reads', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r\n', ' ', 'é', '\u2028', '\u0000') });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 });
    fc.assert(
      fc.property(table, fc.boolean(), (rows, crlf) => {
        const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
        const text = rows.map((cells) => cells.map(quoted).join(',')).join(crlf ? '\r\n' : '\n');
        const theirs: unknown = parse(text, { relax_column_count: true, record_delimiter: crlf ? '\r\n' : '\n' });
        assert.deepEqual(cellsOf(text), theirs);
      }),
    );
  });

  it('never fails and loses no line, whatever it is given', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', '\0') }), (text) => {
        const lines = read(text).map((row) => row.line);
        assert.deepEqual(
          lines,
          [...lines].sort((a, b) => a - b),
        );
      }),
    );
  });

  it('tells the line on which a row begins', () => {
    const rows = read('a,b\n"x\ny\nz",1\n\n2,3\n');
    assert.deepEqual(
      rows.map((row) => row.line),
      [1, 2, 6],
    );
  });

  it('loses one line to a quote that is never closed', () => {
    assert.deepEqual(cellsOf('a,b\n"open,1\nc,2\nd,3'), [['a', 'b'], 'invalid_csv', ['c', '2'], ['d', '3']]);
  });

  it('takes quotes inside a cell as they are', () => {
    assert.deepEqual(cellsOf('5" nail,"a"b,c\n'), [['5" nail', 'ab', 'c']]);
  });

  it('finds the delimiter', () => {
    assert.equal(sniffDelimiter('prompt;completion\n"a, b";c\n', true), ';');
    assert.equal(sniffDelimiter('prompt\tcompletion\na\tb\n', true), '\t');
    assert.equal(sniffDelimiter('a|b|c\n1|2|3', true), '|');
    assert.equal(sniffDelimiter('q,a\n"one\ntwo",x', true), ',');
    assert.equal(sniffDelimiter('1,2\n3,4', true), undefined);
    assert.equal(sniffDelimiter('Just a line of text\nand another', true), undefined);
  });

  it('names every column once', () => {
    assert.deepEqual(columnNames(['\ufeffprompt', ' a ', '', 'a']), { names: ['prompt', 'a', 'column_3', 'a_2'], renamed: 1 });
    assert.deepEqual(columnNames(['a', 'a', 'a_2', 'a']).names, ['a', 'a_3', 'a_2', 'a_4']);
    assert.deepEqual(columnNames(['', 'column_1', '', '__proto__', '__proto__']).names, [
      'column_2',
      'column_1',
      'column_3',
      '__proto__',
      '__proto___2',
    ]);
    const cell = fc.constantFrom('a', 'a_2', 'a_3', '', 'column_1', 'column_2', ' a');
    fc.assert(
      fc.property(fc.array(cell), (header) => {
        const { names } = columnNames(header);
        assert.equal(new Set(names).size, header.length);
        for (const name of new Set(header.map((text) => text.trim()).filter(Boolean))) {
          assert.equal(
            names.indexOf(name),
            header.findIndex((text) => text.trim() === name),
          );
        }
      }),
    );
  });

  it('refuses rows that do not fit the header', () => {
    assert.deepEqual(rowObject(['a', 'b'], ['1', '2', '', ' ']), { a: '1', b: '2' });
    assert.ok(rowObject(['a', 'b'], ['1']) instanceof Refusal);
    assert.ok(rowObject(['a', 'b'], ['1', '2', '3']) instanceof Refusal);
  });
});
