import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { inStore } from '../../support/editor/big-store';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { unexpected } from './review-panel';

const row = (n: number, label: string) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `Question ${String(n)}?` },
      { role: 'assistant', content: `Answer ${String(n)}.` },
    ],
    labels: [label],
  });

async function prepare(folder: string): Promise<void> {
  const log = path.join(folder, 'chat.jsonl');
  await writeFile(log, [row(1, 'refunds'), row(2, 'refunds'), row(3, 'billing'), row(4, 'billing')].join('\n'));
  await inStore(folder, 'import', log, '--source', 'chat');
}

describe('the Review view', () => {
  const editor = useWorkbench({ prepare });

  it('takes the panel’s keys for several rows, as one step of undo', async () => {
    const review = await editor().view('Review');
    await review.item('Question 4?').waitFor({ timeout: 30_000 });
    for (const n of [1, 2]) await review.item(`Question ${String(n)}?`).click({ modifiers: ['Control'] });
    await editor().page.keyboard.press('u');
    await until('both to be reviewed', async () => (await review.texts()).includes('Reviewed 2'));
    await editor().page.keyboard.press('Control+z');
    await until('all to wait again', async () => (await review.texts())[0] === 'To review 4');
    await editor().page.keyboard.press('Control+Shift+z');
    await until('both to be reviewed again', async () => (await review.texts()).includes('Reviewed 2'));
  });

  it('shows what can be typed next, and no mistake while a term is half there', async () => {
    await editor().palette('Loop: Filter Traces…');
    const { quick } = editor();
    await quick.opened('Filter Traces');
    await quick.fill('has:');
    await quick.row('correction').waitFor();
    assert.ok(!(await quick.rows()).includes('This filter cannot be read yet'));
    await quick.fill('nonsense:x');
    await quick.row('This filter cannot be read yet').waitFor();
    await quick.fill('label:billing');
    await quick.choose('Apply: label:billing');
  });

  it('opens after a filter what was open before it', async () => {
    const review = await editor().view('Review');
    await until(
      'the filtered',
      async () => (await review.texts())[0] === 'To review 2' && !(await review.texts()).includes('Reviewed 2'),
    );
    await editor().palette('Loop: Clear Filter');
    await review.expand('Reviewed');
    await review.item('Question 1?').waitFor();
    await editor().palette('Loop: Filter Traces…');
    await editor().quick.fill('label:billing');
    await editor().quick.choose('Apply: label:billing');
    await review.item('Reviewed').waitFor({ state: 'detached' });
    await editor().palette('Loop: Clear Filter');
    await review.item('Question 1?').waitFor();
  });

  it('says in the build what its filter leaves out, and takes everything when asked', async () => {
    await editor().palette('Loop: Filter Traces…');
    await editor().quick.fill('label:billing');
    await editor().quick.choose('Apply: label:billing');
    await editor().palette('Loop: Build Dataset…');
    const { quick } = editor();
    await quick.opened('Build Dataset');
    assert.equal(await quick.placeholder(), 'How will the model be trained? Made from: label:billing');
    await quick.choose('kto');
    const all = quick.row('Take All Conversations');
    await until(
      'what it is made from',
      async () => (await all.locator('.label-description').textContent()) === 'now: label:billing',
    );
    await all.click();
    await until('all of them', async () => /of 4 traces/.test(await quick.title()));
    assert.ok(!(await quick.rows()).includes('Take All Conversations'));
    await quick.cancel();
    assert.deepEqual(unexpected(editor()), []);
  });
});
