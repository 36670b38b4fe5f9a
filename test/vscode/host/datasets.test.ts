import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEditors, folder, loop, panelInFront, withSample } from './window';

interface Dataset {
  readonly dataset_id: string;
  readonly name: string;
  readonly version: number;
}

const datasets = async () => (await loop('datasets')) as Dataset[];

describe('datasets', () => {
  afterEach(closeEditors);

  it('are built from a recipe file, and open as a report', async () => {
    const rows = await withSample();
    const ids = rows.slice(0, 6).map(({ id }) => id);
    await vscode.commands.executeCommand('loop.review.up', ids);
    const recipe = vscode.Uri.joinPath(folder(), 'first.dataset.yaml');
    const text = 'version: 1\nname: First\nmethod: sft\nholdout_percent: 20\n';
    await vscode.workspace.fs.writeFile(recipe, new TextEncoder().encode(text));
    await vscode.commands.executeCommand('loop.dataset.build_recipe', recipe);
    await panelInFront('loop.dataset');
    assert.deepEqual(
      (await datasets()).filter(({ name }) => name === 'First').map(({ version }) => version),
      [1],
    );
  });

  it('are rewarded by a grader that stands beside their recipe, in whatever folder', async () => {
    await withSample();
    const write = (name: string, text: string) =>
      vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder(), 'sets', name), new TextEncoder().encode(text));
    await write('polite.grader.yaml', 'version: 1\nname: Polite\nrules:\n  - { id: thanks, type: contains, any: [thank] }\n');
    await write('rewarded.dataset.yaml', 'version: 1\nname: Rewarded\nmethod: grpo\ngraders: [polite.grader.yaml]\n');
    const recipe = vscode.Uri.joinPath(folder(), 'sets', 'rewarded.dataset.yaml');
    await vscode.commands.executeCommand('loop.dataset.build_recipe', recipe);
    await panelInFront('loop.dataset');
    assert.deepEqual((await datasets()).filter(({ name }) => name === 'Rewarded').length, 1);
  });

  it('stay as they are when nothing changed', async () => {
    await withSample();
    const recipe = vscode.Uri.joinPath(folder(), 'first.dataset.yaml');
    await vscode.commands.executeCommand('loop.dataset.build_recipe', recipe);
    assert.equal((await datasets()).filter(({ name }) => name === 'First').length, 1);
  });

  it('refuse a recipe that cannot be read, and build nothing', async () => {
    const before = (await datasets()).length;
    const recipe = vscode.Uri.joinPath(folder(), 'wrong.dataset.yaml');
    await vscode.workspace.fs.writeFile(recipe, new TextEncoder().encode('version: 1\nname: Wrong\nmethod: rlhf\n'));
    await vscode.commands.executeCommand('loop.dataset.build_recipe', recipe);
    assert.equal((await datasets()).length, before);
  });
});
