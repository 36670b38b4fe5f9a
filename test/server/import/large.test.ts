import assert from 'node:assert/strict';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { testFolder, type TestFolder } from './folder';
import { readDrafts } from './read-drafts';

const megabyte = 1024 * 1024;
const row = (prompt: string) => JSON.stringify({ prompt, completion: 'c' });

describe('large logs', () => {
  let folder: TestFolder;
  beforeEach(() => (folder = testFolder()));
  afterEach(() => folder.free());

  /** Writes pieces one after the other, so that the test holds no more than the reader does. */
  const written = (name: string, pieces: Iterable<string>): string => {
    const path = join(folder.path, name);
    const file = openSync(path, 'w');
    for (const piece of pieces) writeSync(file, piece);
    closeSync(file);
    return path;
  };

  function* repeated(piece: string, times: number): Generator<string> {
    for (let i = 0; i < times; i++) yield piece;
  }

  it('refuse a line of 50 MB without holding it, and read its neighbours', async () => {
    const path = written(
      'log.jsonl',
      (function* () {
        yield `${row('before')}\n{"prompt":"`;
        yield* repeated('x'.repeat(megabyte), 50);
        yield `","completion":"c"}\n${row('after')}\n`;
      })(),
    );
    const before = process.memoryUsage().arrayBuffers;
    const read = await readDrafts(path);
    assert.deepEqual(
      read.conversations.map((c) => [c.line, c.messages[0]?.content]),
      [
        [1, 'before'],
        [3, 'after'],
      ],
    );
    assert.deepEqual(
      read.refused.map((r) => [r.line, r.code]),
      [[2, 'too_large']],
    );
    assert.ok(process.memoryUsage().arrayBuffers - before < 45 * megabyte);
  });

  it('refuse an element of 30 MB in a list, and read the next', async () => {
    const path = written(
      'log.json',
      (function* () {
        yield `[\n${row('before')},\n{"prompt":"`;
        yield* repeated('x'.repeat(megabyte), 30);
        yield `","completion":"c"},\n${row('after')}]`;
      })(),
    );
    const read = await readDrafts(path);
    assert.deepEqual(
      read.conversations.map((c) => c.line),
      [2, 4],
    );
    assert.deepEqual(
      read.refused.map((r) => [r.line, r.code]),
      [[3, 'too_large']],
    );
  });

  it('stream a list that is all on one line', async () => {
    const rows = 40_000;
    const path = written(
      'log.json',
      (function* () {
        yield '[';
        for (let i = 0; i < rows; i++) yield `${i === 0 ? '' : ','}${row(`${i} ${'y'.repeat(600)}`)}`;
        yield ']';
      })(),
    );
    const read = await readDrafts(path);
    assert.equal(read.conversations.length, rows);
    assert.deepEqual(read.refused, []);
  });

  it('stream the list inside an envelope that is larger than a row may be', async () => {
    const path = written(
      'log.json',
      (function* () {
        yield '{\n"object": "list",\n"data": [\n';
        for (let i = 0; i < 25; i++) yield `${row('z'.repeat(megabyte))},\n`;
        yield `${row('last')}\n], "has_more": false, "next": null}\n`;
      })(),
    );
    const read = await readDrafts(path);
    assert.equal(read.conversations.length, 26);
    assert.equal(read.conversations.at(-1)?.line, 29);
    assert.deepEqual(read.refused, []);
  });

  it('refuse a session that keeps more text than one conversation may', async () => {
    const message = (uuid: string, parent: string | null, text: string) => {
      const record = { type: 'user', uuid, parentUuid: parent, sessionId: 's', message: { role: 'user', content: text } };
      return `${JSON.stringify(record)}\n`;
    };
    const path = written(
      'session.jsonl',
      (function* () {
        yield message('u0', null, 'start');
        for (let i = 1; i < 25; i++) yield message(`u${i}`, `u${i - 1}`, 'w'.repeat(megabyte));
      })(),
    );
    const read = await readDrafts(path);
    assert.deepEqual(
      read.refused.map((r) => [r.line, r.code]),
      [[1, 'too_large']],
    );
    assert.deepEqual(read.records, { read: 25, used: 0, ignored: 0, refused: 25 });
  });
}).timeout(60_000);
