import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { scenes } from '../support/webview-page/scenes';
import { refusalWords } from '../../core/export/next-steps';
import { textOf } from '../../webview/words';
import { useDom } from './support/dom';
import { closeView, openView, type OpenView } from './support/open';

async function opened(name: 'dataset' | 'dataset_fine' | 'dataset_missing'): Promise<OpenView> {
  const scene = scenes[name];
  if (!scene) throw new Error(`no scene ${name}`);
  return openView(scene);
}

/** The tabs are the toolkit's, which is not loaded here: they say themselves which one was chosen. */
function choose(id: string): void {
  const detail = document.getElementById(`tab-${id}`);
  document.querySelector('vscode-panels')?.dispatchEvent(new CustomEvent('change', { detail }));
}

describe('dataset panel', function () {
  this.timeout(10_000);
  useDom();
  afterEach(closeView);

  it('begins with warnings, each with what it says and why it matters', async () => {
    const view = await opened('dataset');
    const card = await view.see('.warning', 'Longer is winning');
    assert.match(card.textContent, /81 % of 64 pairs/);
    assert.match(card.textContent, /the model learns to be long/);
    card.querySelector('button')?.click();
    assert.deepEqual(view.sent.at(-1), { type: 'open_part', dataset: 'refunds-3', part: 'warning:length_bias' });
    const overview = await view.see('.overview');
    assert.match(overview.firstElementChild?.textContent ?? '', /What to look at first/);
  });

  it('says that everything was checked when nothing is wrong', async () => {
    const view = await opened('dataset_fine');
    await view.see('.fine', 'Checked: nothing to warn about');
    await view.see('.figure', 'every trace of the slice gave at least one row');
  });

  it('opens the traces behind every number', async () => {
    const view = await opened('dataset');
    const parts: string[] = [];
    await view.see('.bars');
    for (const link of document.querySelectorAll<HTMLElement>('.figure-link')) {
      link.click();
      parts.push(String(view.sent.at(-1)?.['part']));
    }
    for (const part of [
      'in',
      'train',
      'holdout',
      'left_out:no_verdict',
      'source:human',
      'reviewer:ana',
      'model:ministral-8b-2410',
      'label:refunds',
    ]) {
      assert.ok(parts.includes(part), part);
    }
  });

  it('shows that the books add up', async () => {
    const view = await opened('dataset');
    await view.see('.left-out', '260 in the slice = 176 used + 84 left out');
    await view.see('.left-out', /Nobody has judged it\s*58/);
    await view.see('.figure', '2 tasks stayed in training to be kept whole');
    await view.see('.purged', '1 row was removed');
  });

  it('shows rows as the trainer sees them and opens their traces', async () => {
    const view = await opened('dataset');
    await view.see('.overview');
    choose('samples');
    await view.see('.sample', /chosen.*40 % back/);
    await view.click('.segment', 'Held out');
    await view.until('one row', () => document.querySelectorAll('.sample').length === 1);
    const asked = { dataset: 'refunds-3', target: 'trl', limit: 25, offset: 0, split: 'holdout' };
    assert.deepEqual(view.calls('dataset.samples').at(-1), asked);
    await view.click('.segment', 'JSON');
    await view.see('.sample pre', '"track_parcel"');
    await view.click('.sample .link-button', 'Open trace');
    assert.deepEqual(view.sent.at(-1), { type: 'open_trace', trace: 'p1o2i3u4y5t6r7e8w9q0a1s2d3' });
  });

  it('shows rows as each target writes them, and which it would not take', async () => {
    const view = await opened('dataset');
    await view.see('.overview');
    choose('samples');
    await view.see('.samples-bar', /Hugging Face TRL\s*OpenAI/);
    await view.see('.samples-refused', /One row of these is not written\s*both answers of the pair are the same/);
    await view.see('.samples-bar', '3 of 3');
    await view.click('.segment', 'OpenAI');
    await view.see('.sample', /preferred_output.*40 % back/);
    const asked = { dataset: 'refunds-3', target: 'openai', limit: 25, offset: 0 };
    assert.deepEqual(view.calls('dataset.samples').at(-1), asked);
    await view.click('.samples-refused .link-button', 'Open trace');
    assert.deepEqual(view.sent.at(-1), { type: 'open_trace', trace: 'z9x8c7v6b5n4m3a2s1d0f9g8h7' });
  });

  it('sorts the table by any column, by keyboard, and back', async () => {
    const view = await opened('dataset');
    await view.see('.overview');
    choose('samples');
    await view.click('.segment', 'Table');
    await view.see('.sample-table');
    const head = () => [...document.querySelectorAll('th')].find((one) => one.textContent.includes('rejected'));
    const cells = () => [...document.querySelectorAll('tbody tr')].map((row) => row.children[4]?.textContent.trim() ?? '');
    const sorted = async (way: string, first: RegExp) => {
      // A button: Enter and Space press it.
      await view.click('th .column-head', 'rejected');
      await view.until(way, () => head()?.getAttribute('aria-sort') === way && first.test(cells()[0] ?? ''));
      await view.until(
        'the end of sorting',
        () => document.querySelector('.sample-table')?.getAttribute('aria-busy') === 'false',
      );
      return view.calls('dataset.samples').at(-1);
    };
    const asked = { dataset: 'refunds-3', target: 'trl', limit: 25, offset: 0 };
    assert.match(cells()[0] ?? '', /refunded everything.*33 characters/s);
    assert.deepEqual(await sorted('ascending', /arrive soon/), { ...asked, sort: { column: 'rejected', descending: false } });
    assert.deepEqual(await sorted('descending', /refunded/), { ...asked, sort: { column: 'rejected', descending: true } });
    assert.deepEqual(await sorted('none', /refunded/), asked);
  });

  it('has words for every reason why a row is not written', () => {
    for (const code of Object.keys(refusalWords)) assert.ok(textOf(`not_written.${code}`), code);
  });

  it('shows how rows came about, and versions with their files', async () => {
    const view = await opened('dataset');
    await view.see('.overview');
    choose('pipeline');
    await view.see('.stage', /Sample.*260 drawn with seed 7/);
    await view.see('.stage', /Verdicts.*84 left out/);
    await view.click('.stage-flow .link-button', '178 for training');
    assert.deepEqual(view.sent.at(-1), { type: 'open_part', dataset: 'refunds-3', part: 'train' });
    choose('repository');
    await view.see('tr', /3 shown here/);
    await view.see('tr', /holdout\.jsonl.*changed by hand/);
    await view.click('tr .link-button', '2');
    assert.deepEqual(view.sent.at(-1), { type: 'open_dataset', dataset: 'refunds-2' });
    assert.deepEqual(view.state, { view: 'dataset', dataset: 'refunds-3', tab: 'repository' });
  });

  it('shows how rows spread, for the eye and as tables whose numbers open their traces', async () => {
    const view = await opened('dataset');
    await view.see('.chart', 'How long the answers are');
    const charts = [...document.querySelectorAll('.chart')];
    assert.equal(charts.length, 3);
    const parts: string[] = [];
    for (const link of document.querySelectorAll<HTMLElement>('.chart-table .link-button')) {
      link.click();
      parts.push(String(view.sent.at(-1)?.['part']));
    }
    for (const part of ['score:0.9', 'length:256', 'rejected_length:128']) assert.ok(parts.includes(part), part);
    assert.ok(parts.includes('time:2026-11-08T00:00:00.000Z/2026-11-09T00:00:00.000Z'));
    for (const chart of charts) {
      const said = chart.querySelector('table')?.textContent ?? '';
      const drawn = [...chart.querySelectorAll('.column')].filter((one) => !/: 0$/.test(one.getAttribute('title') ?? ''));
      assert.ok(said.length > 0 && drawn.length > 0);
    }
    assert.equal(document.querySelectorAll('.column.is-marked').length, 1, 'a line where the holdout begins');
  });

  it('shows what differs from another build, and why', async () => {
    const view = await opened('dataset');
    await view.see('.overview');
    choose('repository');
    await view.click('tr .link-button', 'Compare');
    await view.see('.comparison', /From refunds@2 to refunds@3/);
    assert.deepEqual(view.calls('dataset.compare').at(-1), { from: 'refunds-2', to: 'refunds-3', limit: 25, offset: 0 });
    await view.see('.comparison', /Came in 31.*22 A verdict was given/);
    await view.see('.comparison', /holdout_percent.*15 → 20/);
    await view.see('.comparison tr', /changed.*The holdout fell on other tasks.*dented kettle.*Held out → Training/);
    await view.click('.compare-counts .link-button', '9');
    assert.deepEqual(view.sent.at(-1), { type: 'open_part', dataset: 'refunds-3', part: 'compare:refunds-2:in:new_trace' });
    await view.click('.comparison .more', 'Show 47 more');
    await view.until('the next page', () => JSON.stringify(view.calls('dataset.compare').at(-1)).includes('"offset":3'));
    await view.click('.comparison .icon-button', '');
    await view.until('closed', () => document.querySelector('.comparison') === null);
  });

  it('says why there is nothing to show', async () => {
    const view = await opened('dataset_missing');
    await view.see('.center', 'No dataset gone in this store.');
  });
});
