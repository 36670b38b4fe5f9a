import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

describe('the installed probe', () => {
  it('activates and answers', async () => {
    const extension = vscode.extensions.getExtension<{ answer: number }>('loop-tests.probe');
    assert.equal((await extension?.activate())?.answer, 42);
    assert.equal(extension?.isActive, true);
  });

  it('sees the variables and the folder of the run', () => {
    assert.equal(process.env['PROBE'], 'set');
    assert.equal(vscode.workspace.workspaceFolders?.length, 1);
  });
});
