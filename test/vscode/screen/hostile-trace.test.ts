import assert from 'node:assert/strict';
import { before, describe, it } from 'mocha';
import type { Frame } from 'playwright-core';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { ReviewPanel, unexpected } from './review-panel';

const mark = 'window.pwned=1;window.top.pwned=1;window.parent.pwned=1';
const answer = [
  '# Your **refund**',
  `<script>${mark}</script>`,
  `<img src="https://evil.example/pixel.png" onerror="${mark}">`,
  '![a picture](https://evil.example/markdown.png)',
  `<a href="javascript:${mark}">a raw link</a> and [a script link](javascript:${mark.replaceAll(';', '%3B')})`,
  '[a command link](command:workbench.action.terminal.new) and [a page](https://evil.example/page?q=1)',
  '<style>* { display: none !important } .bar, footer { position: fixed; inset: 0; background: red; z-index: 99999 }</style>',
  '<div style="position:fixed;inset:0;z-index:99999;background:red">covering everything</div>',
  '<iframe src="https://evil.example/frame"></iframe><form action="https://evil.example"><input autofocus></form>',
  '<link rel="stylesheet" href="https://evil.example/style.css"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  `<svg onload="${mark}"><animate onbegin="${mark}" attributeName="x" dur="1s"/></svg>`,
  'Bidi: \u202egnp.exe\u202c',
].join('\n\n');

const hostile = JSON.stringify({
  model: `<img src=x onerror="${mark}">`,
  messages: [
    { role: 'system', content: `<script>${mark}</script>` },
    { role: 'user', content: `$(alert) **bold** [click](command:workbench.action.quit) <img src=x onerror="${mark}">` },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c1', type: 'function', function: { name: `<b onclick="${mark}">`, arguments: JSON.stringify({ html: answer }) } },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: JSON.stringify({ html: `<script>${mark}</script>` }) },
    { role: 'assistant', content: answer },
  ],
});

/** This machine, the editor's resource scheme, or nothing at all; and the editor's own look at its gallery. */
function isOwn(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  if (!/^https?:$/.test(protocol)) return true;
  return ['127.0.0.1', 'localhost', 'open-vsx.org'].includes(hostname) || hostname.endsWith('.vscode-cdn.net');
}

describe('a hostile conversation', () => {
  const editor = useWorkbench({ files: { 'hostile.jsonl': `${hostile}\n` } });
  const panel = new ReviewPanel(editor);
  const foreign: string[] = [];
  before(() => {
    editor().page.on('request', (request) => {
      if (!isOwn(request.url())) foreign.push(request.url());
    });
  });
  /** What would be there if anything in the text had become part of the page. */
  const harm = (frame: Frame, within: string) =>
    frame.evaluate((selector) => {
      const all = [...document.querySelectorAll(`${selector} *`)];
      return {
        pwned: 'pwned' in window,
        elements: all.filter((one) => one.matches('script, img, iframe, object, form, style, meta, link, svg')).length,
        handlers: all.filter((one) => [...one.attributes].some(({ name }) => name.startsWith('on'))).length,
        addresses: all.filter((one) => one.hasAttribute('href') || one.hasAttribute('src')).length,
      };
    }, within);
  const none = { pwned: false, elements: 0, handlers: 0, addresses: 0 };

  it('is previewed and imported without running', async () => {
    await editor().explorer.menu('hostile.jsonl', 'Import Conversations…');
    const preview = await editor().webview('#import-source', { timeout: 30_000 });
    await preview.getByText('<script>').first().waitFor();
    assert.deepEqual(await harm(preview, '.import'), none);
    await preview.getByRole('button', { name: 'Import 1 conversation' }).click();
    await preview.getByRole('button', { name: 'Start reviewing' }).click();
    const shown = await panel.frame();
    await shown.locator('.under-review', { hasText: 'covering everything' }).waitFor();
    for (const fold of await shown.locator('.talk details:not([open]) > summary').all()) await fold.click();
    assert.deepEqual(await harm(shown, '.talk'), none);
    assert.deepEqual(await harm(shown, '.head'), none);
    await editor().screenshot('hostile', 'dark');
  });

  it('covers nothing: the verdict bar takes a click', async () => {
    const shown = await panel.frame();
    const up = shown.locator('.verdict-up');
    assert.ok(
      await up.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      }),
    );
  });

  it('opens no link by itself, and asks before a page', async () => {
    const shown = await panel.frame();
    const text = await panel.answer();
    assert.match(text, /\[a command link\]\(command:/);
    assert.match(text, /\[a script link\]\(javascript:/);
    await shown.locator('.under-review').getByText('a page', { exact: true }).click();
    const dialog = await editor().dialog(/evil\.example/);
    await dialog.press('Cancel');
    await dialog.box.waitFor({ state: 'detached' });
  });

  it('is plain text in the tree', async () => {
    const review = await editor().view('Review');
    await until('its row', async () =>
      (await review.texts()).some((text) => text.startsWith('$(alert) **bold** [click](command:')),
    );
    assert.equal(await review.root.locator('.codicon-alert').count(), 0);
  });

  it('has run nothing and reached nobody', async () => {
    assert.deepEqual(foreign, []);
    for (const frame of editor().page.frames()) assert.equal(await frame.evaluate(() => 'pwned' in window), false);
    assert.equal(await editor().page.locator('.terminal-wrapper').count(), 0);
    assert.deepEqual(unexpected(editor()), []);
  });
});
