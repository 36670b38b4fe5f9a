import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';

/** The loop as a person goes round it: keys, palette and menus, nothing behind the editor's back. */
describe('the whole job', () => {
  const editor = useWorkbench({ from: 'extension/sample', name: 'fjellrad' });

  /** Presses a key in the panel and waits until its live region says what was saved and what comes next. */
  const verdict = async (key: string) => {
    const panel = await editor().webview('.bar');
    const heard = panel.locator('.only-heard');
    const before = await heard.textContent();
    await panel.locator('.talk').press(key);
    await until(`what was saved after ${key}`, async () => (await heard.textContent()) !== before);
  };

  it('imports a log from the explorer, after a preview', async () => {
    await editor().explorer.menu('support-agent.jsonl', 'Import Conversations…');
    const preview = await editor().webview('.import');
    await preview.locator('#import-source').waitFor();
    await editor().screenshot('import', 'dark');
    assert.match(await preview.locator('.import').innerText(), /63/);
    await preview.locator('#import-source').fill('support-agent');
    await preview.getByRole('button', { name: /^Import/ }).click();
    const review = await editor().view('Review');
    await review.expand(/Unreviewed/);
    await until('the badge', async () => (await editor().badge()) !== undefined);
    await editor().screenshot('tree', 'dark');
  });

  it('judges twenty conversations by key', async () => {
    await editor().palette('Loop: Review Next Trace');
    await editor().webview('.bar');
    await editor().screenshot('trace', 'dark');
    await editor().screenshot('trace', 'light');
    for (let i = 0; i < 10; i++) {
      await verdict('u');
      await verdict('d');
    }
  });

  it('leaves a folder that a trainer can read', () => {
    assert.ok(readFileSync(path.join(editor().folder, 'README.md'), 'utf8').length > 0);
  });
});
