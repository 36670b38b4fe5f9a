/** The host runner tells green from red, and from nothing at all. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { runHostTests, type HostOptions } from '../../support/editor/host';
import { ROOT } from '../../support/editor/paths.mjs';
import { packProbe } from './pack';

describe('host harness', function () {
  this.timeout(90_000);
  let vsix = '';
  const lines: string[] = [];
  before(async () => void (vsix = await packProbe()));
  after(async () => rm(path.dirname(vsix), { recursive: true }));

  const suite = (name: string): HostOptions => {
    lines.length = 0;
    const file = path.join(ROOT, 'test', 'vscode', 'harness', 'suites', `${name}.ts`);
    return { files: [file], vsix: [vsix], env: { PROBE: 'set' }, say: (line) => lines.push(line) };
  };

  it('runs tests beside the installed extension and reports them', async () => {
    const outcome = await runHostTests(suite('passing'));
    assert.deepEqual(outcome, { tests: 2, passes: 2, failures: 0 });
    assert.match(lines.join('\n'), /activates and answers/);
  });

  it('is red when a test fails, and shows where', async () => {
    const outcome = await runHostTests(suite('failing'));
    assert.deepEqual(outcome, { tests: 2, passes: 1, failures: 1, problem: '1 of 2 failed' });
    assert.match(lines.join('\n'), /is wrong here/);
    assert.match(lines.join('\n'), /suites\/failing\.ts:6/);
  });

  it('says so when a test file cannot be loaded', async () => {
    await assert.rejects(runHostTests(suite('broken')), /ended with 1 before one ran/);
    assert.match(lines.join('\n'), /could not be loaded: Error: on loading[^]*suites\/broken\.ts:1/);
  });

  it('is red when the filter leaves nothing', async () => {
    const outcome = await runHostTests({ ...suite('passing'), grep: 'no such test' });
    assert.equal(outcome.problem, 'no test ran');
  });
});
