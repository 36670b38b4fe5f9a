import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import { scenes, type Scene } from '../support/webview-page/scenes';
import { useDom } from './support/dom';
import { closeView, openView, type OpenView } from './support/open';

const trace = 'k3v9m2q8x7c1b5n4z6a0s9d8f7';

async function opened(scene: Scene | undefined): Promise<OpenView> {
  if (!scene) throw new Error('no such scene');
  const view = await openView(scene);
  await view.see('.turn.under-review');
  return view;
}

async function compared(scene = scenes['compare']): Promise<OpenView> {
  const view = await opened(scene);
  view.command('compare');
  await view.see('.compare');
  return view;
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

describe('answers side by side', function () {
  this.timeout(30_000);
  useDom();
  afterEach(closeView);

  it('puts the recorded answer and the others beside each other, each with its key', async () => {
    await compared();
    assert.deepEqual(
      all('.compare-column h3').map((title) => title.textContent.trim()),
      ['Recorded answer', 'Candidate 1', 'Candidate 2', 'Candidate 3'],
    );
    assert.deepEqual(
      all('.compare-column kbd').map((key) => key.textContent),
      ['1', '2', '3', '4'],
    );
    assert.match(all('.compare-column')[0]?.textContent ?? '', /ministral-8b-2410.*refund-policy\s*0\.67/s);
    assert.equal(document.querySelector('.turns'), null, 'in the place of the conversation');
    assert.match(document.querySelector('.compare-question')?.textContent ?? '', /keep it/);
  });

  it('marks what differs from the recorded answer, word by word', async () => {
    await compared();
    const near = all('.compare-column')[2];
    assert.deepEqual(
      [...(near?.querySelectorAll('del') ?? [])].map((one) => one.textContent),
      ['either'],
    );
    assert.deepEqual(
      [...(near?.querySelectorAll('ins') ?? [])].map((one) => one.textContent),
      ['only one of the two'],
    );
    const marked = [0, 1, 3].map((n) => all('.compare-column')[n]?.querySelectorAll('ins, del').length);
    assert.deepEqual(marked, [0, 0, 0], 'nothing in the recorded answer, nor where the two have little in common');
    assert.match(all('.compare-column')[3]?.textContent ?? '', /Hardly anything in common/);
  });

  it('takes the best by its number, over each of the others in one act, and goes on', async () => {
    const view = await compared();
    view.command('choice_3');
    await view.see('h1', 'Where is my parcel');
    assert.deepEqual(view.calls('feedback.pick'), [{ trace, better: 'c2', worse: ['answer', 'c1', 'c3'] }]);
    await view.see('.strip', 'Pick saved');
    await view.see('.turns');
    view.command('undo');
    await view.see('.compare');
    assert.equal(view.calls('feedback.undo').length, 1);
  });

  it('takes a tie by 0 and by its button', async () => {
    const view = await compared();
    view.command('tie');
    await view.see('h1', 'Where is my parcel');
    assert.deepEqual(view.calls('feedback.pick'), [{ trace, better: 'answer', worse: ['c1', 'c2', 'c3'], tie: true }]);
  });

  it('shows one’s own pick when one comes back', async () => {
    const view = await compared();
    view.command('choice_2');
    await view.see('h1', 'Where is my parcel');
    view.command('previous_trace');
    await view.see('.compare-column.is-best', 'Candidate 1');
    assert.equal(all('.compare-column.is-best').length, 1);
  });

  it('goes by Escape, by its key and by its button, and a number then is a reason again', async () => {
    const view = await compared();
    view.command('leave');
    await view.see('.turns');
    view.command('compare');
    await view.see('.compare');
    view.command('compare');
    await view.see('.turns');
    view.command('choice_1');
    view.command('tie');
    assert.deepEqual(view.calls('feedback.pick'), []);
  });

  it('is opened from the side column', async () => {
    const view = await opened(scenes['compare']);
    await view.click('.side .link-button', 'Compare side by side');
    await view.see('.compare');
  });

  it('gets one more that is written here, and stays where it is', async () => {
    const view = await opened(scenes['tools']);
    await view.see('.side', 'None yet');
    view.command('candidate');
    const field = await view.type('#draft-text', 'It left Hamburg this morning.');
    view.key(field, 'Enter', { ctrlKey: true });
    await view.see('.strip', 'Answer added');
    assert.deepEqual(
      view.calls('candidate.add').map((params) => (params as { answer: unknown }).answer),
      [{ text: 'It left Hamburg this morning.' }],
    );
    await view.see('.candidate', 'It left Hamburg');
    view.command('compare');
    await view.see('.compare');
    assert.equal(all('.compare-column').length, 2);
  });

  it('gets none that says nothing, or word for word what was recorded', async () => {
    const view = await opened(scenes['compare']);
    view.command('candidate');
    await view.see('#draft-text');
    view.command('save');
    await view.see('.editor [role=alert]', 'There is no text to record');
    await view.click('.segment', 'Answer');
    view.command('save');
    await view.see('.editor [role=alert]', 'word for word');
    assert.deepEqual(view.calls('candidate.add'), []);
  });

  it('goes on in a document of the editor, for the answer under review, with what was typed', async () => {
    const view = await opened(scenes['tools']);
    view.command('previous_message');
    view.command('judge_turn');
    view.command('fix');
    await view.click('.editor-buttons vscode-button', 'Open in editor');
    assert.deepEqual(
      view.sent.filter(({ type }) => type === 'open_draft'),
      [{ type: 'open_draft', trace: 'p1o2i3u4y5t6r7e8w9q0a1s2d3', turn: 3, gold: false }],
    );
    assert.equal(document.querySelector('.editor'), null);
    view.command('fix');
    await view.type('#draft-text', 'Half a thought');
    await view.click('.editor-buttons vscode-button', 'Open in editor');
    const last = view.sent.filter(({ type }) => type === 'open_draft').at(-1) as { typed?: { text: string } } | undefined;
    assert.equal(last?.typed?.text, 'Half a thought');
    // It went along: nothing is left here to come back.
    view.command('fix');
    assert.doesNotMatch((await view.see('#draft-text')).textContent, /Half a thought/);
  });

  it('goes on in a document only with the text or with the calls, which hold what was typed whole', async () => {
    const view = await opened(scenes['tools']);
    const offered = async () => /Open in editor/.test((await view.see('.editor-buttons')).textContent);
    view.command('gold');
    await view.click('.segment', 'Empty');
    assert.ok(await offered());
    await view.click('.editor .link-button', 'Add a tool call');
    assert.ok(!(await offered()), 'text and calls are both new');
    await view.click('.segment', 'Answer');
    await view.click('.editor .link-button', 'Add a tool call');
    assert.ok(await offered());
  });

  it('asks a model only by the host, where one is chosen', async () => {
    const view = await opened(scenes['tools']);
    await view.click('.side .link-button', 'Ask a model');
    assert.deepEqual(
      view.sent.filter(({ type }) => type === 'run'),
      [{ type: 'run', name: 'ask_model' }],
    );
  });

  it('says so where there is nothing to compare', async () => {
    const view = await opened(scenes['tools']);
    view.command('compare');
    await view.see('[role=status]', 'no other answer');
    assert.equal(document.querySelector('.compare'), null);
  });

  it('names no model and no score while one judges blind', async () => {
    const { messages = [], ...scene } = scenes['compare'] ?? { view: 'trace' as const };
    const [start, ...more] = messages as { settings?: object }[];
    await compared({ ...scene, messages: [{ ...start, settings: { ...start?.settings, blind: true } }, ...more] });
    const text = all('.compare')
      .map((one) => one.textContent)
      .join('');
    assert.doesNotMatch(text, /ministral|large-teacher|0\.67/);
  });
});
