import assert from 'node:assert/strict';
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { fillStore, inStore } from '../../support/editor/big-store';
import { keyTimesText, watchKeys, type KeyTime } from '../../support/editor/key-times';
import { useWorkbench } from '../../support/editor/open';
import { until } from '../../support/editor/wait';
import { ReviewPanel, unexpected } from './review-panel';

/** As many as the issue names; the bench asks for more. */
const traces = Number(process.env['LOOP_TRACES'] ?? 10_000);
const rounds = 5;

/** Fifty verdicts as a reviewer gives them, hands on the keyboard, in a store that is not small. */
describe(`fifty verdicts in a store of ${String(traces)}`, function () {
  this.timeout(300_000);
  const editor = useWorkbench({ name: 'many', prepare: (folder) => fillStore(folder, traces) });
  const panel = new ReviewPanel(editor);
  let take: () => Promise<KeyTime[]>;

  it('opens at the first that waits', async () => {
    const review = await editor().view('Review');
    await until('the count', async () => (await review.texts())[0]?.startsWith('To review'), { timeout: 60_000 });
    await editor().palette('Loop: Review Next Trace');
    await panel.ready();
    take = await watchKeys(await panel.frame());
  });

  it('takes every kind by key, each on the next trace', async () => {
    const { keyboard } = editor().page;
    const seen = new Set([await panel.title()]);
    const next = async (): Promise<void> => {
      const title = await panel.title();
      assert.ok(!seen.has(title), `came twice: ${title}`);
      seen.add(title);
    };
    for (let round = 0; round < rounds; round++) {
      for (const key of ['u', 'd', 'u', 's', 'u']) {
        await panel.judge(key);
        await next();
      }
      await panel.judge('d');
      await next();
      if (round === 0) {
        await keyboard.press('r');
        await (await panel.frame()).locator('#reason:focus').waitFor();
        await keyboard.type('invented a fee');
        await panel.press('Enter', /^Reason saved: invented a fee/);
      } else {
        await panel.press('1', /^Reason saved: invented a fee/);
      }
      for (const [key, text] of [
        ['c', 'Corrected in round'],
        ['g', 'Reference of round'],
        ['c', 'Once more in round'],
      ] as const) {
        await panel.write(key, `${text} ${String(round)}`);
        await next();
      }
      await panel.judge('u');
      await next();
    }
    assert.equal(seen.size, rounds * 10 + 1);
  });

  it('has each of them in the store', async () => {
    const rows = (await inStore(editor().folder, 'list', '--limit', '100', '--state', 'reviewed')) as { verdict?: string }[];
    const of = (verdict: string) => rows.filter((row) => row.verdict === verdict).length;
    assert.deepEqual(
      [of('up'), of('down'), of('correction'), of('gold')],
      [4, 2, 2, 1].map((n) => n * rounds),
    );
    const skipped = await inStore(editor().folder, 'list', '--limit', '100', '--state', 'skipped');
    assert.equal(skipped.length, rounds);
  });

  it('was measured in the page, verdict by verdict', async () => {
    const times = await take();
    for (const line of keyTimesText(times)) console.log(`      ${line}`);
    assert.equal(times.length, rounds * 10);
    for (const one of times) assert.ok(0 < one.saved && 0 < one.drawn && one.drawn <= one.painted, JSON.stringify(one));
    assert.deepEqual([...new Set(times.map(({ kind }) => kind))].sort(), ['down', 'fix', 'gold', 'skip', 'up']);
    assert.deepEqual(unexpected(editor()), []);
  });

  it('takes ten keys in a second, each for the trace that was on the screen', async () => {
    const frame = await panel.frame();
    const position = async () => Number(/^[\d,]+/.exec(await frame.locator('.position').innerText())?.[0].replace(',', ''));
    const ups = async () => (await inStore(editor().folder, 'list', '--limit', '200', '--state', 'reviewed')).length;
    const [from, before] = [await position(), await ups()];
    await editor().page.keyboard.type('u'.repeat(10), { delay: 100 });
    // One that came before its trace had been painted is not taken: nobody has seen that one.
    await frame.locator('.strip-saving.is-out').waitFor({ state: 'attached' });
    const taken = (await position()) - from;
    console.log(`      of ten keys in a second, ${String(taken)} were verdicts`);
    assert.ok(taken >= 2, 'keys were lost');
    assert.equal((await ups()) - before, taken);
  });

  it('comes back to the trace when the store is gone, and takes the verdict when that is back', async () => {
    const store = path.join(editor().folder, '.loop');
    const title = await panel.title();
    await rename(store, `${store}-away`);
    await panel.press('u', /is gone/);
    assert.equal(await panel.title(), title);
    await editor().screenshot('verdict-refused', 'dark');
    await rename(`${store}-away`, store);
    await panel.judge('u');
    assert.notEqual(await panel.title(), title);
  });
});
