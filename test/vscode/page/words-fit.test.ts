import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { usePages } from '../../support/webview-page/use';

/** What is wider than its button or its field, in a language of long words. */
function clipped(): string[] {
  const canvas = document.createElement('canvas').getContext('2d');
  const buttons = [...document.querySelectorAll<HTMLElement>('vscode-button')].filter((one) => {
    const inner = one.shadowRoot?.querySelector('button');
    return inner && one.offsetParent !== null && inner.scrollWidth > inner.clientWidth + 1;
  });
  const fields = [...document.querySelectorAll('vscode-text-field')].flatMap(
    (one) => one.shadowRoot?.querySelector('input') ?? [],
  );
  const inputs = [...document.querySelectorAll('input'), ...fields].filter((one) => {
    if (!canvas || one.placeholder === '' || one.offsetParent === null) return false;
    const style = getComputedStyle(one);
    canvas.font = style.font;
    const room = one.clientWidth - parseFloat(style.paddingInlineStart) - parseFloat(style.paddingInlineEnd);
    return canvas.measureText(one.placeholder).width > room + 1;
  });
  return [...buttons.map((one) => one.textContent.trim()), ...inputs.map((one) => one.placeholder)];
}

describe('words in German', () => {
  const pages = usePages();
  for (const width of [400, 1000]) {
    for (const scene of ['refund', 'dataset', 'import', 'import_columns', 'queue_empty', 'missing']) {
      it(`fit into their buttons and fields: ${scene} at ${String(width)} pixels`, async () => {
        const { page } = await pages().open({ scene, theme: 'light', width, lang: 'de' });
        await pages().browser.settled(page);
        assert.deepEqual(await page.evaluate(clipped), []);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 0, `the page is ${String(wide)} pixels too wide`);
      });
    }
  }
});
