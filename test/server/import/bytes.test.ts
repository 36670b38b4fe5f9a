import assert from 'node:assert/strict';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import { testFolder, type TestFolder } from './folder';
import { readDrafts } from './read-drafts';

const row = (prompt: string) => JSON.stringify({ prompt, completion: 'c' });
const two = `${row('a')}\n${row('é')}\n`;

describe('bytes of a log file', () => {
  let folder: TestFolder;
  beforeEach(() => (folder = testFolder()));
  afterEach(() => folder.free());

  const prompts = async (content: string | Uint8Array, name = 'log.jsonl') => {
    const read = await readDrafts(folder.file(name, content));
    return { ...read, prompts: read.conversations.map((c) => c.messages[0]?.content) };
  };

  const problemOf = async (content: string | Uint8Array) => {
    try {
      await prompts(content);
    } catch (error) {
      assert.ok(error instanceof Problem);
      return `${error.code}: ${String(error.args['kind'] ?? '')}`;
    }
    return 'read';
  };

  it('are read with a byte order mark, in the middle too', async () => {
    assert.deepEqual((await prompts(`\ufeff${row('a')}\n\ufeff${row('b')}\n`)).prompts, ['a', 'b']);
    assert.deepEqual((await prompts(`\ufeff[${row('a')}]`)).prompts, ['a']);
  });

  it('are read as UTF-16, with a mark and without', async () => {
    const le = Buffer.from(`\ufeff${two}`, 'utf16le');
    assert.deepEqual((await prompts(le)).prompts, ['a', 'é']);
    assert.deepEqual((await prompts(Buffer.from(le).swap16())).prompts, ['a', 'é']);
    assert.deepEqual((await prompts(Buffer.from(two, 'utf16le'))).prompts, ['a', 'é']);
  });

  it('are read with CRLF, blank lines and no last line break', async () => {
    const read = await prompts(`\r\n${row('a')}\r\n\r\n  \r\n${row('b')}`);
    assert.deepEqual(read.prompts, ['a', 'b']);
    assert.deepEqual(
      read.conversations.map((c) => c.line),
      [2, 5],
    );
  });

  it('are split at line feeds only', async () => {
    const text = 'one\u2028two\u2029three\u0085four';
    assert.deepEqual((await prompts(`${row(text)}\n`)).prompts, [text]);
  });

  it('lose runs of zero bytes, and say so', async () => {
    const read = await prompts(`${row('a')}\n\0\0\0\0${row('b')}\n\0\0\0\0\0\0\0\0\n${row('c')}\n\0\0\0`);
    assert.deepEqual(read.prompts, ['a', 'b', 'c']);
    assert.deepEqual(read.notes, { nul_bytes_stripped: 1 });
    assert.deepEqual(read.refused, []);
  });

  it('keep lone surrogates and read NaN as null', async () => {
    const read = await prompts(
      `{"prompt":"\\ud83d","completion":"c","score":NaN}\n{"prompt":"b","completion":"c","x":-Infinity}\n`,
    );
    assert.deepEqual(read.prompts, ['\ud83d', 'b']);
    assert.equal(read.notes['not_a_number_read_as_null'], 2);
  });

  it('replace broken characters in a UTF-8 file, and count the rows', async () => {
    const broken = Buffer.from(row('x?'));
    broken[broken.indexOf(63)] = 0xff;
    const replaced = await prompts(Buffer.concat([Buffer.from(two), broken]));
    assert.deepEqual(replaced.prompts, ['a', 'é', 'x\ufffd']);
    assert.deepEqual(replaced.notes, { encoding_replaced: 1 });
  });

  it('are not guessed at in an old encoding: rows in plain ASCII go in, the others are named', async () => {
    const read = await prompts(Buffer.from(`${row('plain')}\n${row('caf\u00e9')}\n${row('also plain')}\n`, 'latin1'));
    assert.deepEqual(read.prompts, ['plain', 'also plain']);
    assert.deepEqual(
      read.refused.map((r) => [r.line, r.code]),
      [[2, 'unsupported_encoding']],
    );
    const table = await prompts(Buffer.from('prompt,completion\nplain,x\ncaf\u00e9,y\n', 'latin1'), 'log.csv');
    assert.deepEqual(table.prompts, ['plain']);
    assert.deepEqual(
      table.refused.map((r) => [r.line, r.code]),
      [[3, 'unsupported_encoding']],
    );
  });

  it('keep everything before a last line that was cut', async () => {
    const read = await prompts(`${two}${row('third').slice(0, -9)}`);
    assert.deepEqual(read.prompts, ['a', 'é']);
    assert.deepEqual(
      read.refused.map((r) => [r.line, r.code]),
      [[3, 'invalid_json']],
    );
  });

  it('keep everything before a list that was cut', async () => {
    const read = await prompts(`[\n${row('a')},\n${row('b')},\n{"prompt": "c",`, 'log.json');
    assert.deepEqual(read.prompts, ['a', 'b']);
    assert.deepEqual(
      read.refused.map((r) => [r.line, r.code]),
      [[4, 'invalid_json']],
    );
  });

  it('are unpacked when compressed', async () => {
    assert.deepEqual((await prompts(gzipSync(two), 'log.jsonl.gz')).prompts, ['a', 'é']);
    assert.deepEqual((await prompts(gzipSync(Buffer.from(`\ufeff${two}`, 'utf16le')))).prompts, ['a', 'é']);
  });

  it('keep what came before the end of cut compressed data, and say that the rest is missing', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => row(`${i} ${Math.sin(i)}`)).join('\n');
    const packed = gzipSync(rows);
    const read = await prompts(packed.subarray(0, packed.length >> 1));
    assert.ok(read.conversations.length > 5000, String(read.conversations.length));
    assert.deepEqual(
      read.refused.map((r) => r.code),
      ['invalid_json', 'file_unreadable'],
    );
    assert.match(read.refused[1]?.message ?? '', /ends too early/);
  });

  it('are called by their name when they are no text', async () => {
    assert.equal(await problemOf(''), 'file_empty: ');
    assert.equal(await problemOf(' \n\r\n'), 'file_empty: ');
    assert.equal(await problemOf('\ufeff'), 'file_empty: ');
    assert.equal(await problemOf(gzipSync('')), 'file_empty: ');
    assert.equal(
      await problemOf(Buffer.concat([Buffer.from('PK\x03\x04'), deflateRawSync('x')])),
      'file_not_text: a ZIP archive',
    );
    assert.equal(await problemOf(Buffer.from('28b52ffd0458', 'hex')), 'file_not_text: compressed with zstd');
    assert.equal(await problemOf('PAR1\x15\x04'), 'file_not_text: a Parquet file');
    assert.equal(await problemOf('SQLite format 3\0'), 'file_not_text: an SQLite database');
    assert.equal(await problemOf(gzipSync(gzipSync(two))), 'file_not_text: compressed twice');
    assert.equal(
      await problemOf('version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 9\n'),
      'file_not_text: a Git LFS pointer, not the file itself',
    );
    assert.equal(await problemOf('\n <!DOCTYPE html><html>'), 'file_not_text: a web page');
    assert.equal(
      await problemOf(Buffer.from(Array.from({ length: 999 }, (_, i) => (i * 7) % 256))),
      'file_not_text: a binary file',
    );
    assert.equal(await problemOf(Buffer.from('fffe00007b000000', 'hex')), 'file_not_text: UTF-32 text');
  });

  it('are refused as a whole when they are text of another kind', async () => {
    const prose = await prompts('# Notes\n\nNothing to see here.\n', 'notes.md');
    assert.deepEqual(
      prose.refused.map((r) => [r.line, r.code]),
      [[1, 'unrecognised_shape']],
    );
    const python = await prompts("{'prompt': 'a', 'completion': None}\n{'prompt': 'b'}\n");
    assert.deepEqual(
      python.refused.map((r) => [r.line, r.code]),
      [
        [1, 'invalid_json'],
        [2, 'invalid_json'],
      ],
    );
    assert.match(python.refused[0]?.message ?? '', /Python/);
  });

  it('are not there, or not readable', async () => {
    await assert.rejects(
      readDrafts(join(folder.path, 'missing.jsonl')),
      (e: unknown) => e instanceof Problem && e.code === 'file_not_found',
    );
    const long = join(folder.path, `${'x'.repeat(300)}.jsonl`);
    await assert.rejects(readDrafts(long), (e: unknown) => e instanceof Problem && e.code === 'file_not_readable');
  });
});
