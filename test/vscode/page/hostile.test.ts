/** Hostile traces in a real browser under the host's policy: nothing runs, nothing is fetched, nothing is covered. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { readAsText } from '../../support/webview-page/hostile';
import { usePages } from '../../support/webview-page/use';

/** Opens every fold and shows every long text whole, until there is nothing left to open. */
async function openAll(page: Page): Promise<void> {
  for (let round = 0; round < 40; round++) {
    const left = await page.evaluate(() => {
      const folds = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
      const more = [...document.querySelectorAll<HTMLButtonElement>('.more:not(:disabled)')];
      const wanted = more.filter((button) => button.textContent.includes('Show all'));
      for (const fold of folds) fold.open = true;
      for (const button of wanted) button.click();
      return folds.length + wanted.length;
    });
    if (left === 0) return;
    await page.waitForTimeout(50);
  }
}

/** What would be there if anything in a text had become part of the page. */
const harm = (page: Page, within: string) =>
  page.evaluate((selector) => {
    const all = [...document.querySelectorAll(`${selector} *`)];
    const own = '.columns, .destination, .import-bar, .bar';
    const wrong = 'script, img, iframe, object, embed, form, style, meta, base, link, svg, input, video, audio, dialog';
    return {
      pwned: 'pwned' in window,
      elements: all.filter((one) => one.matches(wrong) && one.closest(own) === null).length,
      handlers: all.filter((one) => [...one.attributes].some(({ name }) => name.startsWith('on'))).length,
      addresses: all.filter((one) => one.hasAttribute('href') || one.hasAttribute('src') || one.hasAttribute('srcset')).length,
    };
  }, within);
const none = { pwned: false, elements: 0, handlers: 0, addresses: 0 };

/** Whether a real click would reach this, and nothing that lies over it. */
const isUncovered = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((button) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });

describe('a hostile trace', () => {
  const pages = usePages();

  it('runs nothing, fetches nothing and makes no elements of its own, with everything opened', async () => {
    const { page, foreign, errors } = await pages().open({ scene: 'hostile' });
    await page.evaluate(() => document.querySelector('.talk')?.scrollTo(0, 0));
    await openAll(page);
    await page.locator('.talk', { hasText: 'braces' }).waitFor();
    assert.deepEqual(await harm(page, '.trace'), none);
    const text = await page.evaluate(() => document.querySelector('.talk')?.textContent ?? '');
    const unread = Object.entries(readAsText).filter(([, words]) => !text.includes(words));
    assert.deepEqual(unread, [], 'each attack is there, as text');
    assert.equal(await page.title(), 'Trace');
    assert.match(page.url(), /^https:\/\/panel\.test\//);
    assert.equal(page.context().pages().length, 1);
    assert.deepEqual(foreign, []);
    assert.deepEqual(errors, []);
  });

  it('cannot cover the verdict bar, which takes a click', async () => {
    const { page } = await pages().open({ scene: 'hostile' });
    await page.evaluate(() => document.querySelector('.talk')?.scrollTo(0, 0));
    await openAll(page);
    for (const name of ['up', 'down', 'fix', 'gold', 'skip', 'note'])
      assert.ok(await isUncovered(page, `.verdict-${name}`), name);
    await page.locator('.verdict-up').click({ timeout: 5000 });
    await page.locator('.strip', { hasText: 'Marked up' }).waitFor();
  });

  it('is as harmless in the rows of a dataset, in each of their forms', async () => {
    const { page, foreign, errors } = await pages().open({ scene: 'dataset_hostile' });
    await page.locator('#tab-samples').click();
    for (const form of ['Readable', 'Table', 'JSON']) {
      await page.getByRole('button', { name: form }).click();
      await openAll(page);
      assert.deepEqual(await harm(page, '.samples-tab'), none, form);
      assert.match(await page.locator('.samples-tab').innerText(), /window\.pwned/, form);
    }
    assert.deepEqual(foreign, []);
    assert.deepEqual(errors, []);
  });

  it('is as harmless in the import dialog, where the button keeps its place', async () => {
    const { page, foreign, errors } = await pages().open({ scene: 'import_hostile' });
    await openAll(page);
    assert.deepEqual(await harm(page, '.import'), none);
    const text = await page.evaluate(() => document.querySelector('.import')?.textContent ?? '');
    for (const word of ['script', 'event handlers', 'command: links', 'meta refresh'])
      assert.ok(text.includes(readAsText[word] ?? '?'), word);
    assert.ok(await isUncovered(page, '.import-bar vscode-button'));
    assert.deepEqual(foreign, []);
    assert.deepEqual(errors, []);
  });

  it('follows no link by itself, and shows as text what is no web page', async () => {
    const { page, foreign } = await pages().open({ scene: 'hostile' });
    await page.locator('.md-link', { hasText: 'web' }).last().click();
    const asked = await page.evaluate(() => (window as unknown as { loopPage: { sent: unknown[] } }).loopPage.sent.at(-1));
    assert.deepEqual(asked, { type: 'open_link', url: 'https://evil.example/?q=1' });
    assert.match(page.url(), /^https:\/\/panel\.test\//);
    const text = await page.locator('.under-review').innerText();
    assert.match(text, /\[run\]\(command:workbench/);
    assert.match(text, /\[js\]\(javascript:/);
    assert.deepEqual(foreign, []);
  });

  it('stays quick: a megabyte without a space is opened and shown whole', async () => {
    const { page } = await pages().open({ scene: 'hostile' });
    await page.evaluate(() => document.querySelector('.talk')?.scrollTo(0, 0));
    const whole = page.locator('.call', { hasText: 'braces' }).locator('.call-result');
    await whole.getByRole('button', { name: /Show all/ }).click();
    await whole.getByRole('button', { name: /Show less/ }).waitFor({ timeout: 10_000 });
    const length = await whole.evaluate((element) => element.textContent.length);
    assert.ok(length > 1_000_000);
    // A frame after it: the page answers at once, although a million characters are on it.
    const frame = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const from = performance.now();
          requestAnimationFrame(() => resolve(performance.now() - from));
        }),
    );
    assert.ok(frame < 500, `a frame took ${String(frame)} ms`);
  });

  it('shows bidi overrides and escapes instead of obeying them', async () => {
    const { page } = await pages().open({ scene: 'hostile' });
    await page.locator('.meta .hidden-character', { hasText: 'RLO' }).waitFor();
    await page.evaluate(() => document.querySelector('.talk')?.scrollTo(0, 0));
    await page.locator('.talk .hidden-character', { hasText: 'LRI' }).first().waitFor();
    await page.locator('.talk .hidden-character', { hasText: 'TAG hi' }).first().waitFor();
    await page.locator('.talk .hidden-character', { hasText: 'ESC' }).first().waitFor();
  });
});
