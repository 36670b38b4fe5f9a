import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { inStore } from '../../support/editor/big-store';
import { useWorkbench } from '../../support/editor/open';
import { findVsix } from '../../support/editor/paths.mjs';
import { until } from '../../support/editor/wait';
import { packProbe } from '../harness/pack';
import { ReviewPanel, unexpected } from './review-panel';

const judge = `---
version: 1
name: Ton
dimensions:
  - { key: ton, description: Der Kunde wird höflich angesprochen., scale: { min: 1, max: 5 } }
---

Bewerten Sie den Ton der Antwort. Länge ist keine Güte.
`;
const row = (n: number) =>
  JSON.stringify({
    labels: n === 1 ? ['versand', 'eilig'] : ['versand'],
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
  await writeFile(path.join(folder, 'ton.judge.md'), judge);
}

/** The editor itself stays English here, which has no say in our words. */
describe('in German', () => {
  const vsix = [findVsix()];
  before(async function () {
    this.timeout(60_000);
    vsix.push(await packProbe());
  });
  after(async () => rm(path.dirname(vsix[1] ?? ''), { recursive: true }));
  const editor = useWorkbench({ server: { locale: 'de', vsix }, prepare });
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

  it('asks before two labels become one', async () => {
    const { quick } = editor();
    const labels = async () => (await editor().view('Labels')).texts();
    await until('the labels', async () => (await labels()).join(', ') === 'eilig 1, versand 2, Noch ohne Label 0');
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('german-labels', theme);
    await (await editor().view('Labels')).menu('eilig', 'Label umbenennen…');
    await quick.opened('eilig umbenennen');
    await quick.fill('versand');
    await quick.accept();
    const dialog = await editor().dialog('eilig mit versand zusammenführen?');
    await editor().screenshot('german-merge', 'dark');
    await dialog.press('Zusammenführen');
    await until('one label', async () => (await labels()).join(', ') === 'versand 2, Noch ohne Label 0');
  });

  it('shows a judge, and takes in what it said', async () => {
    const trace = (await (await panel.frame()).locator('.meta .id code').getAttribute('title')) ?? '';
    const verdicts = path.join(editor().folder, 'urteile.jsonl');
    await writeFile(verdicts, `${JSON.stringify({ trace, scores: { ton: 4 }, reason: 'Freundlich.' })}\n`);
    await editor().palette('Loop: Urteile eines Judges importieren…');
    await editor().fileDialog(verdicts);
    await (await editor().toast(/^Ton: 1 /)).dismiss();
    const rubrics = await editor().view('Bewertungsraster');
    await until('the judge', async () => (await rubrics.texts()).some((text) => /ton\.judge\.md.*1 Urteil · 0,75/.test(text)));
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('german-judge', theme);
  });

  it('takes another answer, written here or by a model that is chosen', async () => {
    const { quick, page } = editor();
    await editor()
      .tab(/Wo ist Bestellung/)
      .click();
    await panel.ready();
    await page.keyboard.press('w');
    const shown = await panel.frame();
    await shown.locator('#draft-text:focus').fill('Sie ist gestern angekommen.');
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('german-candidate', theme);
    await shown.getByRole('button', { name: 'Speichern' }).click();
    await shown.locator('.candidate', { hasText: 'gestern angekommen' }).waitFor();
    await editor().palette('Loop: Modell um eine andere Antwort bitten…');
    await quick.opened('Modell um eine andere Antwort bitten');
    assert.match(await quick.placeholder(), /^An das Modell, das Sie wählen, geht, .*: 1 Trace$/);
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('german-models', theme);
    await quick.choose('Teacher');
    await shown.locator('.candidate', { hasText: 'Teacher would say' }).waitFor();
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('german-candidates', theme);
  });

  it('shows the import dialog', async () => {
    await editor().explorer.menu('neu.jsonl', 'Gespräche importieren…');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByRole('button', { name: '1 Gespräch importieren' }).click();
    await preview.getByText('1 Gespräch in neu importiert').waitFor({ timeout: 30_000 });
    assert.deepEqual(unexpected(editor()), []);
  });
});
