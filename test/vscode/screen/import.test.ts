import assert from 'node:assert/strict';
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

/** A log with a line that was cut off and one that is no conversation. */
const broken = [
  chat('When do you open?', 'At ten.'),
  '{"messages": [{"role": "user", "content": "half a li',
  '["no conversation"]',
  chat('And on Sundays?', 'We are closed.'),
].join('\n');

describe('importing', () => {
  const editor = useWorkbench({ from: 'extension/sample', files: { 'logs/broken.jsonl': broken } });

  it('asks by palette and file dialog, and reads a spreadsheet once its columns are named', async () => {
    await editor().palette('Loop: Import Conversations…');
    const { quick } = editor();
    await quick.opened('Import Conversations');
    await quick.choose(/Choose Files…/);
    await editor().fileDialog(path.join(editor().folder, 'old-tickets.csv'));
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByRole('heading', { name: 'Import old-tickets.csv' }).waitFor();
    await preview.locator('.columns[open]').waitFor();
    assert.ok(await preview.getByRole('button', { name: /^Import/ }).isDisabled());
    await editor().screenshot('columns', 'light');
    const choice = preview.getByRole('combobox', { name: 'Read ticket_id as' });
    await choice.focus();
    await choice.click();
    await preview.getByRole('option', { name: '(not used)', exact: true }).locator('visible=true').click();
    await preview.getByRole('button', { name: 'Use the suggestions' }).click();
    await preview.getByRole('button', { name: /^Import \d+ conversations/ }).click();
    await preview.getByText(/conversations imported into old-tickets/).waitFor({ timeout: 30_000 });
    await preview.getByRole('button', { name: 'Close' }).click();
    await editor().noWebview('.import');
  });

  it('takes a file dropped on the Review view, with the verdicts in it', async () => {
    const before = Number((await editor().badge()) ?? 0);
    await editor().dragToView('feedback-history.jsonl', 'Review');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByText('Better and worse answer').waitFor();
    await preview.getByRole('button', { name: /^Import \d+ conversations/ }).click();
    await preview.getByText(/conversations imported into feedback-history/).waitFor({ timeout: 30_000 });
    const review = await editor().view('Review');
    await until('rows that say who judged them', async () => {
      await review.expand('Reviewed');
      return (await review.texts()).some((text) => text.includes('judged before'));
    });
    assert.ok(Number((await editor().badge()) ?? 0) >= before);
    await preview.getByRole('button', { name: 'Close' }).click();
  });

  it('says of every refused row where it is and why', async () => {
    await editor().explorer.menu('logs/broken.jsonl', 'Import Conversations…');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByRole('button', { name: 'Import 2 conversations' }).waitFor();
    assert.match(await preview.locator('.refused').innerText(), /line 2[\s\S]*line 3/);
    await preview.getByRole('button', { name: 'Import 2 conversations' }).click();
    await preview.getByText('2 conversations imported into broken').waitFor({ timeout: 30_000 });
    await until('the refused rows in the Problems panel', async () => {
      const lines = await editor().problems();
      return lines.filter((line) => line.includes('Not imported')).length === 2;
    });
    await preview.locator('.refused').getByText('line 3').click();
    await editor().tab('broken.jsonl').waitFor();
  });

  it('knows what it has: the same file again brings nothing new', async () => {
    await editor().explorer.menu('logs/broken.jsonl', 'Import Conversations…');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await until('two that are here', async () =>
      /^0\s+New[\s\S]*2\s+Already here/.test(await preview.locator('.tiles').innerText()),
    );
    assert.ok(await preview.getByRole('button', { name: /^Import/ }).isDisabled());
  });

  it('ran into nothing it did not expect', () => {
    assert.deepEqual(unexpected(editor()), []);
  });
});
