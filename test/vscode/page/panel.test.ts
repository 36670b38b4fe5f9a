/** What needs a real layout: long conversations, focus, keys, narrow windows. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { usePages } from '../../support/webview-page/use';

/** Keys the workbench would see: those that get as far as the window. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenKeys: seen });
    window.addEventListener('keydown', (event) => {
      if (!/^(Control|Shift|Alt|Meta)$/.test(event.key)) seen.push(event.key);
    });
  });
  return () => page.evaluate(() => (window as unknown as { seenKeys: string[] }).seenKeys.splice(0));
}

const boxOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return { x, y, width, height };
    });

describe('trace panel on a page', () => {
  const pages = usePages();

  it('opens 10 000 messages at the answer, with few elements, and fills in while one scrolls', async () => {
    const { page, errors } = await pages().open({ scene: 'long' });
    await page.locator('.under-review', { hasText: 'answer 9999' }).waitFor();
    const elements = (): Promise<number> => page.evaluate(() => document.querySelectorAll('*').length);
    assert.ok((await elements()) < 4000);
    for (const share of [0, 0.25, 0.5, 0.75]) {
      await page.evaluate((at) => {
        const talk = document.querySelector('.talk');
        talk?.scrollTo(0, talk.scrollHeight * at);
      }, share);
      await page.waitForFunction(() => {
        const talk = document.querySelector('.talk');
        const box = talk?.getBoundingClientRect();
        const middle = box && document.elementFromPoint(box.x + 60, box.y + box.height / 2)?.closest('.turns');
        const turns = [...document.querySelectorAll('.turn')].map((turn) => turn.getBoundingClientRect());
        return middle !== null && box !== undefined && turns.some((turn) => turn.top < box.top + 300 && turn.bottom > box.top);
      });
      assert.ok((await elements()) < 8000);
    }
    assert.deepEqual(errors, []);
  });

  it('goes from message to message with the focus', async () => {
    const { page } = await pages().open({ scene: 'long' });
    await page.waitForFunction(() => document.activeElement?.id === 'turn-9999');
    for (let n = 0; n < 40; n++) await pages().browser.command(page, 'previous_message');
    await page.waitForFunction(() => document.activeElement?.id === 'turn-9959');
    const box = await boxOf(page, '#turn-9959');
    const talk = await boxOf(page, '.talk');
    assert.ok(box.y >= talk.y - 1 && box.y < talk.y + talk.height);
  });

  it('keeps letters typed in a field from the workbench, and lets its chords through', async () => {
    const { page } = await pages().open({ scene: 'refund' });
    const seen = await listen(page);
    await page.locator('#turn-9').press('u');
    assert.deepEqual(await seen(), ['u']);
    await pages().browser.command(page, 'fix');
    await page.locator('#draft-text').waitFor();
    await page.keyboard.type('udc1');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    assert.deepEqual(await seen(), ['ArrowRight']);
    await page.locator('#draft-text').press('Control+z');
    await page.locator('#draft-text').press('F1');
    await page.locator('#draft-text').press('Control+Shift+P');
    assert.deepEqual(await seen(), ['F1', 'P']);
  });

  it('does not move anything when a verdict lands', async () => {
    const { page } = await pages().open({ scene: 'refund' });
    const settings = { auto_advance: false, blind: false, reviewer: 'ana', mac: false };
    await page.evaluate((next) => {
      window.dispatchEvent(new MessageEvent('message', { data: { type: 'start', locale: 'en', strings: {}, settings: next } }));
    }, settings);
    const before = [await boxOf(page, '.under-review'), await boxOf(page, '.verdict-up'), await boxOf(page, '.head')];
    await pages().browser.command(page, 'up');
    await page.locator('.strip', { hasText: 'Marked up' }).waitFor();
    await page.locator('.verdict-up.is-own').waitFor();
    assert.deepEqual([await boxOf(page, '.under-review'), await boxOf(page, '.verdict-up'), await boxOf(page, '.head')], before);
  });

  it('opens an editor without taking the question or the page away', async () => {
    const { page } = await pages().open({ scene: 'refund', height: 700 });
    await page.locator('.under-review').waitFor();
    for (const command of ['fix', 'gold'] as const) {
      const head = await boxOf(page, '.head');
      await pages().browser.command(page, command);
      await page.locator('#draft-text').waitFor();
      const [editor, buttons, talk] = [
        await boxOf(page, '.editor'),
        await boxOf(page, '.editor > .editor-buttons'),
        await boxOf(page, '.talk'),
      ];
      assert.ok(editor.y - talk.y > talk.height / 4, `${command}: what the answer is about is out of sight`);
      assert.ok(buttons.y + buttons.height <= talk.y + talk.height + 1, `${command}: the buttons are out of sight`);
      assert.deepEqual(await boxOf(page, '.head'), head);
      assert.equal(await page.evaluate(() => document.scrollingElement?.scrollTop), 0);
      await page.locator('.editor vscode-button', { hasText: 'Cancel' }).click();
    }
  });

  it('opens the help at its beginning and keeps the strip’s buttons in a narrow window', async () => {
    const { page } = await pages().open({ scene: 'refund', width: 394, height: 600 });
    await pages().browser.command(page, 'help');
    await page.locator('dialog[open]').waitFor();
    assert.equal(await page.evaluate(() => document.querySelector('dialog')?.scrollTop), 0);
    await page.keyboard.press('Escape');
    await pages().browser.command(page, 'up');
    const close = page.locator('.strip-end .icon-button');
    await close.waitFor();
    const box = await boxOf(page, '.strip-end');
    assert.ok(box.x >= 0 && box.x + box.width <= 394, `${String(box.x)} + ${String(box.width)}`);
  });

  it('leaves the answer free of the strip after going on', async () => {
    const { page } = await pages().open({ scene: 'refund', height: 700 });
    await pages().browser.command(page, 'down');
    await page.locator('.reason').first().waitFor();
    const [answer, strip] = [await boxOf(page, '.under-review'), await boxOf(page, '.strip')];
    assert.ok(answer.y + answer.height <= strip.y, `${String(answer.y + answer.height)} > ${String(strip.y)}`);
  });

  it('needs no sideways scrolling at 400 pixels', async () => {
    for (const scene of ['refund', 'tools', 'hostile', 'dataset', 'import']) {
      const { page } = await pages().open({ scene, width: 400, height: 700 });
      const wide = await page.evaluate(() =>
        [...document.querySelectorAll('.head, .talk, .bar, .report, .import-form')]
          .filter((one) => one.scrollWidth > one.clientWidth + 1)
          .map((one) => one.className),
      );
      assert.deepEqual(wide, [], scene);
    }
  });

  it('marks what is searched for and brings it into view', async () => {
    const { page } = await pages().open({ scene: 'refund' });
    await pages().browser.command(page, 'search');
    await page.locator('#search').fill('dent in the lid');
    await page.locator('.search-count', { hasText: '1 match' }).waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.search-count', { hasText: '1 of 1' }).waitFor();
    const marked = await page.evaluate(() => CSS.highlights.get('loop-search-current')?.size ?? 0);
    assert.equal(marked, 1);
    const [message, talk] = [await boxOf(page, '#turn-4'), await boxOf(page, '.talk')];
    assert.ok(message.y >= talk.y && message.y < talk.y + talk.height);
    assert.equal(await page.evaluate(() => document.activeElement?.id), 'search');
  });
});
