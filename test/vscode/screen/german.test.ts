import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { inStore } from '../../support/editor/big-store';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { ReviewPanel, unexpected } from './review-panel';

const row = (n: number) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `Wo ist Bestellung ${String(n)}?` },
      { role: 'assistant', content: `Bestellung ${String(n)} ist unterwegs.` },
    ],
  });

async function prepare(folder: string): Promise<void> {
  const log = path.join(folder, 'gespraeche.jsonl');
  await writeFile(log, [row(1), row(2)].join('\n'));
  await inStore(folder, 'import', log, '--source', 'laden');
  await writeFile(path.join(folder, 'neu.jsonl'), row(3));
}

/** The editor itself stays English here, which has no say in our words. */
describe('in German', () => {
  const editor = useWorkbench({ server: { locale: 'de' }, prepare });
  const panel = new ReviewPanel(editor);

  it('shows the view and its commands', async () => {
    const review = await editor().view('Prüfen');
    await until('the group', async () => (await review.texts())[0] === 'Zu prüfen 2', { timeout: 30_000 });
    await editor().palette('Loop: Nächsten Trace prüfen');
  });

  it('shows the panel, judges in it and says so', async () => {
    const shown = await panel.frame();
    await shown.getByRole('group', { name: 'Ihr Urteil' }).waitFor();
    await shown.getByText('Zu prüfen', { exact: true }).waitFor();
    await panel.ready();
    await panel.press('u', /^Gespeichert\. 2 von 2\. Als Nächstes: Wo ist Bestellung 2/);
    await shown.locator('.strip', { hasText: 'Für richtig befunden' }).waitFor();
    assert.equal(await shown.evaluate(() => document.documentElement.lang), 'de');
    await editor().screenshot('german', 'light');
  });

  it('shows the import dialog', async () => {
    await editor().explorer.menu('neu.jsonl', 'Gespräche importieren…');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByRole('button', { name: '1 Gespräch importieren' }).click();
    await preview.getByText('1 Gespräch in neu importiert').waitFor({ timeout: 30_000 });
    assert.deepEqual(unexpected(editor()), []);
  });
});
