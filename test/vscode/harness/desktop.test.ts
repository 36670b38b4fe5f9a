/** Finding and calling a desktop VS Code, with look-alikes of its folders. */
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { commandOf, findDesktopCode, runDesktopCode } from '../../support/editor/desktop-code.mjs';

describe('desktop VS Code', () => {
  let dir = '';
  before(async () => void (dir = await mkdtemp(path.join(os.tmpdir(), 'loop-desktop-'))));
  after(async () => rm(dir, { recursive: true }));

  /** A program that writes down its arguments, one a line. */
  const program = async (name: string): Promise<string> => {
    const file = path.join(dir, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${dir}/arguments'\n`);
    await chmod(file, 0o755);
    return file;
  };

  it('is called by the command-line program that belongs to the executable', async () => {
    const linux = await program('linux/bin/code');
    await program('linux/code');
    assert.equal(commandOf(path.join(dir, 'linux', 'code')), linux);
    assert.equal(commandOf(linux), linux);
    const mac = await program('Code.app/Contents/Resources/app/bin/code');
    await program('Code.app/Contents/MacOS/Electron');
    assert.equal(commandOf(path.join(dir, 'Code.app')), mac);
    assert.equal(commandOf(path.join(dir, 'Code.app/Contents/MacOS/Electron')), mac);
  });

  it('is named when it is wrong', async () => {
    assert.throws(() => commandOf('/no/such/code'), /VSCODE_EXECUTABLE names \/no\/such\/code/);
    const lonely = await program('lonely/code');
    assert.throws(() => commandOf(lonely), /has no bin\/code beside it/);
  });

  it('is left out where no window could open', () => {
    const kept = { ...process.env };
    for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'VSCODE_EXECUTABLE']) Reflect.deleteProperty(process.env, name);
    try {
      assert.equal(findDesktopCode(), undefined);
    } finally {
      Object.assign(process.env, kept);
    }
  });

  it('gets a profile of its own', async () => {
    await runDesktopCode(await program('run/bin/code'), '/profile', ['--new-window', '/some folder']);
    const given = (await readFile(path.join(dir, 'arguments'), 'utf8')).trim().split('\n');
    assert.deepEqual(given.slice(0, 4), ['--user-data-dir', '/profile/data', '--extensions-dir', '/profile/extensions']);
    assert.deepEqual(given.slice(-2), ['--new-window', '/some folder']);
  });
});
