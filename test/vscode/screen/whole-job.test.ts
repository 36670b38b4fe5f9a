import assert from 'node:assert/strict';
import { readFile, appendFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { Hands } from '../../support/editor/hands';
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

/**
 * Once round the loop with the keyboard alone: palette, arrows, Tab, Enter, and Shift+F10 for menus. Each test goes on where the
 * one before ended; the last one says whether the pointer was touched.
 */
describe('the whole job, by keyboard', () => {
  const editor = useWorkbench({ from: 'extension/sample', name: 'fjellrad' });
  const panel = new ReviewPanel(editor);
  /** The question of the corrected conversation. */
  let fixed = '';
  let hands: Hands;
  const trained = async () => {
    const folder = path.join(editor().folder, 'data', 'fjellrad-sft-trl');
    return [...(await rows(path.join(folder, 'train.jsonl'))), ...(await rows(path.join(folder, 'test.jsonl')))];
  };
  const completions = async () => JSON.stringify((await trained()).map(({ completion }) => completion));
  const command = async (title: string) => {
    await hands.press('F1');
    await editor().quick.opened();
    await hands.write(title);
    await editor().quick.acceptRow(title);
  };
  /** The rows of the Review view, which the palette gives the focus. */
  const review = async () => {
    await command('Conscious Loop: Focus on Review View');
    return editor().tree('Review');
  };
  /** The same at the group of what is judged, below all that waits, which is folded away. */
  const reviewed = async () => {
    const tree = await review();
    await hands.press('Home', 'ArrowLeft');
    await hands.walkTo(tree.root, 'Reviewed');
    return tree;
  };
  const texts = () => editor().tree('Review').texts();

  it('imports a log from the explorer, after a preview', async () => {
    hands = new Hands(editor().page);
    await hands.watchPointer();
    await hands.press('Control+Shift+e');
    await hands.walkTo(editor().explorer.tree.root, 'support-agent.jsonl');
    await hands.press('Shift+F10');
    await hands.chooseFromMenu('Import Conversations…');
    const preview = await editor().webview('#import-source:focus', { timeout: 30_000 });
    await preview.getByText('card number').first().waitFor();
    await editor().screenshot('import', 'dark');
    assert.match(await preview.locator('.tiles').innerText(), /^63\s+New\s+of 63 read/);
    // Where the keyboard is, Enter does what the page is for: here, and again on what it then says.
    await hands.press('Enter');
    await preview.getByText('63 conversations imported into support-agent').waitFor({ timeout: 30_000 });
    assert.match(await preview.locator('.masks').innerText(), /card number/);
    await until('the badge', async () => (await editor().badge()) === '63');
    await hands.tabTo(preview.getByRole('button', { name: 'Start reviewing' }), { most: 0 });
    await hands.press('Enter');
    await editor().noWebview('#import-source');
  });

  it('judges twenty conversations by key', async () => {
    await panel.ready();
    await editor().screenshot('trace', 'light');
    await editor().screenshot('trace', 'dark');
    await panel.judge('u', 'd', 'u', 'u', 'd', 'u', 'u', 'd', 'u', 'u', 'd', 'u', 'u', 'u', 'd', 'u', 'u', 'd', 'u', 'd');
    const tree = await reviewed();
    await until('twenty of them', async () => (await tree.texts()).includes('Reviewed 20'));
    assert.equal(await editor().badge(), '43');
  });

  it('fixes an answer, and shows what changes word by word', async () => {
    await command('Loop: Review Next Trace');
    await panel.ready();
    fixed = await panel.title();
    const shown = await panel.frame();
    await hands.press('c');
    await shown.locator('#draft-text:focus').waitFor();
    await hands.write(corrected.slice(0, -' Enjoy it!'.length), { over: true });
    await editor().page.keyboard.type(' Enjoy it!');
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
    await hands.press('g');
    await (await panel.frame()).locator('#draft-text:focus').waitFor();
    await hands.write(reference, { over: true });
    await panel.press('Control+Enter', /^Saved/);
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
    await hands.press('l');
    await shown.locator('#add-label input:focus').waitFor();
    await editor().page.keyboard.type('Billing');
    await panel.press('Enter', /^Added billing/i);
    await shown.locator('.tags', { hasText: 'billing' }).waitFor();
    await hands.press('Escape');
    await shown.locator('#add-label').waitFor({ state: 'detached' });
    await hands.press('n');
    await shown.locator('#draft-text:focus').waitFor();
    await editor().page.keyboard.type('Was the outage on the status page?');
    await panel.press('Control+Enter', /^Saved/);
    await shown.locator('.side .signal', { hasText: 'status page' }).waitFor();
  });

  it('goes through the tree with the arrows', async () => {
    const tree = await reviewed();
    assert.ok((await tree.texts()).includes('Reviewed 23'));
    await hands.press('ArrowRight');
    await hands.walkTo(tree.root, 'Did order 48302 ship today?');
    await editor().screenshot('tree', 'dark');
    await hands.press('Enter');
    await until('the chosen trace', async () => (await panel.title()) === 'Did order 48302 ship today?');
    await panel.ready();
  });

  it('builds a set by palette, forward and back, with counts that live', async () => {
    await command('Loop: Build Dataset…');
    const { quick } = editor();
    await quick.opened('Build Dataset');
    const described = (label: string) => quick.row(label).locator('.label-description').textContent();
    await until('the rows of sft', async () => /^\d+ rows/.test((await described('sft')) ?? ''));
    await until('the rows of kto', async () => /\d rows/.test((await described('kto')) ?? ''));
    await editor().screenshot('build', 'dark');
    await hands.pick('sft');
    await until('rows in the title', async () => /\d+ rows from \d+ of 63 traces/.test(await quick.title()));
    await hands.press('Control+Alt+Minus');
    await until('the first step again', async () => /\(1\/5\)/.test(await quick.title()));
    await hands.pick('sft');
    await hands.pick('Source');
    await hands.goToRow('support-agent');
    // In the list, where a space is no letter of what is typed.
    await hands.tabTo(quick.widget.locator('.quick-input-list .monaco-list'), { most: 4 });
    await hands.press('Space', 'Enter');
    await until('the source in the list', async () => (await described('Source')) === 'support-agent');
    await hands.pick(/Continue/);
    await until('the split', async () => /train, \d+ holdout/.test((await described('20 %')) ?? ''));
    await hands.pick('20 %');
    await until('the name', async () => /\(4\/5\)/.test(await quick.title()));
    await hands.write('Fjellrad SFT', { over: true });
    await hands.press('Enter');
    await hands.pick('Build');
    const report = await editor().webview('.report', { timeout: 30_000 });
    await report.getByRole('heading', { name: /Fjellrad SFT/ }).waitFor();
  });

  it('shows a report whose numbers lead to their traces', async () => {
    const report = await editor().webview('.report #tab-overview:focus');
    assert.match(await report.locator('.tiles').innerText(), /Traces used\s+of 63 in the slice/);
    await report.getByText('Too few rows').waitFor();
    await editor().screenshot('report', 'light');
    await editor().screenshot('report', 'dark');
    await hands.press('ArrowRight');
    await report.getByText(corrected).waitFor();
    await editor().screenshot('samples', 'dark');
    await hands.press('ArrowLeft');
    const left = report.locator('.left-out .figure-link', { hasText: 'Nobody has judged it' });
    await left.waitFor();
    const count = await left.locator('b').innerText();
    await hands.tabTo(left);
    await hands.press('Enter');
    await until('the traces behind the number', async () => (await texts())[0]?.endsWith(` ${count}`));
    await editor().screenshot('report-traces', 'dark');
    // The keyboard went to the traces with the eyes.
    await hands.press('Home', 'ArrowDown', 'Enter');
    await panel.ready();
    await command('Loop: Clear Filter');
    await until('all traces', async () => (await texts())[0] === 'To review 40');
  });

  it('exports by palette what a trainer reads', async () => {
    await command('Loop: Export Dataset…');
    const { quick } = editor();
    await hands.pick('Fjellrad SFT@1');
    await quick.opened('Export Fjellrad SFT@1');
    await hands.pick(/TRL/);
    await until('the folder', async () => {
      if ((await quick.rows()).includes('data/fjellrad-sft-trl')) return true;
      if (await quick.row(/./).locator('.label-description', { hasText: 'usual' }).isVisible()) await hands.press('Enter');
      return false;
    });
    await hands.pick('data/fjellrad-sft-trl');
    const toast = await editor().toast(/Exported \d+ rows/);
    await editor().screenshot('export', 'dark');
    const written = await trained();
    assert.equal(Number(/\d+/.exec(await toast.text())?.[0]), written.length);
    const said = written.map(({ completion }) => (completion as { role: string; content: string }[]).at(-1)?.content);
    assert.ok(said.includes(corrected));
    assert.ok(said.includes(reference));
    await command('Notifications: Focus Notification Toast');
    await hands.answer(toast.box, 'Next Steps');
    await editor().tab('next_steps.md').waitFor();
  });

  it('deletes a conversation for good, also where it was exported', async () => {
    const before = (await trained()).length;
    const tree = await review();
    const row = new RegExp(`^${fixed.slice(0, 30).replace(/[^\p{L}\p{N} ]/gu, '.')}`, 'u');
    await hands.walkTo(tree.root, row);
    await hands.press('Shift+F10');
    await hands.chooseFromMenu('Delete Traces…');
    const dialog = await editor().dialog('Delete this trace for good?');
    await hands.answer(dialog.box, 'Delete for Good');
    await tree.item(row).waitFor({ state: 'detached' });
    await until('the files without it', async () => !(await completions()).includes(corrected));
    assert.equal((await trained()).length, before - 1);
  });

  it('verifies what was exported, and sees what was changed by hand', async () => {
    await command('Notifications: Clear All Notifications');
    await command('Loop: Verify Exported Files');
    await editor().toast(/exported files checked\. All are current/);
    await command('Notifications: Clear All Notifications');
    const file = path.join(editor().folder, 'data', 'fjellrad-sft-trl', 'train.jsonl');
    await appendFile(file, '\n');
    await command('Loop: Verify Exported Files');
    await editor().toast(/train\.jsonl: changed by hand/);
  });

  it('touched no pointer, and ran into nothing it did not expect', () => {
    assert.deepEqual(hands.pointerPresses(editor().log), []);
    assert.deepEqual(unexpected(editor()), []);
  });
});
