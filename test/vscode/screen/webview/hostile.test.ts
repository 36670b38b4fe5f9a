/** Hostile traces in a real browser under the host's policy: nothing runs, nothing is fetched, nothing is covered. */
import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from 'playwright-core';
import { usePages } from '../../../support/webview-page/use';

/** Opens every fold and shows every long text whole, until there is nothing left to open. */
async function openAll(page: Page): Promise<void> {
  for (let round = 0; round < 40; round++) {
    const left = await page.evaluate(() => {
      const folds = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
      const more = [...document.querySelectorAll<HTMLButtonElement>('.talk .more:not(:disabled)')];
      const wanted = more.filter((button) => button.textContent.includes('Show all'));
      for (const fold of folds) fold.open = true;
      for (const button of wanted) button.click();
      return folds.length + wanted.length;
    });
    if (left === 0) return;
    await page.waitForTimeout(50);
  }
}

describe('a hostile trace', () => {
  const pages = usePages();

  it('runs nothing, fetches nothing and makes no elements of its own, with everything opened', async () => {
    const { page, foreign, errors } = await pages().open({ scene: 'hostile' });
    await page.evaluate(() => document.querySelector('.talk')?.scrollTo(0, 0));
    await openAll(page);
    await page.locator('.talk', { hasText: 'braces' }).waitFor();
    const found = await page.evaluate(() => ({
      pwned: 'pwned' in window,
      bad: document.querySelectorAll('.talk :is(script, img, iframe, object, form, style, meta, link, svg, input)').length,
      handlers: [...document.querySelectorAll('.talk *')].filter((one) =>
        [...one.attributes].some(({ name }) => name.startsWith('on')),
      ).length,
      links: [...document.querySelectorAll('.talk a')].filter((one) => one.hasAttribute('href')).length,
      title: document.title,
    }));
    assert.deepEqual(found, { pwned: false, bad: 0, handlers: 0, links: 0, title: 'Trace' });
    assert.deepEqual(foreign, []);
    assert.deepEqual(errors, []);
  });

  it('cannot cover the verdict bar', async () => {
    const { page } = await pages().open({ scene: 'hostile' });
    const top = await page.evaluate(() => {
      const bar = document.querySelector('.verdict-up')?.getBoundingClientRect();
      return bar && document.elementFromPoint(bar.x + bar.width / 2, bar.y + bar.height / 2)?.closest('.verdict-up') !== null;
    });
    assert.equal(top, true);
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
  });
});
