import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { inStore } from '../../support/editor/big-store';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';

const grader = `version: 1
name: Billing replies
slices:
  paid: { label: billing }
rules:
  - id: says-sorry
    type: contians
    any: ["sorry", "apologise"]
    slice: paid
`;
const skill =
  '---\nname: Refund Desk\ndescription: Gives money back. Use when a customer asks for a refund.\n---\n\n# Refund desk\n\nLook the order up first.\n';

describe('writing rubric files', () => {
  const editor = useWorkbench({ files: { 'billing.grader.yaml': grader, 'skills/refund-desk/SKILL.md': skill } });
  const key = (name: string) => editor().page.keyboard.press(name);

  /** Puts the caret at a place, lines and columns from 1. */
  const goTo = async (line: number, column: number) => {
    await key('Control+g');
    await editor().quick.opened();
    await editor().quick.fill(`:${line}:${column}`);
    await editor().quick.accept();
    await editor().quick.closed();
  };
  const saved = async (holds: (text: string) => boolean) => {
    const read = () => readFile(path.join(editor().folder, 'billing.grader.yaml'), 'utf8');
    await editor().save('the file', async () => holds(await read()));
    return read();
  };

  it('shows a mistake where it is, and mends it with a quick fix', async () => {
    await editor().openFile('billing.grader.yaml');
    await until('the misspelt type among the problems', async () =>
      (await editor().problems()).some((line) => /Unknown rule type `contians`\. Did you mean `contains`\?/.test(line)),
    );
    await editor().page.locator('.monaco-editor .view-line').first().click();
    await goTo(7, 12);
    const action = editor().page.locator('.action-widget .monaco-list-row', { hasText: 'Replace by `contains`' });
    // A finding that is redrawn closes the list of its repairs.
    await until('the repair', async () => {
      await key('Control+.');
      await action.waitFor({ timeout: 2000 });
      await key('Enter');
      return saved((text) => text.includes('type: contains\n'));
    });
    await saved((text) => text.includes('type: contains\n'));
    await until('no such problem', async () => !(await editor().problems()).some((line) => /contians/.test(line)));
  });

  it('completes keys of the kind of rule', async () => {
    await editor().page.locator('.monaco-editor .view-line').first().click();
    await goTo(9, 16);
    await key('Enter');
    await editor().page.keyboard.type('whole');
    const rows = editor().page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'whole_word' });
    // A busy editor may have forgotten what it was typed for.
    await until('the completions', async () => {
      if (!(await rows.first().isVisible())) await key('Control+Space');
      await rows.first().waitFor({ timeout: 3000 });
      return true;
    });
    await editor().screenshot('completion', 'dark');
    await editor().screenshot('completion', 'light');
    await key('Tab');
    await editor().page.locator('.suggest-widget.visible .monaco-list-row', { hasText: 'true' }).first().waitFor();
    await key('Enter');
    await saved((text) => text.includes('    slice: paid\n    whole_word: true'));
  });

  it('says what a key means', async () => {
    await goTo(8, 6);
    await key('Control+k');
    await key('Control+i');
    const hover = editor().page.locator('.monaco-hover:visible', { hasText: 'at least one must occur' });
    await hover.first().waitFor();
    await editor().screenshot('hover', 'dark', { hover: true });
    await editor().screenshot('hover', 'light', { hover: true });
    await key('Escape');
  });

  it('renames a slice where it is given and used', async () => {
    await goTo(4, 4);
    await key('F2');
    const input = editor().page.locator('.rename-box input');
    await input.waitFor();
    await input.fill('paying');
    await key('Enter');
    await saved((text) => text.includes('  paying: {') && text.includes('slice: paying\n'));
  });

  it('counts the traces of a slice once there are some, and shows them', async () => {
    await editor().palette('Loop: Import the Sample');
    await editor().toast(/Imported 63 conversations/);
    await editor().openFile('billing.grader.yaml');
    const lens = (words: string) => editor().page.locator('.codelens-decoration a', { hasText: words }).first();
    await lens('0 traces').waitFor({ timeout: 30_000 });
    await editor()
      .page.locator('.codelens-decoration a', { hasText: /^Try on Current Trace$/ })
      .first()
      .waitFor();
    await editor().screenshot('grader-live', 'dark');
    const [first] = (await inStore(editor().folder, 'list', '--limit', '1')) as { id: string }[];
    await inStore(editor().folder, 'label', first?.id ?? '', 'billing');
    await lens('1 trace').waitFor({ timeout: 30_000 });
    await lens('1 trace').click();
    const review = await editor().view('Review');
    await until('the slice in the review view', async () => (await review.texts())[0] === 'To review 1');
    await editor().screenshot('grader-live', 'light');
  });

  it('explains a rule', async () => {
    const page = await until(
      'the page about the rule',
      async () => {
        await editor().palette('Loop: Explain a Rule…');
        await editor().quick.fill('GRD005');
        await editor().quick.row('GRD005').click({ timeout: 3000 });
        return editor().webview('.markdown-body', { timeout: 5000 });
      },
      { timeout: 25_000 },
    );
    await page.getByRole('heading', { name: 'GRD005' }).waitFor();
    await editor().screenshot('rule-page', 'light');
  });
});
