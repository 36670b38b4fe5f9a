import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import type { currentReviewer } from '../../../extension/engine/reviewer';
import { loadHostModule } from './fake-vscode';

describe('whose name acts carry', () => {
  let folder: string;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder });

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'loop-reviewer-'));
    git('init', '--quiet');
    git('config', 'user.email', 'ana@example.org');
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** In a window with this setting and these folders. */
  async function reviewer(given: { setting?: string; trusted?: boolean; scheme?: string; at?: string }): Promise<string> {
    const { setting = '', trusted = true, scheme = 'file', at = folder } = given;
    const workspace = {
      isTrusted: trusted,
      workspaceFolders: [{ uri: { scheme, fsPath: at } }],
      getConfiguration: () => ({ get: () => setting }),
    };
    const module = (await loadHostModule('extension/engine/reviewer.ts', { workspace })) as {
      currentReviewer: typeof currentReviewer;
    };
    return module.currentReviewer();
  }

  it('is the one of the setting, trimmed, whatever git says', async () => {
    assert.equal(await reviewer({ setting: '  Ben ' }), 'Ben');
    assert.equal(await reviewer({ setting: 'Ben', trusted: false }), 'Ben');
  });

  it('is the address that git knows in the first folder', async () => {
    assert.equal(await reviewer({}), 'ana@example.org');
    assert.equal(await reviewer({ setting: '   ' }), 'ana@example.org', 'an empty setting is none');
  });

  it('is the name of the account where git is not asked, or does not know', async () => {
    const { username } = userInfo();
    assert.equal(await reviewer({ trusted: false }), username, 'the configuration of a folder nobody trusts is not read');
    assert.equal(await reviewer({ at: path.join(folder, 'gone') }), username);
  });

  it('is asked of no folder that is on another computer', async () => {
    // Git is asked where the editor runs, and answers for this person, if at all.
    assert.notEqual(await reviewer({ scheme: 'vscode-vfs' }), 'ana@example.org');
  });
});
