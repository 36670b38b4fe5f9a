import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { useDom } from './support/dom';
import { closeView, openScene, type OpenView } from './support/open';

const opened = (name: 'import' | 'import_columns'): Promise<OpenView> => openScene(name, '.import-form');

describe('import dialog', function () {
  this.timeout(10_000);
  useDom();
  afterEach(closeView);

  it('says what would happen before anything is written', async () => {
    const view = await opened('import');
    await view.see('.tiles', /391\s*New\s*of 418 read.*19\s*Already here.*8\s*Refused/);
    await view.see('.figure', /support-2026-11\.jsonl\s*openai_chat/);
    await view.see('.figure', /Question with a reference answer\s*12/);
    await view.see('.masks', /e-mail\s*212.*My e-mail is e-mail/);
    assert.equal(document.querySelectorAll('details.sample').length, 3);
    const said = [...document.querySelectorAll('.sample-said')].map((one) => one.textContent.replace(/\s+/g, ' ').trim());
    assert.deepEqual(said, ['Correction No: its base is aluminium.', 'Score 0.25, (2)']);
    assert.deepEqual(view.calls('import.run'), []);
  });

  it('opens a refused row at its line', async () => {
    const view = await opened('import');
    await view.click('.refused .link-button', 'line 112');
    assert.deepEqual(view.sent.at(-1), { type: 'open_file', file: '/home/ana/shop/logs/support-2026-11.jsonl', line: 112 });
  });

  it('imports under the chosen name with labels, and says what came in', async () => {
    const view = await opened('import');
    await view.type('#import-source', 'shop agent ');
    const label = await view.type('#import-label input', 'november');
    view.key(label, 'Enter');
    await view.see('.tag', 'november');
    await view.click('.import-bar vscode-button', 'Import 391 conversations');
    await view.see('h1', '391 conversations imported into shop agent');
    await view.see('.tiles', /391\s*Imported\s*of 418 read.*19\s*Already here/);
    assert.doesNotMatch(view.root.textContent, /New/);
    assert.deepEqual(view.calls('import.run'), [
      { paths: ['/home/ana/shop/logs/support-2026-11.jsonl'], source: 'shop agent', labels: ['november'], mapping: {} },
    ]);
    await view.click('.import-bar vscode-button', 'Start reviewing');
    assert.deepEqual(view.sent.at(-1), { type: 'close', review: true, source: 'shop agent' });
  });

  it('begins where Enter imports, and Enter goes on from there', async () => {
    const view = await opened('import');
    const source = await view.see('#import-source');
    assert.equal(document.activeElement, source);
    view.key(source, 'Enter', { repeat: true });
    assert.deepEqual(view.calls('import.run'), [], 'a key still held down decides nothing');
    view.key(source, 'Enter');
    await view.see('h1', '391 conversations imported into support-agent');
    await view.until('the button that goes on', () => document.activeElement?.textContent.includes('Start reviewing'));
  });

  it('waits for the focus instead of taking it from a palette that is open', async () => {
    const page = document as { hasFocus: () => boolean };
    const { hasFocus } = page;
    page.hasFocus = () => false;
    try {
      const view = await opened('import');
      assert.equal(document.activeElement, document.body);
      page.hasFocus = () => true;
      window.dispatchEvent(new Event('focus'));
      assert.equal(document.activeElement, await view.see('#import-source'));
    } finally {
      page.hasFocus = hasFocus;
    }
  });

  it('wants a name for the source', async () => {
    const view = await opened('import');
    await view.type('#import-source', '  ');
    await view.click('.import-bar vscode-button', 'Import');
    await view.see('.import-bar .bad', 'A source needs a name');
    assert.deepEqual(view.calls('import.run'), []);
  });

  it('asks what unknown columns hold and reads the files again', async () => {
    const view = await opened('import_columns');
    await view.see('.hint', 'which column holds the question');
    const pick = (index: number, value: string): void => {
      const field = document.querySelectorAll('vscode-dropdown')[index];
      if (!field) throw new Error('no such column');
      Object.assign(field, { value });
      field.dispatchEvent(new Event('change'));
    };
    pick(0, 'prompt');
    await view.until('the preview', () => view.calls('import.preview').length === 2);
    pick(1, 'completion');
    await view.see('.tiles', /120\s*New/);
    assert.deepEqual(view.calls('import.preview').at(-1), {
      paths: ['/home/ana/shop/logs/faq.csv'],
      labels: [],
      mapping: { prompt: 'vraag', completion: 'antwoord' },
      source: 'faq',
    });
  });

  it('speaks of the dialog’s own columns, not of the command line', async () => {
    const view = await opened('import_columns');
    await view.see('.refused', 'Say under “Columns” which column holds the question and which the answer.');
    assert.doesNotMatch(view.root.textContent, /--map/);
    assert.equal(view.find('details.columns')?.hasAttribute('open'), true);
  });

  it('fills in what columns seem to hold, and reads them so only when it is told to', async () => {
    const view = await opened('import_columns');
    view.post({ type: 'show', paths: ['/home/ana/shop/logs/questions.csv'], source: 'faq', labels: [] });
    await view.see('.columns tr', /Question.*suggested/);
    assert.equal(document.querySelectorAll('.columns td .mini').length, 3);
    assert.deepEqual((view.calls('import.preview').at(-1) as { mapping: unknown }).mapping, {});
    await view.see('.import-bar vscode-button[disabled]', 'Import');
    await view.click('.columns vscode-button', 'Use the suggestions');
    await view.see('.tiles', /120\s*New/);
    const { mapping } = view.calls('import.preview').at(-1) as { mapping: unknown };
    assert.deepEqual(mapping, { prompt: 'Question', completion: 'answer', id: 'id' });
    assert.deepEqual(view.calls('import.run'), []);
  });

  it('keeps the columns where they are while they are being named', async () => {
    const view = await opened('import_columns');
    const order = () => [...document.querySelectorAll('.import-form > *')].map((one) => one.className).slice(0, 4);
    view.post({ type: 'show', paths: ['/home/ana/shop/logs/questions.csv'], source: 'faq', labels: [] });
    await view.see('.proposal');
    const before = order();
    await view.click('.columns vscode-button', 'Use the suggestions');
    await view.see('.hint', 'can be imported as the columns are read now');
    assert.deepEqual(order(), before);
    assert.deepEqual(before, ['tiles', 'hint', 'columns', 'destination']);
  });

  it('is stopped while it runs and closed when it does not', async () => {
    const view = await opened('import');
    view.held = [];
    await view.click('.import-bar vscode-button', 'Import 391');
    await view.click('.import-bar vscode-button', 'Stop');
    const call = view.sent.find((one) => one.type === 'call' && one['method'] === 'import.run');
    assert.deepEqual(view.sent.at(-1), { type: 'cancel', id: call?.['id'] });
    view.post({
      type: 'result',
      id: call?.['id'],
      ok: false,
      problem: { code: 'cancelled', message: 'Stopped. Nothing was changed.' },
    });
    await view.see('.import-bar .bad', 'Nothing was changed');
    await view.click('.import-bar vscode-button', 'Cancel');
    assert.deepEqual(view.sent.at(-1), { type: 'close', review: false });
  });
});
