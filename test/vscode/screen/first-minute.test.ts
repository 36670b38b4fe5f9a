import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { unexpected } from './review-panel';

const chat = (question: string, answer: string) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
  });

const log = [
  chat('When do you open? Call me on +31 6 12345678.', 'At ten.'),
  chat('And on Sundays?', 'We are closed.'),
  chat('Do you deliver?', 'We do.'),
].join('\n');

describe('the first minute', () => {
  const editor = useWorkbench({ files: { 'logs/chat.jsonl': log } });
  const store = () => path.join(editor().folder, '.loop');

  it('shows what one can do while there is nothing', async () => {
    const review = await editor().view('Review');
    await review.item('Import the Sample').waitFor();
    await editor().screenshot('empty', 'light');
    assert.ok(!existsSync(store()));
  });

  it('takes a file dropped on the empty view, and a look at it leaves nothing behind', async () => {
    await editor().dragToView('logs/chat.jsonl', 'Review');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByRole('button', { name: 'Import 3 conversations' }).waitFor();
    assert.ok(!existsSync(store()), 'a preview is no reason for a store');
    await preview.getByRole('button', { name: 'Import 3 conversations' }).click();
    await preview.getByText('3 conversations imported into chat').waitFor({ timeout: 30_000 });
    assert.ok(existsSync(store()));
    await preview.getByRole('button', { name: 'Close' }).click();
    await editor().noWebview('.import');
  });

  it('names in the tree what was masked', async () => {
    const review = await editor().view('Review');
    await review.item('When do you open? Call me on ‹phone number›.').waitFor();
  });

  it('loses no key pressed while the panel is only coming', async () => {
    assert.equal(await until('the badge', () => editor().badge()), '3');
    await editor().palette('Loop: Review Next Trace');
    await editor().tab('Review').waitFor();
    await editor().page.keyboard.press('u');
    await until('the verdict', async () => (await editor().badge()) === '2');
    const panel = await editor().webview('.bar', { timeout: 30_000 });
    await panel.locator('.strip', { hasText: 'Marked up' }).waitFor();
  });

  it('ticks steps of the walkthrough that were done before it was opened', async () => {
    const { page, quick } = editor();
    await editor().palette('Welcome: Open Walkthrough...');
    await quick.fill('Conscious Loop');
    await quick.choose('Get started with Conscious Loop');
    const step = (title: string) => page.locator('.getting-started-step', { hasText: title });
    await step('Import the sample').locator('.codicon-getting-started-step-checked').waitFor();
    assert.equal(await step('Give three verdicts').locator('.codicon-getting-started-step-checked').count(), 0);
  });

  it('ran into nothing it did not expect', () => {
    assert.deepEqual(unexpected(editor()), []);
  });
});
