import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { closeEditors, folder, list, panelInFront, withSample } from './window';

describe('importing', () => {
  afterEach(closeEditors);

  it('takes the sample in once, however often it is imported', async () => {
    const first = await withSample();
    assert.ok(first.length >= 60, `${first.length} conversations`);
    assert.deepEqual(
      (await withSample()).map(({ id }) => id),
      first.map(({ id }) => id),
    );
  });

  it('masks secrets on the way in', async () => {
    const rows = await withSample();
    assert.ok(rows.some(({ has }) => has.includes('redactions')));
  });

  it('shows what a file of the explorer holds before anything is written', async () => {
    await withSample();
    const before = (await list('--limit', '500')).length;
    const file = vscode.Uri.joinPath(folder(), 'feedback-history.jsonl');
    await vscode.commands.executeCommand('loop.import.files', file, [file]);
    await panelInFront('loop.import');
    assert.equal((await list('--limit', '500')).length, before);
  });
});
