import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { isProblem } from '../../support/problem';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

describe('engine: feedback', () => {
  let ws: Workspace;
  let trace: string;
  let other: string;

  beforeEach(async () => {
    ws = await makeWorkspace();
    const ids = await importRows(ws, [
      chat('r1', 'How long do refunds take?', 'Two weeks.'),
      chat('r2', 'Is it in stock?', 'Yes.'),
    ]);
    [trace = '', other = ''] = ids;
  });
  afterEach(() => ws.dispose());

  const state = async (id = trace) => (await ws.call('trace.show', { trace: id })).state;

  it('starts unreviewed and becomes reviewed with the first verdict', async () => {
    assert.equal(await state(), 'unreviewed');
    assert.equal((await ws.call('feedback.up', { trace })).state, 'reviewed');
    const [row] = await ws.call('trace.rows', { traces: [trace] });
    assert.equal(row?.verdict, 'up');
    assert.deepEqual(row.has, ['up']);
  });

  it('takes acts back newest first, across traces, and restores them', async () => {
    await ws.call('feedback.up', { trace });
    await ws.call('feedback.down', { trace: other });
    const first = await ws.call('feedback.undo', {});
    assert.equal(first.trace, other);
    assert.equal(first.state, 'unreviewed');
    assert.equal((await ws.call('feedback.undo', {})).trace, trace);
    await assert.rejects(ws.call('feedback.undo', {}), isProblem('nothing_to_undo'));
    assert.equal((await ws.call('feedback.redo', {})).trace, trace);
    assert.equal((await ws.call('feedback.redo', {})).trace, other);
    await assert.rejects(ws.call('feedback.redo', {}), isProblem('nothing_to_redo'));
    assert.equal(await state(), 'reviewed');
  });

  it("takes back only one's own acts", async () => {
    const { act_id } = await ws.call('feedback.up', { trace }, { reviewer: 'ben' });
    await assert.rejects(ws.call('feedback.undo', { act: act_id }), isProblem('act_not_found'));
    await assert.rejects(ws.call('feedback.undo', {}), isProblem('nothing_to_undo'));
  });

  it('applies an act that is sent twice once', async () => {
    const act_id = '01JZZZZZZZZZZZZZZZZZZZZZZZ';
    await ws.call('feedback.down', { trace }, { act_id });
    await ws.call('feedback.down', { trace }, { act_id });
    assert.equal((await ws.call('trace.show', { trace })).signals.length, 1);
  });

  it('keeps a correction with its words and unlocks the original as rejected', async () => {
    await ws.call('feedback.correct', { trace, answer: { text: 'Five working days.' }, reason: 'invented' });
    const shown = await ws.call('trace.show', { trace });
    assert.equal(shown.verdict, 'correction');
    assert.equal(shown.signals[0]?.text, 'Five working days.');
    assert.equal(shown.signals[0].reason, 'invented');
    assert.equal(shown.answer, 'Two weeks.');
  });

  it('adds a reason afterwards and offers it again', async () => {
    const { act_id } = await ws.call('feedback.down', { trace });
    await ws.call('feedback.reason', { act: act_id, reason: 'wrong number' });
    const [signal] = (await ws.call('trace.show', { trace })).signals;
    assert.equal(signal?.reason, 'wrong number');
    assert.deepEqual(await ws.call('feedback.reasons', {}), ['wrong number']);
    assert.equal((await ws.call('feedback.undo', {})).state, 'unreviewed');
  });

  it('says of a tie among several that none of any two is better, whatever was picked before', async () => {
    const add = async (text: string) => (await ws.call('candidate.add', { trace, answer: { text } })).candidate;
    const [a, b] = [await add('Five days.'), await add('A week.')];
    await ws.call('feedback.pick', { trace, better: a, worse: [b, 'answer'] });
    const pairs = async () => (await ws.call('dataset.build', { name: 'pairs', method: 'dpo' })).item_count;
    assert.equal(await pairs(), 2);
    await ws.call('feedback.pick', { trace, better: 'answer', worse: [a, b], tie: true });
    assert.equal(await pairs(), 0, 'the pair of the two others is gone too');
    await ws.call('feedback.undo', {});
    assert.equal(await pairs(), 2, 'one act, one step back');
  });

  it('masks what a person types, above the numbers the conversation uses', async () => {
    const [id = ''] = await importRows(ws, [chat('r3', 'I am ana@example.com', 'Hello.')], 'second');
    await ws.call('feedback.correct', { trace: id, answer: { text: 'Write to ben@example.com.' } });
    const [signal] = (await ws.call('trace.show', { trace: id })).signals;
    assert.equal(signal?.text, 'Write to [redacted:email#2].');
  });

  it('refuses what is no answer, and says nothing of other stores', async () => {
    await assert.rejects(ws.call('feedback.up', { trace, turn: 0 }), isProblem('turn_invalid'));
    await assert.rejects(ws.call('feedback.correct', { trace, answer: { text: '  ' } }), isProblem('text_empty'));
    await assert.rejects(ws.call('feedback.up', { trace: 'nowhere' }), isProblem('trace_not_found'));
  });

  it('finds everything again after closing', async () => {
    await ws.call('feedback.correct', { trace, answer: { text: 'Five days.' } });
    await ws.call('label.add', { traces: [trace], labels: ['Refunds '], parent: 'Billing' });
    await ws.reopen();
    const shown = await ws.call('trace.show', { trace });
    assert.equal(shown.state, 'reviewed');
    assert.deepEqual(shown.labels, ['refunds']);
    assert.equal((await ws.call('trace.count', { slice: { label: 'billing' } })).count, 1);
  });
});
