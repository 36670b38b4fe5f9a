import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { useDom } from './support/dom';
import { closeView, openScene, type OpenView } from './support/open';

const full = { method: /^feedback\.(?!reasons)/, code: 'disk_full', message: 'There is no room left on the disk.' };

/** The store answers acts when the test says so, everything else at once. */
function slowStore(view: OpenView): void {
  view.held = [];
  view.holds = full.method;
}

/** And the next trace is here. */
async function readyToGo(name: string): Promise<OpenView> {
  const view = await openScene(name);
  await ahead(view);
  return view;
}

/** The trace on the screen. */
function shown(view: OpenView): string {
  return view.panel?.state.shown?.trace.id ?? 'none';
}

async function ahead(view: OpenView): Promise<unknown> {
  const { panel } = view;
  if (!panel) throw new Error('no panel');
  return view.until('the next to be fetched', () => panel.ahead?.shown && panel.ahead.after === panel.state.shown?.trace.id);
}

/** The trace has been painted, so that keys are about it. */
function seen(view: OpenView): Promise<unknown> {
  return view.until('the painting', () => {
    view.key(document.body, 'F13');
    const { state, seen } = view.panel ?? {};
    return state?.shown && seen?.mayJudge(state.shown);
  });
}

const heard = (view: OpenView): string => view.find('[role=status]')?.textContent ?? '';

function acts(view: OpenView): unknown[] {
  return view.sent.flatMap(({ type, method, params }) =>
    type === 'call' && full.method.test(String(method))
      ? [`${String(method).slice(9)} ${(params as { trace: string }).trace}`]
      : [],
  );
}

const first = 'k3v9m2q8x7c1b5n4z6a0s9d8f7';
const second = 'p1o2i3u4y5t6r7e8w9q0a1s2d3';

