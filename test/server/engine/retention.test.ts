import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../core/ports';
import { keepRetention, type Every } from '../../../server/engine/retention';
import { openStore } from '../../../server/store';
import { monotonicIds, nodeHasher } from '../../../server/engine/context';
import { isProblem } from '../../support/problem';
import {
  actsBy,
  everyByte,
  hasher,
  openTestStore,
  rowOf,
  temporaryFolder,
  testIds,
  traceOf,
  type TemporaryFolder,
} from '../../support/store';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

const day = 24 * 60 * 60 * 1000;

/** What retention works with, at a time that stands still until it is moved. */
function keeping(store: Store, time: number) {
  const clock = { time, now: () => clock.time };
  return { store, clock, busy: { what: undefined as string | undefined } };
}

/** A timer that runs when it is told to. */
function handTimer() {
  let work: (() => Promise<void>) | undefined;
  const every: Every = (_, again) => {
    work = again;
    return { dispose: () => (work = undefined) };
  };
  return { every, run: async () => work?.(), isRunning: () => work !== undefined };
}

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
    (await keepRetention(keeping(early, Date.now() + 4 * day), (n) => said.push(n))).dispose();
    assert.equal(said.length, 0);
    await early.close();
    const late = await open(Date.now() + 6 * day);
    (await keepRetention(keeping(late, Date.now() + 6 * day), (n) => said.push(n))).dispose();
    assert.deepEqual(said, [1]);
    assert.deepEqual(
      [gone, pinned, imported].map((id) => late.has(id)),
      [false, true, true],
    );
    await late.close();
    await ws.reopen();
  });
});

