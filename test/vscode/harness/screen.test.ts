/** The harness drives a real editor: every helper a screen test has, tried on the probe extension. */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { packProbe } from './pack';

describe('screen harness', function () {
  this.timeout(60_000);
  const vsix: string[] = [];
  before(async () => void vsix.push(await packProbe()));
  after(async () => rm(path.dirname(vsix[0] ?? ''), { recursive: true }));

  describe('in a quiet workbench', () => {
    const files = { 'data/deep/rows.jsonl': '{}\n{}\n', 'notes.txt': 'hello', 'bad.json': '{ "a": }' };
    const editor = useWorkbench({ server: { vsix }, title: 'Probe', files });

    it('runs a command from the palette, picks many, answers an input box and presses a button of the toast', async () => {
      const { quick, ...workbench } = editor();
      await editor().palette('Probe: Ask');
      await quick.opened('Which?');
      assert.deepEqual(await quick.rows(), ['Lemon', 'Lime', 'Cherry', 'Plum']);
      await quick.check('Lime');
      await quick.check('Plum');
      await quick.ok();
      await quick.opened('Name');
      await quick.accept();
      assert.match(await quick.message(), /A name is needed/);
      await quick.fill('Ada');
      await quick.accept();
      await quick.closed();
      const toast = await workbench.messages.toast('Ada likes Lime and Plum');
      assert.deepEqual(await toast.buttons(), ['Thanks']);
      await toast.press('Thanks');
      await workbench.messages.toast('pressed Thanks');
      await editor().clearMessages();
    });

    it('reads trees, opens items, uses their buttons and menus, scrolls, and reads the badge', async () => {
      const fruit = await editor().view('Fruit');
      assert.equal(await editor().badge(), '4');
      await fruit.expand('Citrus');
      await fruit.item('Lime').waitFor();
      assert.deepEqual(await fruit.texts(), ['Citrus 6 letters', 'Lemon 5 letters', 'Lime 4 letters', 'Stone 5 letters']);
      await fruit.press('Lemon', 'Peel');
      await (await editor().toast('peeled Lemon')).dismiss();
      await fruit.menu('Stone', 'Peel');
      await editor().toast('peeled Stone');
      await editor().viewButton('Greet');
      await editor().toast('Hello');
      const numbers = await editor().view('Numbers');
      await numbers.click('number 321');
      await numbers.click('number 3');
    });

    it('chooses from the explorer, by menu and by dragging, and from the file dialog', async () => {
      await editor().explorer.menu('data/deep/rows.jsonl', 'Read This File');
      await editor().toast('read rows.jsonl: 6 bytes');
      await editor().dragToView('notes.txt', 'Fruit');
      await editor().toast(/dropped notes.txt on/);
      await editor().palette('Probe: Choose a File');
      await editor().fileDialog(path.join(editor().folder, 'notes.txt'));
      await editor().toast('chosen: notes.txt');
    });

    it('reads the problems of an open file', async () => {
      await editor().openFile('bad.json');
      const problems = await until('a problem', async () =>
        (await editor().problems()).find((line) => /Value expected/.test(line)),
      );
      assert.match(problems, /Ln 1/);
    });

    it('answers a modal dialog', async () => {
      await editor().palette('Probe: Confirm');
      const dialog = await editor().dialog('Really?');
      assert.equal(await dialog.text(), 'Really?');
      await dialog.press('Do It');
      await editor().toast('answer: Do It');
    });

    it('works inside a webview, and takes pictures in four themes', async () => {
      await editor().palette('Probe: Open Panel');
      const panel = await editor().webview('#word');
      await panel.getByLabel('Word').fill('moin');
      await panel.getByRole('button', { name: 'Send' }).click();
      await panel.evaluate(() => console.error('seen in the log'));
      await until('the log', () => editor().log.some((line) => line.startsWith('error seen in the log')));
      const toast = await editor().toast('webview says moin');
      await toast.dismiss();
      await editor().openFile('notes.txt');
      await editor().noWebview('#word');
      await editor().tab('Probe Panel').click();
      await editor().webview('#word');
      process.env['LOOP_SCREENSHOTS'] ||= 'results';
      const pictures = new Set<string>();
      for (const theme of ['light', 'dark', 'hc-dark', 'hc-light'] as const) {
        const file = await editor().screenshot('harness', theme);
        pictures.add((await readFile(file ?? '')).toString('base64'));
      }
      assert.equal(pictures.size, 4);
    });
  });

  describe('in German', () => {
    const editor = useWorkbench({ server: { vsix, locale: 'de', env: { PROBE: '1' } }, title: 'Probe' });

    it("uses the extension's German texts", async () => {
      await editor().palette('Probe: Begrüßen');
      await editor().toast('Guten Tag');
    });
  });
});
