import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { unexpected } from './review-panel';

const row = (n: number, labels: readonly string[]) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `Question ${String(n)}?` },
      { role: 'assistant', content: `Answer ${String(n)}.` },
    ],
    labels,
  });

const log = [row(1, ['refunds']), row(2, ['refunds', 'late']), row(3, ['billing']), row(4, [])].join('\n');

describe('the labels', () => {
  const editor = useWorkbench({ files: { 'chat.jsonl': log } });
  const texts = async () => (await editor().view('Labels')).texts();

  it('stand in a tree with their counts, and those without any at the end', async () => {
    await editor().explorer.menu('chat.jsonl', 'Import Conversations…');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByRole('button', { name: 'Import 4 conversations' }).click();
    await preview.getByText('4 conversations imported into chat').waitFor({ timeout: 30_000 });
    await preview.getByRole('button', { name: 'Close' }).click();
    await until('the labels', async () => (await texts()).join(', ') === 'billing 1, late 1, refunds 2, Not labelled yet 1');
  });

  it('go under another label, and take its place in the tree', async () => {
    const { quick } = editor();
    for (const [label, parent] of [
      ['refunds', 'billing'],
      ['late', 'refunds'],
    ] as const) {
      await (await editor().view('Labels')).menu(label, 'Move Label Under…');
      await quick.opened(`Move ${label} Under`);
      await quick.choose(parent);
      // Rows change their places: the next click must not meet another one.
      await until('the move', async () => (await texts())[0] === 'billing 3');
    }
    await until(
      'the master group',
      async () => (await texts()).join(', ') === 'billing 3, refunds 2, late 1, Not labelled yet 1',
    );
    for (const theme of ['light', 'dark'] as const) await editor().screenshot('labels', theme);
  });

  it('show their traces, what is under them included', async () => {
    await (await editor().view('Labels')).click('billing');
    const review = await editor().view('Review');
    await until('three traces', async () => (await review.texts()).includes('To review 3'));
    await editor().palette('Loop: Clear Filter');
  });

  it('are given to everything a filter holds, and taken back in one step', async () => {
    const { quick } = editor();
    await (await editor().view('Labels')).click('Not labelled yet');
    await until('the trace without a label', async () => (await (await editor().view('Review')).texts()).includes('To review 1'));
    await editor().palette('Loop: Label All Traces of the Filter…');
    await quick.opened('Labels of 1 trace');
    await quick.fill('greeting');
    await quick.accept();
    await until('the new label', async () => (await texts()).includes('greeting 1'));
    await editor().palette('Loop: Undo My Last Act');
    await until('no trace with it', async () => !(await texts()).includes('greeting 1'));
    await editor().palette('Loop: Clear Filter');
  });

  it('are renamed, and merged only after a question', async () => {
    const { quick } = editor();
    await (await editor().view('Labels')).menu('late', 'Rename Label…');
    await quick.opened('Rename late');
    await quick.fill('refunds');
    await quick.accept();
    await (await editor().dialog('Merge late into refunds?')).press('Merge');
    await until('one label less', async () => !(await texts()).some((text) => text.startsWith('late')));
    assert.deepEqual(unexpected(editor()), []);
  });
});
