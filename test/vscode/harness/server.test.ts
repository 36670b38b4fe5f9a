/** Nothing of a run stays: no process, no folder, however it ends. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { findChromium } from '../../support/editor/chromium.mjs';
import { ROOT } from '../../support/editor/paths.mjs';
import { processesOf } from '../../support/editor/processes.mjs';
import { startServer } from '../../support/editor/server.mjs';
import { until } from '../../support/editor/wait';

const SERVER = path.join(ROOT, 'test', 'support', 'editor', 'server.mjs');
const STARTED = `import { startServer, stopOnSignals } from ${JSON.stringify(SERVER)};
stopOnSignals();
const server = await startServer({ vsix: [] });
console.log(server.dir);`;

describe('editor server', function () {
  this.timeout(60_000);

  it('answers on its address and is gone after stop, which may be called twice', async () => {
    const server = await startServer({ vsix: [] });
    assert.equal((await fetch(server.url)).status, 200);
    assert.notDeepEqual(processesOf(server.dir), []);
    await Promise.all([server.stop(), server.stop()]);
    assert.deepEqual(processesOf(server.dir), []);
    assert.equal(existsSync(server.dir), false);
  });

  it('lets in only who has the token, when it has one', async () => {
    const server = await startServer({ vsix: [], token: 'sesame' });
    try {
      assert.equal((await fetch(server.url)).status, 403);
      assert.equal((await fetch(server.pageUrl('/tmp'), { redirect: 'manual' })).status, 302);
    } finally {
      await server.stop();
    }
  });

  it('ends with the process that started it when that is asked to end', async () => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', STARTED], { stdio: ['ignore', 'pipe', 'inherit'] });
    let dir = '';
    child.stdout.on('data', (chunk) => (dir += String(chunk)));
    await until('the server to start', () => dir.endsWith('\n'));
    dir = dir.trim();
    assert.notDeepEqual(processesOf(dir), []);
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number | null];
    assert.equal(code, 143);
    assert.deepEqual(processesOf(dir), []);
    assert.equal(existsSync(dir), false);
  });

  it('says which extension cannot be installed, and leaves nothing', async () => {
    await assert.rejects(startServer({ vsix: ['/no/such.vsix'] }), /such\.vsix/);
  });
});

describe('chromium', () => {
  it('is never silently another one than CHROME_PATH names', async () => {
    const before = process.env['CHROME_PATH'];
    process.env['CHROME_PATH'] = '/no/such/chromium';
    try {
      await assert.rejects(findChromium(), /CHROME_PATH names \/no\/such\/chromium, which does not start/);
    } finally {
      if (before === undefined) delete process.env['CHROME_PATH'];
      else process.env['CHROME_PATH'] = before;
    }
  });
});
