import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { ReviewPanel, unexpected } from './review-panel';

const grader = `version: 1
name: Refund replies
pass_threshold: 0.75
slices:
  billing:
    label: billing
rules:
  - id: names-the-amount
    type: regex
    pattern: '€\\d'
    slice: billing
  - id: no-made-up-fees
    type: contains
    none: [handling fee]
    slice: billing
`;

const row = (question: string, answer: string, labels: readonly string[]) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ],
    labels,
  });

const log = [
  row('When do I get my money back?', 'You get €38 back tomorrow.', ['billing']),
  row('What does it cost to return the gloves?', 'There is a handling fee of €5.', ['billing']),
  row('Is the return free?', 'No, a handling fee applies to every parcel we take back.', ['billing']),
  row('Where is your shop?', 'In Graz.', []),
].join('\n');

describe('a grader', () => {
  const editor = useWorkbench({
    viewport: { width: 1400, height: 1500 },
    files: { 'refunds.grader.yaml': grader, 'chat.jsonl': log },
  });
  const panel = new ReviewPanel(editor);
  const loop = (...args: readonly string[]) =>
    execFileSync(process.execPath, ['dist/loop.js', '--store', `${editor().folder}/.loop`, ...args], { encoding: 'utf8' });
  const rubrics = async () => (await editor().view('Rubrics')).texts();
  const marks = async (): Promise<string> =>
    // What stands behind a line is drawn by a style, so it is read where it is drawn.
    editor().page.evaluate(() =>
      [...document.querySelectorAll('.view-line span')]
        .map((span) => getComputedStyle(span, '::after').content)
        .filter((content) => content.startsWith('"'))
        .join('\n'),
    );

  it('is run over its slice from the palette', async () => {
    await editor().explorer.menu('chat.jsonl', 'Import Conversations…');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByRole('button', { name: 'Import 4 conversations' }).click();
    await preview.getByText('4 conversations imported into chat').waitFor({ timeout: 30_000 });
    await preview.getByRole('button', { name: 'Close' }).click();
    await editor().openFile('refunds.grader.yaml');
    await editor().palette('Loop: Run Grader');
    await editor().toast('Refund replies: 1 passed, 2 failed, mean 0.5.');
    await editor().clearMessages();
  });

  it('stands among the rubrics with its slice, its last run and each rule', async () => {
    const view = await editor().view('Rubrics');
    await until('the last run', async () => (await rubrics()).includes('refunds.grader.yaml 1 of 3 passed · 0.5'));
    await view.expand(/refunds/);
    for (const [item, says] of [
      ['In its slice', /^In its slice 3 of 4 traces$/],
      ['Last run', /^Last run .+ · 1 without a score$/],
      ['Agreement with people', /^Agreement with people no answer has both a grade by these rules and a verdict$/],
      ['names-the-amount', /^names-the-amount 2 passed · 1 failed · 1 outside its slice$/],
      ['no-made-up-fees', /^no-made-up-fees 1 passed · 2 failed · 1 outside its slice$/],
    ] as const) {
      await view.reveal(item);
      const texts = await rubrics();
      assert.ok(
        texts.some((text) => says.test(text)),
        texts.join(' | '),
      );
    }
    await editor().screenshot('rubrics', 'light');
  });

  it('is tried on the trace under review, beside the lines of its rules, also while it is written', async () => {
    await editor().palette('Loop: Review Next Trace');
    await panel.ready();
    await editor().openFile('refunds.grader.yaml');
    await editor().palette('Loop: Try Grader on Current Trace');
    await until('the verdicts of the rules', async () => {
      const said = await marks();
      return /✓ pass: .*\n?/.test(said) && /score 1(\.00)?, passes at 0\.75/.test(said);
    });
    await editor().screenshot('grader-try', 'dark');
    await writeFile(path.join(editor().folder, 'refunds.grader.yaml'), grader.replace('handling fee', 'tomorrow'));
    await until('the new verdict', async () => (await marks()).includes('✗ fail'));
    await writeFile(path.join(editor().folder, 'refunds.grader.yaml'), grader);
    await until('the old verdict', async () => !(await marks()).includes('✗ fail'));
    await editor().palette('Loop: Stop Trying Grader');
    await until('no verdict beside a rule', async () => !(await marks()).includes('pass'));
  });

  it('agrees or not with the people here, once they have judged', async () => {
    const ids = loop('--json', 'list', '--label', 'billing').trim().split('\n');
    for (const [i, line] of ids.entries()) loop(i === 0 ? 'up' : 'down', (JSON.parse(line) as { id: string }).id);
    await editor().palette('Loop: Refresh Rubrics');
    await (await editor().view('Rubrics')).reveal('Agreement with people');
    // By hand: the first listed is failed by the grader and up here, the last passed and down; the one between agrees.
    await until('the agreement', async () =>
      (await rubrics()).some((text) => /^Agreement with people 33 % \(.*\) · kappa -0\.5 · 3 answers$/.test(text)),
    );
  });

  it('says behind each rule what it made of judged answers, and leads to the traces it fails', async () => {
    await editor().openFile('refunds.grader.yaml');
    // Blanks in the editor's lines do not break.
    const behind = editor().page.locator('.view-line span', { hasText: /^passes\s0\sof\s1\sright,\s1\sof\s2\swrong$/ });
    await behind.first().waitFor({ timeout: 30_000 });
    await editor()
      .page.locator('.codelens-decoration', { hasText: /agrees with people on 33 % of 3 answers/ })
      .first()
      .waitFor({ timeout: 30_000 });
    await editor().screenshot('grader-evidence', 'dark');
    await editor().screenshot('grader-evidence', 'light');
    const row = editor().quick.row('Is the return free?');
    await until('the traces the rule fails', async () => {
      await editor().page.keyboard.down('Control');
      await behind.first().hover();
      await behind.first().click();
      await editor().page.keyboard.up('Control');
      await row.waitFor({ timeout: 5000 });
      return true;
    });
    await row.click();
    await until('that trace', async () => (await panel.title()).includes('Is the return free'));
  });

  it('shows the traces it scores lowest first, with the reason of each rule beside the answer', async () => {
    await editor().palette('Loop: Show Lowest Scores of Grader');
    const review = await editor().view('Review');
    await until('the scored ones', async () => (await review.texts()).some((text) => text.startsWith('Reviewed 3')));
    await review.expand(/^Reviewed/);
    // The same three stood in this group before, in another order: the order itself is what is waited for.
    await until('the lowest score first', async () => {
      const [, ...rows] = await review.texts();
      const asked = rows.map((text) => /^[^?]+\?/.exec(text)?.[0]);
      return asked.join(' ') === 'Is the return free? What does it cost to return the gloves? When do I get my money back?';
    });
    await review.click(/Is the return free/);
    const frame = await panel.frame();
    await until('the reasons', async () => (await frame.locator('.rules').first().innerText()).includes('fail'));
    await editor().screenshot('scores', 'light');
    assert.deepEqual(unexpected(editor()), []);
  });
});