describe('engine: retention, day by day', () => {
  let folder: TemporaryFolder;
  let store: Store;
  const start = Date.UTC(2026, 8, 1);
  const clock = { time: start, now: () => clock.time };
  const idOf = (n: number) => traceOf({ key: `request:${n}` }).id;

  beforeEach(async () => {
    folder = temporaryFolder();
    clock.time = start;
    store = await openTestStore(folder.path, { clock });
    const switched = { type: 'source_switched', source: 'support', recording: true, retention_days: 5 } as const;
    await store.append([actsBy('ana').act(switched)]);
    for (const n of [0, 1, 2]) {
      clock.time = start + n * day;
      await store.capture(rowOf({ key: `request:${n}`, recorded_at: store.recordingTime() }));
    }
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  it('deletes once a day, in one batch, and says how many', async () => {
    const said: number[] = [];
    const timer = handTimer();
    const context = keeping(store, start + 3 * day);
    const kept = await keepRetention(context, (n) => said.push(n), timer.every);
    const at = async (days: number) => {
      context.clock.time = start + days * day;
      await timer.run();
      return [0, 1, 2].filter((n) => store.has(idOf(n)));
    };
    assert.deepEqual(await at(3.9), [0, 1, 2]);
    assert.deepEqual(await at(5.1), [1, 2]);
    // The next batch is a day later, not when the next one is due.
    assert.deepEqual(await at(6.05), [1, 2]);
    assert.deepEqual(await at(7.2), []);
    assert.deepEqual(said, [1, 2]);
    kept.dispose();
    assert.ok(!timer.isRunning());
  });

  it('leaves alone what is pinned while it is about to delete', async () => {
    clock.time = start + 9 * day;
    const ana = actsBy('ana');
    // Its first act has the id of the one that switched the source on.
    ana.signal(idOf(1), 'up');
    const pinned = store.append([ana.act({ type: 'pinned', traces: [idOf(1)] })]);
    const { purged } = await store.purgeExpired(clock.time);
    await pinned;
    assert.deepEqual([...purged].sort(), [idOf(0), idOf(2)].sort());
    assert.ok(store.has(idOf(1)));
    assert.deepEqual((await store.purgeExpired(clock.time)).purged, []);
  });

  describe('of a conversation whose own line is damaged', () => {
    const traces = () => path.join(folder.path, '.loop', 'traces');
    const bytes = () => everyByte(path.join(folder.path, '.loop'));

    /** Makes one byte of the second conversation's line another one, and has that found. */
    async function damage(text: string, to: string): Promise<void> {
      await store.close();
      for (const name of readdirSync(traces())) {
        const file = path.join(traces(), name);
        const lines = readFileSync(file, 'latin1').split('\n');
        const at = lines.findIndex((line) => line.includes(idOf(1)));
        if (at < 0) continue;
        assert.ok(lines[at]?.includes(text));
        lines[at] = (lines[at] ?? '').replace(text, to);
        writeFileSync(file, lines.join('\n'), 'latin1');
      }
      store = await openTestStore(folder.path, { clock, ids: monotonicIds() });
      await store.rebuild();
      const issues = await store.issues();
      assert.ok(issues.length > 0 && issues.every(({ kind }) => kind === 'damaged'));
      assert.ok(!store.has(idOf(1)));
    }

    beforeEach(async () => {
      const { signal } = actsBy('ana', testIds(5));
      await store.append([signal(idOf(1), 'correction', { answer: { text: 'Archaeopteryx' } })]);
    });

    for (const [where, text, to] of [
      ['its words', 'Where is my order?', 'Where is my orXer?'],
      ['its words, by a line end', 'Where is my order?', 'Where is my or\ner?'],
      ['the day it runs out', '"expires_at":"2026', '"expires_at":"20X6'],
      ['a name in its head', '"answer_turn"', '"answXr_turn"'],
    ] as const) {
      it(`deletes it in time (damaged in ${where})`, async () => {
        await damage(text, to);
        const isFallback = where !== 'its words' && !where.includes('line end');
        clock.time = start + 5.9 * day;
        await store.purgeExpired(clock.time);
        assert.ok(bytes().includes(idOf(1)));
        // What cannot be told goes with the last of those beside it.
        clock.time = start + (isFallback ? 7.1 : 6.1) * day;
        const { purged } = await store.purgeExpired(clock.time);
        assert.ok(purged.includes(idOf(1)));
        assert.ok(!bytes().includes(idOf(1)));
        assert.ok(!bytes().includes('Archaeopteryx'), 'what was said of it goes with it');
        assert.deepEqual(await store.issues(), []);
      });
    }

    it('deletes it also when its id is damaged', async () => {
      await damage(`"id":"${idOf(1)}","source"`, `"id":"${idOf(1).slice(1)},"source"`);
      clock.time = start + 7.1 * day;
      await store.purgeExpired(clock.time);
      assert.ok(!everyByte(traces()).includes(idOf(1).slice(1)));
      assert.deepEqual(await store.issues(), []);
    });

    it('leaves it alone when it is pinned, or never runs out', async () => {
      const { act } = actsBy('ana', testIds(6));
      await store.append([act({ type: 'pinned', traces: [idOf(1)] })]);
      await damage('Where is my order?', 'Where is my orXer?');
      clock.time = start + 30 * day;
      assert.ok(!(await store.purgeExpired(clock.time)).purged.includes(idOf(1)));
      assert.equal((await store.issues()).length, 1);
      await store.append([act({ type: 'unpinned', traces: [idOf(1)] })]);
      assert.deepEqual((await store.purgeExpired(clock.time)).purged, [idOf(1)]);
    });
  });

  it('leaves alone what is pinned, and waits for whatever is going on', async () => {
    const said: number[] = [];
    const timer = handTimer();
    const context = keeping(store, start + 6.5 * day);
    await store.append([actsBy('ana', monotonicIds()).act({ type: 'pinned', traces: [idOf(0)] })]);
    context.busy.what = 'an export';
    const kept = await keepRetention(context, (n) => said.push(n), timer.every);
    assert.deepEqual(said, []);
    context.busy.what = undefined;
    const transaction = await store.beginImport({ source: 'other', retention_days: null });
    await timer.run();
    assert.deepEqual(said, []);
    await transaction.abort();
    await timer.run();
    assert.deepEqual(said, [1]);
    assert.deepEqual(
      [0, 1, 2].map((n) => store.has(idOf(n))),
      [true, false, true],
    );
    kept.dispose();
  });

  it('puts nothing off for a clock that was set back', async () => {
    const said: number[] = [];
    const timer = handTimer();
    const context = keeping(store, start + 100 * day);
    await store.append([actsBy('ana', monotonicIds()).act({ type: 'pinned', traces: [0, 1, 2].map(idOf) })]);
    const kept = await keepRetention(context, (n) => said.push(n), timer.every);
    await store.append([actsBy('ana', monotonicIds(), clock.time + day).act({ type: 'unpinned', traces: [idOf(0)] })]);
    context.clock.time = start + 6 * day;
    await timer.run();
    assert.deepEqual(said, [1]);
    kept.dispose();
  });

  it('lists what runs out within three days, soonest first', async () => {
    const ahead = async (days: number) => (await store.expiring(start + days * day + 3 * day)).map(({ id }) => id);
    assert.deepEqual(await ahead(1.9), []);
    assert.deepEqual(await ahead(2), [idOf(0)]);
    assert.deepEqual(await ahead(3.5), [idOf(0), idOf(1)]);
    const { expires_at } = (await store.line(idOf(0))) ?? {};
    assert.equal(expires_at, new Date(start + 5 * day).toISOString());
  });

  it('takes a label on what is being deleted whole, or not at all', async () => {
    const acts = actsBy('ana', monotonicIds(), clock.time + day);
    const label = acts.act({ type: 'labels_added', traces: [idOf(0), idOf(1)], labels: ['late'] });
    const [, deleted] = await Promise.all([store.append([label]), store.purge([idOf(0)], 'expired')]);
    assert.deepEqual(deleted.purged, [idOf(0)]);
    assert.deepEqual((await store.line(idOf(1)))?.labels, ['late']);
    assert.ok(!store.has(idOf(0)));
    await store.rebuild();
    assert.deepEqual((await store.line(idOf(1)))?.labels, ['late']);
  });

  it('takes rows out of a dataset and an export that were read before the deletion and written after it', async () => {
    const acts = actsBy('ana', monotonicIds(), clock.time + day);
    const traces = [0, 1].map(idOf);
    await store.purge([idOf(0)], 'expired');
    const report = { recipe: '{}', built_hash: 'b', report: '{"rows":2}' };
    const built = acts.act({ type: 'dataset_built', dataset: 'ds', name: 'ds', version: 1, method: 'sft', ...report });
    const common = { turn: 1, part: 0, split: 'train', task: 't', source: 'human', hash: 'h' } as const;
    await store.writeDataset(
      built,
      traces.map((trace) => ({ ...common, trace, acts: [], reviewers: [], labels: [] })),
    );
    const rows: string[] = [];
    for await (const row of store.datasetRows('ds')) rows.push(row.trace);
    assert.deepEqual(rows, [idOf(1)]);
    assert.equal((await store.datasets())[0]?.purged_rows, 1);
    const lines = ['{"text":"gone"}\n', '{"text":"kept"}\n'];
    const file = { path: 'train.jsonl', split: 'train' as const, rows: 2, sha256: hasher.sha256(lines.join('')) };
    writeFileSync(path.join(folder.path, 'train.jsonl'), lines.join(''));
    const exported = { export: 'ex', dataset: 'ds', target: 'trl', folder: '.', options: {}, files: [file] };
    await store.writeExport(
      acts.act({ type: 'exported', ...exported }),
      traces.map((trace, line) => ({ path: 'train.jsonl', line, trace, hash: `h${line}` })),
    );
    assert.equal(readFileSync(path.join(folder.path, 'train.jsonl'), 'utf8'), lines[1]);
  });
});

describe('engine: switching recording', () => {
  let ws: Workspace;

  beforeEach(async () => {
    ws = await makeWorkspace();
  });
  afterEach(() => ws.dispose());

  for (const [said, days] of [
    [90, 90],
    [null, null],
    [undefined, 30],
  ] as const) {
    it(`off keeps the ${days ?? 'endless'} days it was switched on with`, async () => {
      const retention = said === undefined ? {} : { retention_days: said };
      assert.equal((await ws.call('source.switch', { source: 'bot', recording: true, ...retention })).retention_days, days);
      assert.equal((await ws.call('source.switch', { source: 'bot', recording: false })).retention_days, days);
      assert.equal((await ws.call('source.switch', { source: 'bot', recording: false })).retention_days, days);
      assert.equal((await ws.call('source.switch', { source: 'bot', recording: false, retention_days: 7 })).retention_days, 7);
    });
  }

  it('off of a source that never was on keeps 30 days', async () => {
    assert.equal((await ws.call('source.switch', { source: 'bot', recording: false })).retention_days, 30);
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
