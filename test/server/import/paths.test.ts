import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { Problem } from '../../../core/lib/problem';
import { findFiles } from '../../../server/import/paths';
import { readProblem } from '../../../server/read-problem';
import { testFolder, type TestFolder } from './folder';

describe('finding log files', () => {
  let folder: TestFolder;
  beforeEach(() => (folder = testFolder()));
  afterEach(() => folder.free());

  const found = async (...paths: string[]) => {
    const { files } = await findFiles(paths);
    return files.map((file) => relative(folder.path, file.path));
  };

  const problemOf = async (path: string) => {
    try {
      await findFiles([path]);
    } catch (error) {
      assert.ok(error instanceof Problem);
      return error.code;
    }
    return undefined;
  };

  it('takes a named file whatever it is called', async () => {
    assert.deepEqual(await found(folder.file('notes.log', 'x'), folder.file('.hidden', 'y')), ['notes.log', '.hidden']);
  });

  it('takes the one hidden file of a folder that is a log', async () => {
    for (const name of ['.aider.chat.history.md', '.aider.input.history', 'sub/.aider.chat.history.md', 'x.md'])
      folder.file(name, 'x');
    assert.deepEqual(await found(folder.path), ['.aider.chat.history.md', join('sub', '.aider.chat.history.md')]);
  });

  it('takes the logs of a folder, sorted, without hidden and foreign folders', async () => {
    for (const name of ['b.jsonl', 'a.json', 'sub/c.csv', 'sub/d.JSONL.gz', 'e.ndjson', 'f.tsv']) folder.file(name, 'x');
    for (const name of ['readme.md', 'g.zip', '.loop/x.jsonl', 'node_modules/y.json', 'sub/.git/z.json', 'h.gz'])
      folder.file(name, 'x');
    assert.deepEqual(await found(folder.path), [
      'a.json',
      'b.jsonl',
      'e.ndjson',
      'f.tsv',
      join('sub', 'c.csv'),
      join('sub', 'd.JSONL.gz'),
    ]);
  });

  it('takes a file once, however often it is named', async () => {
    const file = folder.file('a.json', 'x');
    assert.deepEqual(await found(file, folder.path, file), ['a.json']);
  });

  it('does not follow links to folders, and passes over links to nowhere', async () => {
    folder.file('real/a.json', 'x');
    symlinkSync(folder.path, join(folder.path, 'real', 'circle'));
    symlinkSync(join(folder.path, 'gone'), join(folder.path, 'real', 'lost.json'));
    symlinkSync(join(folder.path, 'real', 'a.json'), join(folder.path, 'real', 'link.json'));
    assert.deepEqual(await found(folder.path), [join('real', 'a.json'), join('real', 'link.json')]);
  });

  it('says what is wrong with a path', async () => {
    const file = folder.file('a.json', 'x');
    assert.equal(await problemOf(join(folder.path, 'missing')), 'file_not_found');
    assert.equal(await problemOf(join(file, 'inside')), 'file_not_readable');
    assert.equal(await problemOf(join(folder.path, 'x'.repeat(300))), 'file_not_readable');
    folder.file('empty/readme.md', 'x');
    assert.equal(await problemOf(join(folder.path, 'empty')), 'nothing_to_import');
  });

  it('does not wait for a pipe that nobody writes into a second time', async function () {
    if (process.platform === 'win32') this.skip();
    const pipe = join(folder.path, 'pipe.jsonl');
    execFileSync('mkfifo', [pipe]);
    assert.equal(await problemOf(pipe), 'file_not_readable');
    assert.deepEqual(await found('/dev/stdin'), [relative(folder.path, '/dev/stdin')]);
  });

  it('names the permission that is missing', () => {
    const problem = (code: string) => readProblem(Object.assign(new Error('no'), { code }), '/logs');
    assert.deepEqual(
      [problem('EACCES').code, problem('EACCES').args['reason']],
      ['file_not_readable', 'permission denied; let your user read it'],
    );
    assert.equal(problem('EISDIR').args['reason'], 'it is a folder, and one file is wanted');
    assert.throws(() => readProblem(new TypeError('a bug'), '/logs'), TypeError);
  });
});
