import assert from 'node:assert/strict';
import { readFile, appendFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { ReviewPanel, unexpected } from './review-panel';

/** Rows of a JSONL file. */
async function rows(file: string): Promise<Record<string, unknown>[]> {
  const text = await readFile(file, 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

const corrected =
  'What a nice find! Gift cards are valid for three years, so yours is good until March 2028. ' +
  'Enter the code at checkout to see the balance; the whole €50 is yours to spend. Enjoy it!';
const reference =
  'I cannot see order 48302 right now: the order system did not answer. ' +
  'Please ask again in half an hour; once it has shipped you will find a tracking number in your account.';

/** Once round the loop as a person goes: by keys, palette and menus, nothing behind the editor's back. Each test goes on where the one before ended. */
describe('the whole job', () => {
  const editor = useWorkbench({ from: 'extension/sample', name: 'fjellrad' });
  const panel = new ReviewPanel(editor);
  /** The question of the corrected conversation. */
  let fixed = '';
  const trained = async () => {
    const folder = path.join(editor().folder, 'data', 'fjellrad-sft-trl');
    return [...(await rows(path.join(folder, 'train.jsonl'))), ...(await rows(path.join(folder, 'test.jsonl')))];
  };
  const completions = async () => JSON.stringify((await trained()).map(({ completion }) => completion));

  /** Waits until the tree counts this many. The group stands below all that waits, so it is looked for. */
  const reviewed = async (count: number) => {
    const review = await editor().view('Review');
    await until(`${count} reviewed`, async () => {
      await review.reveal('Reviewed');
      return (await review.texts()).includes(`Reviewed ${String(count)}`);
    });
  };

  it('imports a log from the explorer, after a preview', async () => {
    await editor().explorer.menu('support-agent.jsonl', 'Import Conversations…');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByText('card number').first().waitFor();
    await editor().screenshot('import', 'dark');
    assert.match(await preview.locator('.tiles').innerText(), /^63\s+New\s+of 63 read/);
    await (await editor().view('Review')).item('Import the Sample').waitFor();
    await preview.getByRole('button', { name: 'Import 63 conversations' }).click();
    await preview.getByText('63 conversations imported into support-agent').waitFor({ timeout: 30_000 });
    assert.match(await preview.locator('.masks').innerText(), /card number/);
    await until('the badge', async () => (await editor().badge()) === '63');
    await preview.getByRole('button', { name: 'Start reviewing' }).click();
    await editor().noWebview('#import-source');
  });

  it('judges twenty conversations by key', async () => {
    await panel.ready();
    await editor().screenshot('trace', 'light');
    await editor().screenshot('trace', 'dark');
    await panel.judge('u', 'd', 'u', 'u', 'd', 'u', 'u', 'd', 'u', 'u', 'd', 'u', 'u', 'u', 'd', 'u', 'u', 'd', 'u', 'd');
    await reviewed(20);
    assert.equal(await editor().badge(), '43');
  });

  it('fixes an answer, and shows what changes word by word', async () => {
    await editor().palette('Loop: Review Next Trace');
    await panel.ready();
    fixed = await panel.title();
    const shown = await panel.frame();
    const { keyboard } = editor().page;
    await keyboard.press('c');
    const field = shown.locator('#draft-text:focus');
    await field.waitFor();
    const [begin, end] = [corrected.slice(0, -' Enjoy it!'.length), ' Enjoy it!'];
    await field.fill(begin);
    await keyboard.press('Control+End');
    await keyboard.type(end);
    const words = async (mark: string) => (await shown.locator(`.diff ${mark}`).allInnerTexts()).join(' ');
    await until('the words that came', async () => (await words('ins')).includes('Enjoy it!'));
    assert.match(await words('del'), /six months/);
    assert.doesNotMatch(await words('ins'), /nice find/);
    await editor().screenshot('fix', 'dark');
    await panel.press('Control+Enter', /^Saved/);
    assert.notEqual(await panel.title(), fixed);
  });

  it('gives a Down its reason in the next moment', async () => {
    await panel.judge('d');
    await editor().page.keyboard.press('r');
    const reason = (await panel.frame()).locator('#reason:focus');
    await reason.waitFor();
    await editor().page.keyboard.type('too curt');
    await panel.press('Enter', /^Reason saved: too curt/);
  });

  it('writes a gold answer', async () => {
    await panel.write('g', reference);
    await until('one less on the badge', async () => (await editor().badge()) === '40');
  });

  it('takes the gold back and gives it again, across traces', async () => {
    const next = await panel.title();
    await panel.press('Control+z', /taken back/);
    assert.notEqual(await panel.title(), next);
    const side = (await panel.frame()).locator('.side');
    await side.locator('.is-retracted', { hasText: 'Gold' }).waitFor();
    await panel.press('Control+Shift+z', /restored/);
    await side.locator('.is-retracted').waitFor({ state: 'detached' });
    await side.locator('.signal', { hasText: reference }).waitFor();
  });

  it('labels by key, and notes without a verdict', async () => {
    const shown = await panel.frame();
    await editor().page.keyboard.press('l');
    await shown.locator('#add-label input:focus').waitFor();
    await editor().page.keyboard.type('Billing');
    await panel.press('Enter', /^Added billing/i);
    await shown.locator('.tags', { hasText: 'billing' }).waitFor();
    await editor().page.keyboard.press('Escape');
    await shown.locator('#add-label').waitFor({ state: 'detached' });
    await panel.write('n', 'Was the outage on the status page?');
    await shown.locator('.side .signal', { hasText: 'status page' }).waitFor();
    await reviewed(23);
    const review = await editor().view('Review');
    await review.expand('Reviewed');
    await review.reveal('Did order 48302 ship today?');
    await editor().screenshot('tree', 'dark');
  });

  it('builds a set by palette, forward and back, with counts that live', async () => {
    await editor().palette('Loop: Build Dataset…');
    const { quick } = editor();
    await quick.opened('Build Dataset');
    const described = (label: string) => quick.row(label).locator('.label-description').textContent();
    await until('the rows of sft', async () => /^\d+ rows/.test((await described('sft')) ?? ''));
    await until('the rows of kto', async () => /\d rows/.test((await described('kto')) ?? ''));
    await editor().screenshot('build', 'dark');
    await quick.acceptRow('sft');
    await until('rows in the title', async () => /\d+ rows from \d+ of 63 traces/.test(await quick.title()));
    await quick.back();
    await until('the first step again', async () => /\(1\/5\)/.test(await quick.title()));
    await quick.acceptRow('sft');
    await quick.choose('Source');
    await quick.check('support-agent');
    await quick.ok();
    await until('the source in the list', async () => (await described('Source')) === 'support-agent');
    await quick.choose(/Continue/);
    await until('the split', async () => /train, \d+ holdout/.test((await described('20 %')) ?? ''));
    await quick.acceptRow('20 %');
    await until('the name', async () => /\(4\/5\)/.test(await quick.title()));
    await quick.fill('Fjellrad SFT');
    await quick.accept();
    await quick.choose('Build');
    const report = await editor().webview('.report', { timeout: 30_000 });
    await report.getByRole('heading', { name: /Fjellrad SFT/ }).waitFor();
  });

  it('shows a report whose numbers lead to their traces', async () => {
    const report = await editor().webview('.report');
    assert.match(await report.locator('.tiles').innerText(), /Traces used\s+of 63 in the slice/);
    await report.getByText('Too few rows').waitFor();
    await editor().screenshot('report', 'light');
    await editor().screenshot('report', 'dark');
    await report.getByRole('tab', { name: 'Samples' }).click();
    await report.getByText(corrected).waitFor();
    await editor().screenshot('samples', 'dark');
    await report.getByRole('tab', { name: /Overview/ }).click();
    const left = report.locator('.left-out .figure-link', { hasText: 'Nobody has judged it' });
    const count = await left.locator('b').innerText();
    await left.click();
    const review = await editor().view('Review');
    await until('the traces behind the number', async () => (await review.texts())[0]?.endsWith(` ${count}`));
    await editor().screenshot('report-traces', 'dark');
    await editor().palette('Loop: Clear Filter');
    await until('all traces', async () => (await review.texts())[0] === 'To review 40');
  });

  it('exports by palette what a trainer reads', async () => {
    await editor().palette('Loop: Export Dataset…');
    const { quick } = editor();
    await quick.choose('Fjellrad SFT@1');
    await quick.opened('Export Fjellrad SFT@1');
    await quick.choose(/TRL/);
    await until('the folder', async () => {
      if ((await quick.rows()).includes('data/fjellrad-sft-trl')) return true;
      if (await quick.row(/./).locator('.label-description', { hasText: 'usual' }).isVisible()) await quick.accept();
      return false;
    });
    await quick.choose('data/fjellrad-sft-trl');
    const toast = await editor().toast(/Exported \d+ rows/);
    await editor().screenshot('export', 'dark');
    const written = await trained();
    assert.equal(Number(/\d+/.exec(await toast.text())?.[0]), written.length);
    const said = written.map(({ completion }) => (completion as { role: string; content: string }[]).at(-1)?.content);
    assert.ok(said.includes(corrected));
    assert.ok(said.includes(reference));
    await toast.press('Next Steps');
    await editor().tab('next_steps.md').waitFor();
  });

  it('deletes a conversation for good, also where it was exported', async () => {
    const before = (await trained()).length;
    const review = await editor().view('Review');
    const row = new RegExp(`^${fixed.slice(0, 30).replace(/[^\p{L}\p{N} ]/gu, '.')}`, 'u');
    await review.expand('Reviewed');
    await review.menu(row, 'Delete Traces…');
    const dialog = await editor().dialog('Delete this trace for good?');
    await dialog.press('Delete for Good');
    await review.item(row).waitFor({ state: 'detached' });
    await until('the files without it', async () => !(await completions()).includes(corrected));
    assert.equal((await trained()).length, before - 1);
  });

  it('verifies what was exported, and sees what was changed by hand', async () => {
    await editor().clearMessages();
    await editor().palette('Loop: Verify Exported Files');
    await (await editor().toast(/exported files checked\. All are current/)).dismiss();
    const file = path.join(editor().folder, 'data', 'fjellrad-sft-trl', 'train.jsonl');
    await appendFile(file, '\n');
    await editor().palette('Loop: Verify Exported Files');
    await editor().toast(/train\.jsonl: changed by hand/);
  });

  it('ran into nothing it did not expect', () => {
    assert.deepEqual(unexpected(editor()), []);
  });
});
