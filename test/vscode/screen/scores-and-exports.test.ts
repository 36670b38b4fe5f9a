import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { inStore } from '../../support/editor/big-store';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { ReviewPanel, unexpected } from './review-panel';

const row = (n: number) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `Where is order ${String(n)}?` },
      { role: 'assistant', content: `Order ${String(n)} left this morning.` },
    ],
  });
const recipe = `version: 1
name: Orders
method: sft
exports:
  - { target: trl, path: data/orders }
`;

describe('scores by hand, exports a recipe asks for, and corrections in an editor', () => {
  const editor = useWorkbench({
    files: { 'orders.dataset.yaml': recipe, 'chat.jsonl': [1, 2, 3].map(row).join('\n') },
    prepare: async (folder) => {
      await inStore(folder, 'import', path.join(folder, 'chat.jsonl'), '--source', 'shop');
    },
  });
  const panel = new ReviewPanel(editor);

  it('takes a score for each dimension, and says what it takes', async () => {
    const { quick } = editor();
    await editor().palette('Loop: Review Next Trace');
    await panel.ready();
    // The panel, which takes the focus late, would close the box.
    await until('the box for a score', async () => {
      await editor().palette('Loop: Score…');
      await quick.opened('Score 1 trace', { timeout: 3000 });
      return true;
    });
    await quick.fill('tone=7');
    await until('what is wrong with it', async () => /Numbers from 0 to 1/.test(await quick.message()));
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('score', theme);
    await quick.fill('tone=0.5 facts=1');
    await quick.accept();
    const side = (await panel.frame()).locator('.side');
    await until('the score', async () => /Score.*facts\s*1.*tone\s*0\.5/s.test(await side.innerText()));
    await editor().palette('Loop: Undo My Last Act');
    await side.locator('.is-retracted', { hasText: 'Score' }).waitFor();
  });

  it('offers, after a build, to export where the recipe says', async () => {
    await editor().tab(/order/).click();
    await panel.ready();
    await panel.judge('u', 'u');
    await editor().openFile('orders.dataset.yaml');
    await editor().palette('Loop: Build Dataset from Recipe');
    const offer = await editor().toast('The recipe says where to export: data/orders.');
    await editor().webview('.report', { timeout: 30_000 });
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('offer-export', theme);
    const file = path.join(editor().folder, 'data', 'orders', 'train.jsonl');
    await assert.rejects(readFile(file), { code: 'ENOENT' }, 'nothing is written before somebody says so');
    await offer.press('Export');
    await editor().toast('Exported 2 rows.');
    assert.equal((await readFile(file, 'utf8')).trim().split('\n').length, 2);
  });

  it('goes on in the editor with what was typed, and records it with a save', async () => {
    const { page } = editor();
    await editor().clearMessages();
    await editor().tab('Where is order 3?').click();
    await panel.ready();
    await page.keyboard.press('c');
    const shown = await panel.frame();
    await shown.locator('#draft-text:focus').fill('Order 3 leaves on Monday.');
    await shown.getByRole('button', { name: 'Open in editor' }).click();
    await editor().tab('Correction (save to record)').waitFor();
    const typed = page.locator('.monaco-diff-editor .editor.modified .view-line', { hasText: /leaves.on.Monday/ });
    await typed.waitFor();
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('fix-editor', theme);
    await typed.click();
    await editor().save('the correction', async () => (await editor().badge()) === undefined);
    const [corrected] = (await inStore(editor().folder, 'list', '--has', 'correction')) as { preview: string }[];
    assert.equal(corrected?.preview, 'Where is order 3?');
    assert.deepEqual(unexpected(editor()), []);
  });
});
