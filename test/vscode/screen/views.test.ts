import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { ReviewPanel, unexpected } from './review-panel';

describe('a skill with a fault', () => {
  const text =
    '---\nname: Refund Desk\ndescription: Gives money back: at once\n---\n\n# Refund desk\n\nLook the order up first.\n';
  const editor = useWorkbench({ files: { 'skills/refund-desk/SKILL.md': text } });

  it('is in the Problems panel, and out of it once it is mended', async () => {
    await editor().openFile('SKILL.md');
    const found = await until('a problem of ours', async () => {
      const lines = await editor().problems();
      return lines.filter((line) => /\bloop\b/.test(line)).length > 0 && lines;
    });
    assert.ok(found.some((line) => /(SKL|FM)\d{3}/.test(line)));
    await editor().screenshot('problems', 'dark');
    await editor().screenshot('problems', 'light');
    const mended = text
      .replace('Refund Desk', 'refund-desk')
      .replace('back: at once', 'back. Use when a customer asks for a refund.');
    await until(
      'the mended text in the editor',
      async () => {
        // An editor that does not watch the folder yet misses the first writing.
        await writeFile(path.join(editor().folder, 'skills/refund-desk/SKILL.md'), mended);
        return (await editor().page.locator('.monaco-editor .view-lines').first().innerText()).includes('refund-desk');
      },
      { every: 1000 },
    );
    await until('no problem of ours', async () => !(await editor().problems()).some((line) => /\bloop\b/.test(line)));
  });
});

describe('a skill with a bad name', () => {
  // The wrong key is a finding of ours alone: once it is there, we have spoken of the name too.
  const text =
    '---\nname: Refund_Desk\ndescription: Gives money back. Use when a customer asks for it.\ninvocable: true\n---\n\nLook the order up.\n';
  const editor = useWorkbench({ files: { 'skills/refund-desk/SKILL.md': text } });

  it('is told of it once: where the editor speaks of the name, we do not', async () => {
    await editor().openFile('SKILL.md');
    const lines = await until('what the editor and we say', async () => {
      const found = await editor().problems();
      const theirs = found.some((line) => /may only contain/.test(line));
      return theirs && found.some((line) => line.includes('SKL158')) && !found.some((line) => /SKL10[46]/.test(line)) && found;
    });
    for (const said of [/may only contain|use a–z, 0–9/, /match the folder|the folder is/]) {
      assert.equal(lines.filter((line) => said.test(line)).length, 1, lines.join('\n'));
    }
    await editor().screenshot('skill-name', 'dark');
  });
});

describe('sources and the walkthrough', () => {
  const editor = useWorkbench();
  const panel = new ReviewPanel(editor);

  it('records a source only while someone has switched it on', async () => {
    const { quick } = editor();
    await editor().palette('Loop: Switch Recording On…');
    await quick.opened('Name of the source');
    await quick.fill('support-agent');
    await quick.accept();
    await quick.opened('How long are recorded conversations of support-agent kept?');
    await quick.choose('7 days');
    const sources = await editor().view('Sources');
    await until('the source, recording', async () =>
      (await sources.texts()).some((text) => /^support-agent recording · 0 traces · kept 7 days/.test(text)),
    );
    await sources.press('support-agent', 'Switch Recording Off');
    await until('the source, not recording', async () =>
      (await sources.texts()).some((text) => text.startsWith('support-agent not recording')),
    );
  });

  it('keeps nothing for ever by a slip', async () => {
    const { quick } = editor();
    const sources = await editor().view('Sources');
    await sources.press('support-agent', 'Switch Recording On…');
    await quick.choose('For ever');
    const dialog = await editor().dialog('Keep conversations of support-agent for ever?');
    await dialog.press('Cancel');
    await dialog.box.waitFor({ state: 'detached' });
    assert.ok((await sources.texts()).some((text) => text.startsWith('support-agent not recording')));
  });

  it('says three days ahead that a recorded conversation will be deleted, until it is pinned', async () => {
    const loop = (input: string, ...args: readonly string[]) =>
      execFileSync(process.execPath, ['dist/loop.js', '--store', `${editor().folder}/.loop`, ...args], { input });
    loop('', 'capture', 'on', 'night-agent', '--retention-days', '2');
    const messages = [
      { role: 'user', content: 'Did the backup of last night run?' },
      { role: 'assistant', content: 'It did, at 02:10.' },
    ];
    loop(JSON.stringify({ source: 'night-agent', messages }), 'record', '-');
    const review = await editor().view('Review');
    await until('the group', async () => (await review.texts()).some((text) => text.startsWith('To review')));
    await review.expand(/^To review/);
    const row = async () => (await review.texts()).find((text) => text.startsWith('Did the backup')) ?? '';
    await until('the expiry', async () => /expires (in 2 days|in 48 hr|tomorrow)/.test(await row()));
    await editor().screenshot('expiring', 'dark');
    await review.menu(/^Did the backup/, 'Pin Traces');
    await until('no expiry', async () => !(await row()).includes('expires'));
  });

  it('ticks a step of the walkthrough off by what was really done', async () => {
    const { page, quick } = editor();
    await editor().palette('Welcome: Open Walkthrough...');
    await quick.fill('Conscious Loop');
    await quick.choose('Get started with Conscious Loop');
    const step = (title: string) => page.locator('.getting-started-step', { hasText: title });
    await step('Import the sample').waitFor();
    await editor().screenshot('walkthrough', 'light');
    await page.getByRole('button', { name: 'Import the Sample', exact: true }).click();
    await editor().toast(/Imported 63 conversations/);
    await step('Import the sample').locator('.codicon-getting-started-step-checked').waitFor();
    assert.equal(await step('Give three verdicts').locator('.codicon-getting-started-step-checked').count(), 0);
  });

  it('shows the same conversation beside a narrow editor', async () => {
    await editor().clearMessages();
    await editor().palette('Loop: Review Next Trace');
    await panel.ready();
    await editor().page.setViewportSize({ width: 790, height: 900 });
    const shown = await panel.frame();
    await until('the narrow panel', () => shown.evaluate(() => window.innerWidth < 460));
    await editor().screenshot('trace-narrow', 'dark');
    const wide = await shown.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    assert.equal(wide, false, 'nothing is cut off at the side');
    await panel.judge('u');
    assert.deepEqual(unexpected(editor()), []);
  });
});
