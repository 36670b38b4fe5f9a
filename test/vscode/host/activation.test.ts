import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { until } from '../../support/editor/wait';
import { folder, product } from './window';

describe('activation', () => {
  it('registers every command of the manifest', async () => {
    await product().activate();
    const manifest = product().packageJSON as { contributes: { commands: { command: string }[] } };
    const known = new Set(await vscode.commands.getCommands(true));
    const missing = manifest.contributes.commands.map(({ command }) => command).filter((id) => !known.has(id));
    assert.deepEqual(missing, []);
  });

  it('leaves the folder alone until there is something to keep', async () => {
    await product().activate();
    await vscode.commands.executeCommand('loop.review.focus');
    await vscode.commands.executeCommand('loop.datasets.focus');
    await vscode.commands.executeCommand('loop.review.refresh');
    const entries = await vscode.workspace.fs.readDirectory(folder());
    assert.ok(!entries.some(([name]) => name === '.loop'));
  });

  it('finds the fault in a skill as it is typed', async () => {
    const uri = vscode.Uri.joinPath(folder(), 'broken', 'SKILL.md');
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('---\nname: broken\n---\n\nNothing.\n'));
    await vscode.window.showTextDocument(uri);
    const found = await until('a finding of ours', () =>
      vscode.languages.getDiagnostics(uri).find(({ source }) => source === 'loop'),
    );
    assert.match(String(typeof found.code === 'object' ? found.code.value : found.code), /^(SKL|FM)\d{3}$/);
  });
});
