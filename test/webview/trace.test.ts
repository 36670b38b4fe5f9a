import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { scenes, type Scene } from '../support/webview-page/scenes';
import { useDom } from './support/dom';
import { closeView, openView, type OpenView } from './support/open';

function scene(name: string): Scene {
  const found = scenes[name];
  if (!found) throw new Error(`no scene ${name}`);
  return found;
}

async function opened(name: string, selector = '.turn.under-review'): Promise<OpenView> {
  const view = await openView(scene(name));
  await view.see(selector);
  return view;
}

const first = 'k3v9m2q8x7c1b5n4z6a0s9d8f7';
const second = 'p1o2i3u4y5t6r7e8w9q0a1s2d3';
const third = 'z9x8c7v6b5n4m3a2s1d0f9g8h7';

describe('trace panel', function () {
  this.timeout(10_000);
  useDom();
  afterEach(closeView);

  it('shows where a trace comes from, its labels and its place in the queue', async () => {
    const view = await opened('refund');
    await view.see('h1', 'Can I also just keep it');
    await view.see('.meta', /support-agent.*ministral-8b-2410.*support-2026-11\.jsonl:12/);
    await view.see('.tags', /refunds.*needs-policy.*category=refund/);
    await view.see('.position', '1 of 4');
    await view.see('.turn.under-review', 'Good news: you can do either');
  });

  it('pairs tool calls with their results and shows long numbers digit by digit', async () => {
    const view = await opened('refund');
    const call = await view.see('.call', 'lookup_order');
    assert.match(call.querySelector('.call-result')?.textContent ?? '', /delivered_at/);
    await view.see('.call', '9007199254740993123');
    assert.equal(document.querySelectorAll('.role-tool').length, 0);
  });

  it('shows redaction markers as chips', async () => {
    const view = await opened('refund');
    await view.see('.turn .marker', 'card number');
    await view.see('.json .marker', 'phone number');
  });

  it('marks up, goes on to the next waiting trace and says so', async () => {
    const view = await opened('refund');
    view.command('up');
    await view.see('h1', 'Where is my parcel');
    assert.deepEqual(view.calls('feedback.up'), [{ trace: first, turn: 9 }]);
    await view.see('[role=status]', /Saved\. 2 of 4\. Next: Where is my parcel/);
    await view.see('.strip', /Marked up.*keep it and get some money back/);
  });

  it('takes a recent reason by number for the trace just left', async () => {
    const view = await opened('refund');
    view.command('down');
    await view.see('.reason', 'Wrong tool');
    await view.see('h1', 'Where is my parcel');
    view.command('choice_2');
    await view.see('.strip-reason', 'Wrong tool');
    assert.deepEqual(view.calls('feedback.reason'), [{ act: 'act-1', reason: 'Wrong tool' }]);
  });

  it('takes a typed reason', async () => {
    const view = await opened('refund');
    view.command('down');
    const field = await view.type('#reason', 'Invents a policy');
    view.key(field, 'Enter');
    await view.see('.strip-reason', 'Invents a policy');
  });

  it('records a correction with Ctrl+Enter, showing what changes while one types', async () => {
    const view = await opened('refund');
    view.command('fix');
    await view.see('.diff', 'Nothing changed yet');
    const field = await view.type('#draft-text', 'Your window is open until 12 December.');
    await view.see('.diff ins', 'window');
    view.key(field, 'Enter', { ctrlKey: true });
    await view.see('h1', 'Where is my parcel');
    assert.deepEqual(view.calls('feedback.correct'), [
      { trace: first, turn: 9, answer: { text: 'Your window is open until 12 December.' } },
    ]);
  });

  it('does not record a correction that changes nothing', async () => {
    const view = await opened('refund');
    view.command('fix');
    const field = await view.see('#draft-text');
    view.key(field, 'Enter', { ctrlKey: true });
    await view.see('.editor .bad', 'Nothing was changed');
    assert.deepEqual(view.calls('feedback.correct'), []);
  });

  it('starts from the last correction, compares with the answer, and can start from the answer again', async () => {
    const view = await opened('refund');
    view.command('fix');
    view.key(await view.type('#draft-text', 'It is sent today.'), 'Enter', { ctrlKey: true });
    await view.see('h1', 'Where is my parcel');
    view.command('previous_trace');
    await view.see('h1', 'keep it');
    view.command('fix');
    const field = (await view.see('#draft-text')) as HTMLTextAreaElement;
    assert.equal(field.value, 'It is sent today.');
    await view.see('.diff ins', 'It is sent today');
    await view.see('.diff del', 'Good news');
    view.command('save');
    await view.see('.editor .bad', 'Nothing was changed since the last correction');
    await view.click('.segment', 'Answer');
    await view.see('.diff', 'Nothing changed yet');
    assert.ok(field.value.startsWith('Good news'));
    assert.equal(view.calls('feedback.correct').length, 1);
  });

  it('keeps nothing of an editor in which nothing was typed', async () => {
    const view = await opened('refund');
    view.command('fix');
    await view.see('#draft-text');
    view.command('leave');
    await view.until('the editor to close', () => view.find('.editor') === null);
    assert.equal(view.find('.has-draft'), null);
  });

  it('keeps what was typed when the editor is left, shows that, and brings it back', async () => {
    const view = await opened('refund');
    view.command('fix');
    await view.type('#draft-text', 'Half a thought');
    view.command('leave');
    await view.until('the editor to close', () => view.find('.editor') === null);
    await view.see('.verdict-fix.has-draft');
    await view.see('.kept', 'Draft kept');
    view.command('fix');
    const field = (await view.see('#draft-text')) as HTMLTextAreaElement;
    assert.equal(field.value, 'Half a thought');
  });

  it('refuses broken arguments and says what the tool requires', async () => {
    const view = await opened('tools');
    view.command('previous_message');
    view.command('judge_turn');
    view.command('fix');
    await view.see('.call-editor', 'The tool also requires: reason');
    const field = await view.type('.call-editor textarea', '{"order_id": ');
    await view.see('.call-editor .bad', 'not valid JSON (line 1)');
    view.key(field, 'Enter', { metaKey: true });
    await view.see('.editor p[role=alert]', 'cancel_order');
    assert.deepEqual(view.calls('feedback.correct'), []);
    const wrong = await view.type('.call-editor textarea', '{"order_id":20990,"reason":"late"}');
    const warning = await view.see('.call-editor .warn', 'The tool takes order_id only as: string');
    assert.equal(wrong.getAttribute('aria-describedby'), warning.parentElement?.id);
    const fixed = await view.type('.call-editor textarea', '{"order_id":"KK-20990","reason":"late"}');
    assert.equal(document.querySelector('.call-editor .warn'), null);
    view.key(fixed, 'Enter', { metaKey: true });
    await view.until('the correction', () => view.calls('feedback.correct').length === 1);
    assert.deepEqual(view.calls('feedback.correct')[0], {
      trace: second,
      turn: 3,
      answer: {
        text: 'It has not left the depot, so I will cancel it.',
        tool_calls: [{ id: 'b', name: 'cancel_order', arguments: '{"order_id":"KK-20990","reason":"late"}' }],
      },
    });
  });

  it('reads a long message whole before it can be corrected', async () => {
    const view = await opened('tools');
    const more = await view.see('.call-result .more', 'Show all');
    more.click();
    await view.see('.call-result', 'carrier scan 2309');
    assert.ok(view.calls('trace.part').length >= 2);
  });

  it('starts a gold answer from a candidate', async () => {
    const view = await opened('refund');
    view.command('gold');
    await view.click('.segment', 'Candidate 1');
    const field = (await view.see('#draft-text')) as HTMLTextAreaElement;
    await view.until('the candidate', () => field.value.startsWith('Your order arrived'));
    view.command('save');
    await view.until('the gold', () => view.calls('feedback.gold').length === 1);
  });

  it('writes a gold answer for a question without an answer, and takes no thumb for it', async () => {
    const view = await opened('reference');
    view.command('up');
    await view.see('[role=status]', 'There is no answer to judge');
    assert.deepEqual(view.calls('feedback.up'), []);
    view.command('gold');
    const field = await view.type('#draft-text', 'Two years.');
    view.key(field, 'Enter', { ctrlKey: true });
    await view.until('the gold', () => view.calls('feedback.gold').length === 1);
    assert.deepEqual(view.calls('feedback.gold'), [{ trace: 'r5e4f3e2r1e0n9c8e7o6n5l4y3', answer: { text: 'Two years.' } }]);
  });

  it('takes an act back across traces and restores it', async () => {
    const view = await opened('refund');
    view.command('up');
    await view.see('h1', 'Where is my parcel');
    view.command('undo');
    await view.see('h1', 'keep it');
    await view.see('.strip', 'Taken back: Up');
    await view.see('.signal.is-retracted', 'Up');
    view.command('redo');
    await view.see('.strip', 'Restored');
  });

  it('says why nothing could be taken back', async () => {
    const view = await opened('refund');
    view.command('undo');
    await view.see('.strip.is-problem', 'There is nothing of yours to take back.');
  });

  it('adds a label with suggestions, removes one, and sets an attribute', async () => {
    const view = await opened('tools');
    view.command('label');
    const field = await view.type('loop-suggest input', 'ship');
    await view.see('loop-suggest [role=option]', 'shipping');
    view.key(field, 'ArrowDown');
    view.key(field, 'Enter');
    await view.see('.tag', 'shipping');
    await view.click('.tag-remove');
    await view.until('the label to go', () => view.find('.tag') === null);
    view.command('attribute');
    view.key(await view.type('#add-attribute input', 'country=NL'), 'Enter');
    await view.see('.tag', 'country=NL');
  });

  it('hides others’ verdicts and the model until one has judged', async () => {
    const view = await opened('blind');
    await view.see('.side', 'hidden until you have given your own');
    assert.doesNotMatch(view.root.textContent, /chloe|refund-policy|ministral-8b/);
    // Neither a skip nor a note is a verdict: one could judge after it.
    view.command('skip');
    await view.see('h1', 'Where is my parcel');
    view.command('previous_trace');
    await view.see('h1', 'Thanks. Can I');
    assert.doesNotMatch(view.root.textContent, /chloe|refund-policy/);
    view.command('up');
    await view.see('h1', 'Where is my parcel');
    view.command('previous_trace');
    await view.see('.side', 'chloe');
    await view.see('.meta', 'ministral-8b-2410');
  });

  it('says that an answer is empty', async () => {
    const view = await opened('empty_answer');
    await view.see('.under-review .nothing', '(empty answer)');
  });

  it('shows an empty queue and a trace that is gone', async () => {
    const empty = await opened('queue_empty', '.center');
    await empty.click('vscode-button', 'Build a training set');
    assert.deepEqual(empty.sent.at(-1), { type: 'run', name: 'build' });
    const gone = await opened('missing', '.center');
    await gone.see('.center', 'This trace was deleted');
    await gone.click('vscode-button', 'Next to review');
    await gone.see('h1', 'Where is my parcel');
  });

  it('ends on the empty screen when the last waiting trace is judged', async () => {
    const view = await opened('reference');
    for (const [index, id] of ['up', 'up', 'skip'].entries()) {
      const before = view.sent.filter((one) => one.type === 'showing').length;
      view.post({ type: 'show', trace: [first, second, 'z9x8c7v6b5n4m3a2s1d0f9g8h7'][index], queue: {} });
      await view.until('the trace', () => view.sent.filter((one) => one.type === 'showing').length > before);
      view.command(id);
      await view.until('the act', () => view.calls(`feedback.${id}`).length > 0);
      await view.until('the next', () => view.sent.filter((one) => one.type === 'showing').length > before + 1);
    }
    await view.see('h1', 'How long is the warranty');
    view.command('skip');
    await view.see('.center h1', 'Everything here is reviewed');
  });

  it('keeps ids and switches, never text', async () => {
    const view = await opened('refund');
    view.command('fix');
    await view.type('#draft-text', 'A secret correction');
    view.command('side');
    await view.until('the state', () => JSON.stringify(view.state).includes('"side":false'));
    assert.deepEqual(view.state, { view: 'trace', trace: first, side: false, queue: { order: 'oldest', seed: 1 } });
  });

  it('leaves links to the host, by a click or by Enter', async () => {
    const view = await opened('refund');
    const link = await view.see('.md-link', 'policy 4.2');
    assert.match(link.title, /https:\/\/koperenketel\.example\/policy#4\.2/);
    view.key(link, 'Enter');
    assert.equal(view.sent.filter((one) => one.type === 'open_link').length, 1);
    link.click();
    assert.deepEqual(view.sent.at(-1), { type: 'open_link', url: 'https://koperenketel.example/policy#4.2' });
  });

  it('counts matches and steps through them', async () => {
    const view = await opened('refund');
    view.command('search');
    const field = await view.type('#search', 'kettle');
    await view.see('.search-count', '4 matches');
    view.key(field, 'Enter');
    await view.see('.search-count', /of 4/);
    view.key(field, 'Escape');
    await view.until('the search to close', () => view.find('.search') === null);
  });

  it('shows the keys', async () => {
    const view = await opened('refund');
    view.command('help');
    await view.see('dialog', /u The answer is right/);
    await view.see('dialog', /1 – 9 A recent reason/);
  });

  it('reads the facts again when the store says so, and only then', async () => {
    const view = await opened('refund');
    view.post({ type: 'changed', change: { labels: true } });
    view.post({ type: 'changed', change: { traces: ['another'] } });
    view.post({ type: 'changed', change: { traces: [first] } });
    await view.until('the facts', () => view.calls('trace.facts').length === 1);
    assert.deepEqual(view.calls('trace.facts'), [{ trace: first }]);
  });

  describe('when traces are deleted', () => {
    const changedAll = { type: 'changed', change: { all_traces: true } };

    it('drops the text at once, says what went and goes on with the queue', async () => {
      const view = await opened('refund');
      view.command('fix');
      await view.type('#draft-text', 'Half a thought');
      view.engine.delete(first);
      view.held = [];
      view.post(changedAll);
      await view.until('the question to the engine', () => view.held && view.held.length > 0);
      const held = view.held;
      view.held = undefined;
      for (const answer of held) answer();
      await view.until('the text to go', () => !/keep it|Half a thought/.test(view.root.textContent));
      await view.see('h1', 'Where is my parcel');
      await view.see('.strip', /Deleted.*support-agent · support-2026-11\.jsonl:12/);
      await view.see('[role=status]', 'was deleted');
      assert.doesNotMatch(document.body.textContent, /keep it|Half a thought/);
      const told = () => view.sent.filter((one) => one.type === 'showing').map(({ trace, title }) => [trace, title]);
      await view.until('the host to be told', () => told().length === 3);
      assert.deepEqual(told().slice(1), [
        [null, ''],
        [second, 'Where is my parcel? And if it is not on its way yet: cancel it please.'],
      ]);
    });

    it('passes over the next one when that went with it', async () => {
      const view = await opened('refund');
      view.engine.delete(first);
      view.engine.delete(second);
      view.post(changedAll);
      await view.until('another trace', () => view.sent.some((one) => one.type === 'showing' && one['trace'] === third));
      assert.doesNotMatch(document.body.textContent, /keep it|Where is my parcel/);
    });

    it('ends on the empty screen when nothing is left', async () => {
      const view = await opened('hostile');
      view.engine.delete('h0s1t2i3l4e5');
      view.post(changedAll);
      await view.see('.center h1', 'Everything here is reviewed');
      await view.see('.strip', 'Deleted');
    });

    it('forgets neighbours that are gone', async () => {
      const view = await opened('refund');
      view.engine.delete(second);
      view.post(changedAll);
      await view.see('.position', '1 of 3');
      view.command('next_trace');
      await view.until('the one behind it', () => view.sent.some((one) => one.type === 'showing' && one['trace'] === third));
    });
  });
});
