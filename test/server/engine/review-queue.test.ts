import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

describe('engine: what is being reviewed', () => {
  let ws: Workspace;
  let ids: string[];
  beforeEach(async () => {
    ws = await makeWorkspace();
    ids = await importRows(
      ws,
      Array.from({ length: 6 }, (_, n) =>
        chat(`r${String(n)}`, `Question ${String(n)}?`, `Answer ${String(n)}.`, {
          created_at: `2026-09-1${String(n)}T10:00:00Z`,
        }),
      ),
    );
  });
  afterEach(() => ws.dispose());
  const id = (n: number) => ids[n] ?? '';

  it('goes through the traces behind a number of a report, in the dataset’s order, and through no others', async () => {
    for (const n of [0, 2, 4]) await ws.call('feedback.up', { trace: id(n) });
    const { dataset_id: dataset } = await ws.call('dataset.build', { name: 'some', method: 'sft' });
    const part = { dataset, part: 'left_out:no_verdict' };
    const { rows } = await ws.call('dataset.traces', part);
    assert.deepEqual(
      rows.map((row) => row.id),
      [id(1), id(3), id(5)],
    );
    const { queue } = await ws.call('trace.open', { trace: id(3), queue: { part } });
    assert.deepEqual(queue, { position: 2, total: 3, previous: id(1), next: id(5) });
    assert.deepEqual(await ws.call('queue.next', { part, after: id(1) }), { trace: id(3), waiting: 3 });
    await ws.call('feedback.up', { trace: id(3) });
    assert.deepEqual(await ws.call('queue.next', { part, after: id(1) }), { trace: id(5), waiting: 2 });
    assert.deepEqual(await ws.call('queue.next', { part: { dataset, part: 'in' } }), { trace: null, waiting: 0 });
  });

  it('tells a reviewer which traces are judged by them, and nobody else’s verdicts count for that', async () => {
    await ws.call('feedback.up', { trace: id(0) });
    await ws.call('feedback.down', { trace: id(1) }, { reviewer: 'ben' });
    await ws.call('feedback.note', { trace: id(2), text: 'hm' });
    const mine = (rows: readonly { id: string; mine?: boolean | undefined }[]) =>
      rows.filter((row) => row.mine === true).map((row) => row.id);
    assert.deepEqual(mine((await ws.call('trace.list', { mine: true })).rows), [id(0)]);
    assert.deepEqual(mine(await ws.call('trace.rows', { traces: ids, mine: true }, { reviewer: 'ben' })), [id(1)]);
    assert.ok((await ws.call('trace.list', {})).rows.every((row) => row.mine === undefined));
  });

  it('names all traces of a slice at once', async () => {
    await ws.call('feedback.up', { trace: id(4) });
    assert.deepEqual(await ws.call('trace.ids', { slice: { state: 'reviewed' } }), { traces: [id(4)] });
    assert.deepEqual((await ws.call('trace.ids', { slice: {} })).traces.sort(), [...ids].sort());
  });
});
