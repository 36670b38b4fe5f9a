import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { keepRetention } from '../../../server/engine/retention';
import { openStore } from '../../../server/store';
import { monotonicIds, nodeHasher } from '../../../server/engine/context';
import { isProblem } from '../../support/problem';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

const day = 24 * 60 * 60 * 1000;

describe('engine: retention', () => {
  let ws: Workspace;

  beforeEach(async () => {
    ws = await makeWorkspace();
  });
  afterEach(() => ws.dispose());

  it('deletes what was recorded for so many days, and neither what is pinned nor what was imported', async () => {
    const [imported = ''] = await importRows(ws, [chat('r1', 'Kept?', 'Yes.')]);
    await ws.call('source.switch', { source: 'bot', recording: true, retention_days: 5 });
    const row = (id: string) => ({ source: 'bot', request_id: id, prompt: `question ${id}`, completion: `answer ${id}` });
    const recorded = await ws.call('record', { rows: [row('a'), row('b')] });
    const [gone = '', pinned = ''] = recorded.map((r) => r.trace_id ?? '');
    await ws.call('trace.pin', { traces: [pinned], pinned: true });
    await ws.engine.close();

    const said: number[] = [];
    const open = (now: number) =>
      openStore({ path: ws.store, clock: { now: () => now }, ids: monotonicIds(), hasher: nodeHasher });
    const early = await open(Date.now() + 4 * day);
    (await keepRetention(early, { now: () => Date.now() + 4 * day }, (n) => said.push(n))).dispose();
    assert.equal(said.length, 0);
    await early.close();
    const late = await open(Date.now() + 6 * day);
    (await keepRetention(late, { now: () => Date.now() + 6 * day }, (n) => said.push(n))).dispose();
    assert.deepEqual(said, [1]);
    assert.deepEqual(
      [gone, pinned, imported].map((id) => late.has(id)),
      [false, true, true],
    );
    await late.close();
    await ws.reopen();
  });
});

describe('engine: datasets whose conversations expire', () => {
  let ws: Workspace;

  beforeEach(async () => {
    ws = await makeWorkspace();
  });
  afterEach(() => ws.dispose());

  it('say so when they are built, and keep them when asked', async () => {
    await importRows(ws, [chat('r1', 'Kept anyway?', 'Yes.')]);
    for (const [source, retention_days] of [
      ['short', 5],
      ['long', 90],
    ] as const) {
      await ws.call('source.switch', { source, recording: true, retention_days });
      await ws.call('record', { rows: [{ source, request_id: source, prompt: `${source}?`, completion: 'Yes.' }] });
    }
    for (const { id } of (await ws.call('trace.list', {})).rows) await ws.call('feedback.up', { trace: id });
    const first = await ws.call('dataset.build', { name: 'set', method: 'sft' });
    assert.equal(first.item_count, 3);
    assert.equal(first.expiring.traces, 1);
    assert.ok(Date.parse(first.expiring.soonest ?? '') < Date.now() + 6 * day);
    assert.deepEqual(await ws.call('dataset.pin', { dataset: 'set' }), { pinned: 1 });
    const again = await ws.call('dataset.build', { name: 'set', method: 'sft' });
    assert.deepEqual([again.unchanged, again.expiring], [true, { traces: 0, soonest: null }]);
    assert.deepEqual(await ws.call('dataset.pin', { dataset: 'set' }), { pinned: 0 });
    await assert.rejects(ws.call('dataset.pin', { dataset: 'nowhere' }), isProblem('dataset_not_found'));
  });
});
