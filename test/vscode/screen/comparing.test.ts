import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { Frame } from 'playwright-core';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { ReviewPanel, unexpected } from './review-panel';

const answers = [
  'Yes, you can return it within thirty days, in its box, and we pay for the postage.',
  'Yes, you can return it within sixty days, in its box, and we pay for the postage.',
  'No returns on kettles.',
];
/** One call that answered three times, and a conversation to go on to. */
const log = [
  {
    request: { model: 'shop-8b', messages: [{ role: 'user', content: 'Can I still return the kettle I bought last month?' }] },
    response: { choices: answers.map((content, index) => ({ index, message: { role: 'assistant', content } })) },
  },
  {
    messages: [
      { role: 'user', content: 'Where is my parcel?' },
      { role: 'assistant', content: 'On its way.' },
    ],
  },
]
  .map((row) => JSON.stringify(row))
  .join('\n');

const judge = `---
version: 1
name: Tone
dimensions:
  - { key: tone, description: The customer is addressed with respect., scale: { min: 1, max: 5 } }
---

Score the tone of the reply. Length is not quality.
`;

describe('answers side by side and notes on words', () => {
  const editor = useWorkbench({ files: { 'calls.jsonl': log, 'tone.judge.md': judge } });
  const review = new ReviewPanel(editor);
  const key = async (name: string) => editor().page.keyboard.press(name);
  /** Back on the conversation with three answers, its comparison on the screen. */
  const back = async (): Promise<Frame> => {
    await key('ArrowLeft');
    const panel = await review.frame();
    await panel.locator('.compare-column').nth(2).waitFor();
    return panel;
  };
  const best = async (panel: Frame) => panel.locator('.compare-column.is-best h3').allInnerTexts();

  it('are opened by v, with what differs marked', async () => {
    await editor().explorer.menu('calls.jsonl', 'Import Conversations…');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByRole('button', { name: 'Import 2 conversations' }).click();
    await preview
      .getByRole('button', { name: 'Review' })
      .or(preview.getByRole('button', { name: 'Start reviewing' }))
      .first()
      .click();
    await review.ready();
    if ((await review.title()).startsWith('Where')) await key('ArrowLeft');
    await until('the conversation with three answers', async () => (await review.title()).startsWith('Can I still'));
    await key('v');
    const panel = await review.frame();
    await panel.locator('.compare-column').nth(2).waitFor();
    assert.deepEqual(await panel.locator('.compare-column ins').allInnerTexts(), ['sixty']);
    assert.deepEqual(await panel.locator('.compare-column kbd').allInnerTexts(), ['1', '2', '3']);
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('compare', theme);
  });

  it('the best is a number, another best takes its place, and 0 says that none is', async () => {
    await review.press('2', /^Saved/);
    assert.deepEqual(await best(await back()), ['Candidate 1']);
    await review.press('3', /^Saved/);
    assert.deepEqual(await best(await back()), ['Candidate 2']);
    await review.press('0', /^Saved/);
    const panel = await back();
    assert.deepEqual(await best(panel), []);
    await panel.locator('.compare-head [aria-pressed=true]').waitFor();
    const said = await panel.locator('.signal').allInnerTexts();
    assert.equal(said.length, 3, 'a line for each key, whatever number of answers it was about');
    assert.match(said[0] ?? '', /None of these is better: Recorded answer, Candidate 1, Candidate 2\.$/);
    assert.match(said[1] ?? '', /counts no more\s+Candidate 2 is better than Recorded answer, Candidate 1\.$/);
    await key('Escape');
    await panel.locator('.compare').waitFor({ state: 'detached' });
  });

  it('a note is about the words that are selected, and marks them', async () => {
    const panel = await review.frame();
    const words = panel.locator('.under-review .words');
    await words
      .locator('p')
      .first()
      .dblclick({ position: { x: 12, y: 8 } });
    await panel.locator('.verdict-note', { hasText: 'Note on selection' }).waitFor();
    await key('n');
    const field = panel.locator('#draft-text:focus');
    await field.waitFor();
    const about = ((await panel.locator('.note-about .passage').textContent()) ?? '').trim();
    assert.equal(about, 'Yes');
    await field.fill('Only with the receipt.');
    await key('Control+Enter');
    await panel.locator('.passage-note', { hasText: 'Only with the receipt.' }).waitFor();
    const marked = await panel.evaluate(() =>
      [...(CSS.highlights.get('loop-note') ?? [])].map((range) => (range instanceof Range ? range.toString() : '')),
    );
    assert.deepEqual(marked, ['Yes']);
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('note-on-words', theme);
  });

  it('what a judge said elsewhere comes in, and is stale when its file changes', async () => {
    const trace = (await (await review.frame()).locator('.meta .id code').getAttribute('title')) ?? '';
    const verdicts = path.join(editor().folder, 'verdicts.jsonl');
    const rows = [
      { trace, scores: { tone: 4 }, reason: 'Friendly.' },
      { trace, scores: { style: 4 } },
    ];
    await writeFile(verdicts, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    await editor().palette('Loop: Import Verdicts of a Judge…');
    await editor().fileDialog(verdicts);
    const toast = await editor().toast(/Tone: 1 verdict recorded, 0 here already\..*Refused: 1 row,/);
    assert.match(await toast.text(), /The judge has no dimension style\.$/);
    await toast.dismiss();
    const judged = async (words: RegExp) => {
      const rubrics = await editor().view('Rubrics');
      await until(`the judge to say ${String(words)}`, async () => (await rubrics.texts()).some((text) => words.test(text)));
    };
    await judged(/tone\.judge\.md.*1 verdict · 0\.75/);
    await (await review.frame()).locator('.side', { hasText: 'Friendly.' }).waitFor();
    await writeFile(path.join(editor().folder, 'tone.judge.md'), judge.replace('Length', 'Be exact. Length'));
    await judged(/rubric has changed since/);
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('judge-stale', theme);
    assert.deepEqual(unexpected(editor()), []);
  });
});
