import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { LogEvent } from '../../../../core/log/events';
import { isProblem } from '../../../support/problem';
import { actsBy, exportedFiles, hasher, rowOf, testIds, traceOf } from '../../../support/store';
import { all, numbered, type Fixture } from './fixture';

export function recordsContract(f: Fixture): void {
  const { act, signal } = actsBy('ana');
  describe('reading for a dataset', () => {
    it('gives traces with their acts in the order asked for', async () => {
      await f.importRows(numbered(600));
      const ids = [...(await f.store.select({}))].reverse();
      const [first = ''] = ids;
      const said = [signal(first, 'up'), act({ type: 'labels_added', traces: ids, labels: ['all'] })];
      await f.store.append(said);
      const judged = await all(f.store.judged([...ids, 'unknown']));
      assert.deepEqual(
        judged.map(({ trace }) => trace.id),
        ids,
      );
      assert.deepEqual(
        judged[0]?.acts.map(({ id }) => id),
        said.map(({ id }) => id),
      );
      assert.ok(
        judged.every(
          ({ labels, acts }) =>
            labels?.[0] === 'all' && acts.every(({ body }) => !('traces' in body) || body.traces.length === 1),
        ),
      );
    });

    it('stops when asked to', async () => {
      await f.importRows(numbered(300));
      const cancel = { aborted: true };
      await assert.rejects(all(f.store.judged(await f.store.select({}), cancel)), isProblem('cancelled'));
    });
  });

  describe('datasets and exports', () => {
    const built: LogEvent = act({
      type: 'dataset_built',
      dataset: 'ds1',
      name: 'tone',
      version: 1,
      method: 'sft',
      recipe: '{}',
      built_hash: 'h',
      report: '{"rows":2}',
    });
    const row = (trace: string, n: number) => ({
      trace,
      turn: 1,
      part: 0,
      split: 'train' as const,
      task: `t${n}`,
      acts: [],
      source: 'human' as const,
      reviewers: ['ana'],
      labels: [],
      hash: hasher.sha256(`row ${n}`),
    });

    it('are kept with their rows', async () => {
      const lines = [row('a', 1), row('b', 2), { left_out: 'tainted' as const, trace: 'c' }];
      await f.store.writeDataset(built, lines);
      await f.store.writeDataset(built, []);
      await f.reopen();
      assert.deepEqual(await f.store.datasets(), [{ id: 'ds1', event: built, hash: 'h', purged_rows: 0 }]);
      assert.deepEqual(await all(f.store.datasetLines('ds1')), lines);
      assert.deepEqual(await all(f.store.datasetRows('ds1')), lines.slice(0, 2));
      await assert.rejects(all(f.store.datasetRows('ds2')), isProblem('dataset_not_found'));
      const exported = act(exportedFiles([]));
      const map = [{ path: 'out/train.jsonl', line: 0, trace: 'a', hash: 'x' }];
      await f.store.writeExport(exported, map);
      assert.deepEqual(await f.store.exports(), [exported]);
      assert.deepEqual(await f.store.exports('ds1'), [exported]);
      assert.deepEqual(await f.store.exports('ds2'), []);
      assert.deepEqual(await all(f.store.exportRows('ex1')), map);
    });
  });

  describe('retention', () => {
    it('purges what has run out, and nothing that is pinned', async () => {
      await f.store.append([act({ type: 'source_switched', source: 'support', recording: true, retention_days: 10 })]);
      for (const n of [1, 2]) await f.store.capture(rowOf({ key: `request:${n}` }));
      await f.store.capture(rowOf({ key: 'request:3', recorded_at: '2026-09-05T00:00:00.000Z' }));
      await f.importRows([rowOf({ key: 'request:4' })]);
      await f.importRows([rowOf({ key: 'request:5' })], 3);
      const [one = '', two = '', three = '', , five = ''] = [1, 2, 3, 4, 5].map((n) => traceOf({ key: `request:${n}` }).id);
      await f.store.append([act({ type: 'pinned', traces: [two] })]);
      assert.equal((await f.store.line(one))?.expires_at, '2026-09-11T00:00:00.000Z');
      assert.equal((await f.store.line(two))?.expires_at, undefined);
      const soon = await f.store.expiring(Date.parse('2026-09-12T00:00:00.000Z'));
      assert.deepEqual(
        soon.map(({ id }) => id),
        [five, one],
      );
      await f.reopen();
      const { purged } = await f.store.purgeExpired(Date.parse('2026-09-12T00:00:00.000Z'));
      assert.deepEqual([...purged].sort(), [five, one].sort());
      assert.ok(f.store.has(two) && f.store.has(three));
      assert.equal(await f.store.count({}), 3);
      const source = (await f.store.sources()).find(({ source }) => source === 'support');
      assert.deepEqual([source?.recording, source?.by, source?.retention_days, source?.traces], [true, 'ana', 10, 3]);
    });
  });

  describe('sources and models', () => {
    it('are listed with their spans', async () => {
      await f.importRows(
        numbered(30, (n) => ({ model: n < 20 ? 'old' : 'new', captured_at: new Date(Date.UTC(2026, 7, 1, n)).toISOString() })),
      );
      await f.store.append([
        act({ type: 'source_switched', source: 'chat', recording: true, retention_days: null }),
        act({ type: 'source_switched', source: 'chat', recording: false, retention_days: 30 }),
      ]);
      assert.deepEqual(
        (await f.store.sources()).map(({ source, recording, retention_days, traces, last_captured_at }) => [
          source,
          recording,
          retention_days,
          traces,
          last_captured_at,
        ]),
        [
          ['chat', false, 30, 0, undefined],
          ['support', false, null, 30, '2026-08-02T05:00:00.000Z'],
        ],
      );
      assert.deepEqual(await f.store.models(), [
        {
          source: 'support',
          model: 'new',
          first: '2026-08-01T20:00:00.000Z',
          last: '2026-08-02T05:00:00.000Z',
          traces: 10,
          recent: true,
        },
        {
          source: 'support',
          model: 'old',
          first: '2026-08-01T00:00:00.000Z',
          last: '2026-08-01T19:00:00.000Z',
          traces: 20,
          recent: false,
        },
      ]);
    });
  });

  it('tells what changed', async () => {
    const seen: unknown[] = [];
    const listening = f.store.onChange((change) => seen.push(change));
    await f.store.capture(rowOf());
    const { id } = traceOf();
    await f.store.append([signal(id, 'up')]);
    await f.store.append([act({ type: 'labels_added', traces: [id], labels: ['x'] })]);
    listening.dispose();
    await f.store.append([signal(id, 'down')]);
    assert.deepEqual(seen, [{ traces: [id], sources: true }, { traces: [id] }, { traces: [id], labels: true }]);
  });

  it('counts what it holds', async () => {
    await f.importRows(numbered(5));
    await f.store.append([signal(traceOf({ key: 'request:0' }).id, 'up')]);
    const stats = await f.store.stats();
    assert.deepEqual(
      [stats.traces, stats.by_state, stats.by_source, stats.acts],
      [5, { unreviewed: 4, reviewed: 1, disputed: 0, skipped: 0 }, { support: 5 }, 2],
    );
    assert.ok(stats.bytes.traces > 1000 && stats.bytes.log > 100);
  });

  it('gives two writers of one test different ids', () => {
    assert.notEqual(testIds(1).ulid(), testIds(2).ulid());
  });
}