describe('a verdict on its way to the store', function () {
  this.timeout(10_000);
  useDom();
  afterEach(closeView);

  it('is written first, shows the next trace at once, and is called saved when the store has it', async () => {
    const view = await readyToGo('refund');
    slowStore(view);
    const before = view.sent.length;
    view.command('up');
    await view.see('h1', 'Where is my parcel');
    assert.deepEqual([view.sent[before]?.['method'], view.sent.length], ['feedback.up', before + 1]);
    await view.until('the panel to say so', () => view.sent[before + 1]?.type === 'showing');
    await view.see('.strip .strip-done.is-out', 'Marked up');
    await view.see('.strip .strip-saving:not(.is-out)', 'Saving…');
    assert.equal(heard(view), '');
    view.letGo();
    await view.see('.strip .strip-done:not(.is-out)', 'Marked up');
    await view.see('.strip .strip-saving.is-out');
    await view.see('[role=status]', /^Saved\. 2 of 4\. Next: Where is my parcel/);
  });

  it('is said to take long when it does', async () => {
    const view = await readyToGo('refund');
    slowStore(view);
    view.command('up');
    await view.see('[role=status]', /^Still saving\. 2 of 4\. Next: Where is my parcel/);
    view.letGo();
    await view.see('[role=status]', /^Saved/);
  });

  for (const key of ['up', 'down', 'skip']) {
    it(`comes back when the store refuses it: ${key}`, async () => {
      const view = await readyToGo('refund');
      slowStore(view);
      view.command(key);
      await view.see('h1', 'Where is my parcel');
      await seen(view);
      view.refuses = full;
      view.letGo();
      await view.see('h1', 'keep it');
      await seen(view);
      await view.see('.strip.is-problem', full.message);
      await view.see('[role=status]', full.message);
      assert.equal(view.find('.verdict.is-own'), null);
      assert.doesNotMatch(heard(view), /Saved/);
      const told = view.sent.filter(({ type }) => type === 'showing').map(({ trace }) => trace);
      assert.deepEqual(told, [first, second, first]);
      view.refuses = undefined;
      view.command(key);
      await view.see('[role=status]', /^Saved/);
      assert.equal(shown(view), second);
    });
  }

  it('keeps the words of a correction the store refused', async () => {
    const view = await readyToGo('refund');
    view.refuses = full;
    view.command('fix');
    const words = await view.type('#draft-text', 'Only the partial refund.');
    view.key(words, 'Enter', { ctrlKey: true });
    await view.see('.strip.is-problem', full.message);
    assert.equal(shown(view), first);
    const field = (await view.see('#draft-text')) as HTMLTextAreaElement;
    assert.equal(field.value, 'Only the partial refund.');
    view.refuses = undefined;
    view.key(field, 'Enter', { ctrlKey: true });
    await view.see('[role=status]', /^Saved/);
    assert.equal(view.panel?.drafts.size, 0);
  });

  it('leads nobody away from what is being written, and shows the way back', async () => {
    const view = await readyToGo('refund');
    slowStore(view);
    view.command('up');
    await view.see('h1', 'Where is my parcel');
    view.command('fix');
    const field = await view.type('#draft-text', 'It left this morning.');
    view.refuses = full;
    view.letGo();
    await view.see('.strip.is-problem', full.message);
    assert.equal(shown(view), second);
    assert.equal(document.activeElement, field);
    await view.click('.strip .link-button', 'Go back to it');
    await view.see('h1', 'keep it');
    assert.equal(view.panel?.drafts.size, 1, 'the draft of the trace that was left');
  });

  it('keeps a reason that is being typed when the verdict is refused', async () => {
    const view = await readyToGo('refund');
    slowStore(view);
    view.command('down');
    await view.see('h1', 'Where is my parcel');
    const field = await view.type('#reason', 'Invents a policy');
    view.refuses = full;
    view.letGo();
    await view.see('.strip.is-problem', full.message);
    assert.equal(document.activeElement, field);
    view.key(field, 'Enter');
    await view.see('h1', 'keep it');
    view.refuses = undefined;
    await seen(view);
    view.command('down');
    const again = (await view.see('#reason')) as HTMLInputElement;
    assert.equal(again.value, 'Invents a policy');
    view.key(again, 'Enter');
    await view.see('.strip-reason', 'Invents a policy');
  });

  it('takes a reason while it is being saved', async () => {
    const view = await readyToGo('refund');
    slowStore(view);
    view.command('down');
    await view.see('.reason', 'Wrong tool');
    view.command('choice_2');
    view.letGo();
    await view.see('.strip-reason', 'Wrong tool');
    assert.deepEqual(view.calls('feedback.reason'), [{ act: 'act-1', reason: 'Wrong tool' }]);
  });

  it('waits for the next trace when that is not here yet, and takes no second verdict meanwhile', async () => {
    const view = await readyToGo('refund');
    view.held = [];
    if (view.panel) view.panel.ahead = undefined;
    view.command('up');
    view.command('down');
    await view.until('the call', () => view.calls('feedback.up').length === 1);
    assert.equal(shown(view), first);
    view.letGo();
    await view.see('h1', 'Where is my parcel');
    assert.deepEqual(acts(view), [`up ${first}`]);
  });

  it('stays where it is when it is refused before the next trace is known', async () => {
    const view = await readyToGo('refund');
    view.held = [];
    view.refuses = full;
    if (view.panel) view.panel.ahead = undefined;
    view.command('up');
    await view.until('the call', () => view.calls('feedback.up').length === 1);
    view.letGo();
    await view.see('.strip.is-problem', full.message);
    await ahead(view);
    assert.equal(shown(view), first);
    assert.equal(view.panel?.state.busy, false);
  });

  it('is not given twice by one key, by a key held down, or for a trace not seen yet', async () => {
    const view = await readyToGo('queue');
    await seen(view);
    // Both pressed before the next trace was there; the command of the second comes when it is.
    view.key(document.body, 'u');
    view.key(document.body, 'u');
    view.command('up');
    view.command('up');
    assert.equal(shown(view), 'queue-1');
    await ahead(view);
    await view.see('.strip-done:not(.is-out)');
    view.command('up');
    await seen(view);
    view.key(document.body, 'u', { repeat: true });
    view.command('up');
    assert.deepEqual(acts(view), ['up queue-0']);
    view.key(document.body, 'u');
    view.command('up');
    assert.deepEqual(acts(view), ['up queue-0', 'up queue-1']);
  });

  it('goes with ten keys in a row, each on the trace that was on the screen', async () => {
    const view = await readyToGo('queue');
    slowStore(view);
    const names = ['up', 'down', 'skip'];
    const expected = Array.from({ length: 10 }, (_, n) => `${names[n % 3] ?? ''} queue-${String(n)}`);
    for (let n = 0; n < 10; n++) {
      await seen(view);
      await ahead(view);
      view.command(names[n % 3] ?? '');
    }
    assert.deepEqual(acts(view), expected);
    assert.equal(shown(view), 'queue-10');
    view.letGo();
    await view.see('[role=status]', /^Saved\. 11 of 200/);
    await view.see('.strip-done:not(.is-out)', 'Marked up');
  });

  it('comes back to the oldest of several that are refused, and moves no more', async () => {
    const view = await readyToGo('queue');
    slowStore(view);
    for (let n = 0; n < 3; n++) {
      await ahead(view);
      view.command('up');
    }
    assert.equal(shown(view), 'queue-3');
    view.refuses = full;
    view.letGo();
    await view.see('.strip.is-problem', full.message);
    await view.until('nothing on its way', () => view.panel?.saving.none);
    assert.equal(shown(view), 'queue-0');
    await ahead(view);
    assert.equal(view.panel?.ahead?.shown?.trace.id, 'queue-1');
  });

  it('is what undo takes back, also straight after it', async () => {
    const view = await readyToGo('refund');
    slowStore(view);
    view.command('up');
    await view.see('h1', 'Where is my parcel');
    view.command('undo');
    assert.deepEqual(view.calls('feedback.undo'), []);
    view.letGo();
    await view.see('h1', 'keep it');
    await view.see('.strip', 'Taken back: Up');
  });

  it('is not undone when it was refused, and nothing else is', async () => {
    const view = await readyToGo('refund');
    slowStore(view);
    view.command('up');
    await view.see('h1', 'Where is my parcel');
    view.command('undo');
    view.refuses = full;
    view.letGo();
    await view.see('.strip.is-problem', full.message);
    await view.until('the keys', () => view.panel?.state.busy === false);
    assert.deepEqual(view.calls('feedback.undo'), []);
    assert.equal(shown(view), first);
  });

  it('is waited for before its own trace is shown again', async () => {
    const view = await readyToGo('refund');
    slowStore(view);
    view.command('up');
    await view.see('h1', 'Where is my parcel');
    view.command('previous_trace');
    await view.until('the wait', () => view.panel?.state.busy);
    assert.equal(shown(view), second);
    view.letGo();
    await view.see('h1', 'keep it');
    await view.see('.verdict-up.is-own');
  });

  it('ends the queue only when the store has it', async () => {
    const view = await readyToGo('refund');
    for (const name of ['up', 'up', 'skip']) {
      await ahead(view);
      const before = shown(view);
      view.command(name);
      await view.until('the next', () => shown(view) !== before);
      await view.see('[role=status]', /^Saved/);
    }
    await view.until('a look ahead', () => view.panel?.ahead?.after === shown(view));
    slowStore(view);
    view.refuses = full;
    view.command('skip');
    await view.until('the call', () => view.calls('feedback.skip').length === 2);
    await view.see('.strip-saving:not(.is-out)');
    assert.equal(view.find('.center'), null);
    view.letGo();
    await view.see('.strip.is-problem', full.message);
    await view.see('h1', 'How long is the warranty');
    view.refuses = undefined;
    view.command('skip');
    await view.see('.center h1', 'Everything here is reviewed');
    await view.see('[role=status]', 'Everything in this queue is reviewed');
  });

  it('keeps its trace from coming again at the end of the queue', async () => {
    const view = await openScene('reference');
    const last = shown(view);
    view.post({ type: 'show', trace: first, queue: {} });
    await view.see('h1', 'keep it');
    await ahead(view);
    slowStore(view);
    view.command('up');
    await view.see('h1', 'Where is my parcel');
    view.post({ type: 'show', trace: last, queue: {} });
    await view.see('h1', 'How long is the warranty');
    view.letGo();
    await ahead(view);
    assert.equal(view.panel?.ahead?.shown?.trace.id, second);
  });

  it('leaves the screen alone when its trace was deleted meanwhile', async () => {
    const view = await readyToGo('refund');
    view.command('fix');
    const words = await view.type('#draft-text', 'Only the partial refund.');
    slowStore(view);
    view.key(words, 'Enter', { ctrlKey: true });
    await view.see('h1', 'Where is my parcel');
    view.engine.delete(first);
    view.letGo();
    await view.see('.strip.is-problem', 'No trace');
    assert.equal(shown(view), second);
    assert.equal(view.panel?.drafts.size, 0);
  });

  it('goes on when the next trace was deleted meanwhile', async () => {
    const view = await readyToGo('refund');
    slowStore(view);
    view.command('up');
    view.engine.delete(second);
    view.letGo();
    view.post({ type: 'changed', change: { all_traces: true } });
    await view.see('[role=status]', 'was deleted');
    await view.until('another trace', () => ![first, second, 'none'].includes(shown(view)));
  });

  it('reveals nothing of the next trace to one who judges blind', async () => {
    const view = await readyToGo('blind');
    slowStore(view);
    view.command('up');
    await view.see('h1', 'Where is my parcel');
    await view.see('.meta', 'Model hidden');
    view.refuses = full;
    view.letGo();
    await view.see('h1', 'keep it');
    await view.see('.meta', 'Model hidden');
    assert.doesNotMatch(view.root.textContent, /chloe|refund-policy|ministral-8b/);
  });
});
