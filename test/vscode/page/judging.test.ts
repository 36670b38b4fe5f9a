/** What needs a real page: selecting words, marks in the text, answers beside each other. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { usePages } from '../../support/webview-page/use';

/** The words under a highlight, as the page shows them. */
const marked = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(
    (highlight) =>
      [...(CSS.highlights.get(highlight) ?? [])].flatMap((range) => (range instanceof Range ? [range.toString()] : [])),
    name,
  );

describe('notes and answers on a page', () => {
  const pages = usePages();

  it('marks the words a note is about, in the drawn text', async () => {
    for (const theme of ['dark', 'light'] as const) {
      const { page, errors } = await pages().open({ scene: 'noted', theme });
      await page.locator('.passage-note', { hasText: 'The policy says ten.' }).waitFor();
      assert.deepEqual(await marked(page, 'loop-note'), ['within five working days']);
      assert.deepEqual(errors, []);
    }
  });

  it('notes what is selected with the pointer, by the button that says so', async () => {
    const { page, errors } = await pages().open({ scene: 'refund' });
    await page
      .locator('.under-review .words td', { hasText: '€ 19.98 back' })
      .first()
      .dblclick({ position: { x: 30, y: 10 } });
    await page.locator('.verdict-note', { hasText: 'Note on selection' }).click();
    const words = (await page.locator('.note-about .passage').textContent())?.trim() ?? '';
    assert.ok(words.length > 1 && '€ 19.98 back (40 %)'.includes(words), words);
    await page.locator('#draft-text').fill('Check the amount.');
    await page.keyboard.press('Control+Enter');
    await page.locator('.passage-note', { hasText: 'Check the amount.' }).waitFor();
    assert.deepEqual(await marked(page, 'loop-note'), [words]);
    await page.locator('.passage-note .icon-button').click();
    await page.locator('.passage-note').waitFor({ state: 'detached' });
    assert.deepEqual(await marked(page, 'loop-note'), []);
    assert.deepEqual(errors, []);
  });

  it('shows the words of a note from the side column', async () => {
    const { page } = await pages().open({ scene: 'noted' });
    await page.locator('.passage-note .link-button').click();
    await page.waitForFunction(() => CSS.highlights.has('loop-note-current'));
    assert.deepEqual(await marked(page, 'loop-note-current'), ['within five working days']);
  });

  it('keeps the buttons of an answer being written in reach while the last act is still shown', async () => {
    for (const width of [400, 1100]) {
      const { page } = await pages().open({ scene: 'refund', width });
      await pages().browser.command(page, 'down');
      await page.locator('.strip').waitFor();
      await pages().browser.command(page, 'fix');
      await page.locator('.editor-buttons vscode-button').first().click({ trial: true });
      const buttons = await page.locator('.editor-buttons').boundingBox();
      const strip = await page.locator('.strip').boundingBox();
      assert.ok(buttons && strip && buttons.y + buttons.height <= strip.y, JSON.stringify({ width, buttons, strip }));
    }
  });

  it('lays answers side by side where there is room, and one under the other where there is none', async () => {
    const columns = async (width: number): Promise<{ x: number; y: number }[]> => {
      const { page } = await pages().open({ scene: 'compare', width });
      await pages().browser.command(page, 'compare');
      await page.locator('.compare-column').nth(3).waitFor();
      return page
        .locator('.compare-column')
        .evaluateAll((all) => all.map((one) => ({ x: one.getBoundingClientRect().x, y: one.getBoundingClientRect().y })));
    };
    const wide = await columns(1200);
    assert.equal(new Set(wide.map(({ y }) => y)).size, 1);
    assert.equal(new Set(wide.map(({ x }) => x)).size, 4);
    const narrow = await columns(500);
    assert.equal(new Set(narrow.map(({ x }) => x)).size, 1);
    assert.equal(new Set(narrow.map(({ y }) => y)).size, 4);
  });
});
