import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { judge, twice, type Outcome } from '../../support/editor/outcome';

/** A run of ten tests that gives these numbers of failures one after the other, and the files it was asked for. */
function runs(...failures: number[]): { run: (files: readonly string[]) => Promise<Outcome>; asked: string[][] } {
  const asked: string[][] = [];
  const run = (files: readonly string[]): Promise<Outcome> => {
    const failed = failures[asked.length] ?? 0;
    asked.push([...files]);
    return Promise.resolve({
      ...judge({ tests: 10, passes: 10 - failed, failures: failed }),
      failed: files.slice(0, failed),
    });
  };
  return { run, asked };
}

describe('editor tests that fail', () => {
  const files = ['a', 'b', 'c', 'd'];

  it('are not run again when all pass', async () => {
    const { run, asked } = runs(0);
    assert.equal((await twice(run, files)).problem, undefined);
    assert.deepEqual(asked, [files]);
  });

  it('count as passed, and are named, when only the first run failed', async () => {
    const { run, asked } = runs(2, 0);
    assert.deepEqual(await twice(run, files), { tests: 10, passes: 10, failures: 0, shaky: 2 });
    assert.deepEqual(asked, [files, ['a', 'b']]);
  });

  it('have failed when they fail twice', async () => {
    const { run } = runs(1, 1);
    const outcome = await twice(run, files);
    assert.match(outcome.problem ?? '', /1 of 10 failed/);
    assert.equal(outcome.passes, 9);
  });

  it('are not run again when they are many', async () => {
    const { run, asked } = runs(3, 0);
    assert.ok((await twice(run, files)).problem);
    assert.equal(asked.length, 1);
  });
});
