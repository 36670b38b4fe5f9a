import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { TraceRow } from '../../../core/protocol/results';
import { atRest, inBatches, mergeChanges, newestOf } from '../../../extension/batches';
import { ReviewModel } from '../../../extension/review/tree/model';
import type { ReviewNode, TraceNode, TreeQuery } from '../../../extension/review/tree/nodes';
import { fakeEngine } from './fake-engine';

function row(id: string, state: TraceRow['state'] = 'unreviewed', more: Partial<TraceRow> = {}): TraceRow {
  const captured_at = '2026-09-01T00:00:00.000Z';
  return { id, source: 's', captured_at, state, preview: id, labels: [], attributes: {}, scores: {}, has: [], ...more };
}

const query: TreeQuery = { by: 'state', order: 'oldest', slice: {} };
const states = ['unreviewed', 'reviewed'] as const;

/** A store of rows behind the tree, grouped by state and paged by two hundred. */
function shop(rows: TraceRow[], shown: TreeQuery = query) {
  const drawn: (readonly ReviewNode[] | undefined)[] = [];
  const engine = fakeEngine({
    'trace.groups': () =>
      states
        .map((key) => ({ key, list: rows.filter((r) => r.state === key) }))
        .filter(({ list }) => list.length > 0)
        .map(({ key, list }) => ({ key, total: list.length, reviewed: key === 'reviewed' ? list.length : 0 })),
    'trace.rows': ({ traces }) => rows.filter(({ id }) => traces.includes(id)),
    'trace.list': ({ group, limit = 200, after = '0' }) => {
      const all = rows.filter(({ state }) => state === group?.key);
      const from = Number(after);
      const next = from + limit < all.length ? String(from + limit) : null;
      return { rows: all.slice(from, from + limit), next };
    },
  });
  const model = new ReviewModel(engine, shown, (nodes) => drawn.push(nodes));
  const group = async (key: string) => {
    const found = (await model.roots()).find((node) => node.key === key);
    assert.ok(found, `no group ${key}`);
    return found;
  };
  const open = async (key: string) => model.children(await group(key));
  const set = (id: string, change: Partial<TraceRow>) => {
    const at = rows.findIndex((r) => r.id === id);
    rows[at] = { ...(rows[at] ?? row(id)), ...change };
  };
  return { model, engine, drawn, group, open, set, asked: () => engine.asked.map(({ method }) => method) };
}

const ids = (nodes: readonly ReviewNode[]) => nodes.map((node) => (node.kind === 'trace' ? node.row.id : node.kind));
const many = (n: number) => Array.from({ length: n }, (_, i) => row(`t${i}`));

describe('the review tree', () => {
  it('shows groups with counts and rows in pages of 200', async () => {
    const { model, open, group } = shop(many(450));
    const first = await open('unreviewed');
    assert.equal(first.length, 201);
    assert.deepEqual({ ...first.at(-1), group: 0 }, { kind: 'more', id: 'more:state:unreviewed', group: 0, left: 250 });
    await model.showMore(await group('unreviewed'));
    assert.equal((await open('unreviewed')).length, 401);
    await model.showMore(await group('unreviewed'));
    const all = await open('unreviewed');
    assert.equal(all.length, 450);
    assert.ok(all.every(({ kind }) => kind === 'trace'));
  });

  it('keeps ids and nodes while what they show changes', async () => {
    const { model, open, set } = shop(many(3));
    const before = await open('unreviewed');
    set('t1', { labels: ['billing'] });
    await model.apply({ traces: ['t1'] });
    const after = await open('unreviewed');
    assert.deepEqual(
      after.map(({ id }) => id),
      before.map(({ id }) => id),
    );
    assert.equal(after[1], before[1]);
    assert.deepEqual((after[1] as TraceNode).row.labels, ['billing']);
  });

  it('draws one row again for one changed trace, and reads no page', async () => {
    const { model, open, set, drawn, asked } = shop(many(300));
    await open('unreviewed');
    const before = asked().length;
    set('t7', { labels: ['billing'] });
    await model.apply({ traces: ['t7'] });
    assert.deepEqual(
      drawn.map((nodes) => ids(nodes ?? [])),
      [['t7']],
    );
    assert.deepEqual(asked().slice(before).sort(), ['trace.groups', 'trace.rows']);
  });

  it('moves a judged trace to its new group and counts anew', async () => {
    const { model, open, set, group } = shop([row('a'), row('b'), row('c', 'reviewed')]);
    await open('unreviewed');
    await open('reviewed');
    set('a', { state: 'reviewed', verdict: 'up' });
    await model.apply({ traces: ['a'] });
    assert.deepEqual(ids(await open('unreviewed')), ['b']);
    assert.deepEqual(ids(await open('reviewed')), ['a', 'c']);
    assert.equal((await group('reviewed')).counts.total, 2);
  });

  it('lets a deleted trace go', async () => {
    const rows = [row('a'), row('b')];
    const { model, open } = shop(rows);
    await open('unreviewed');
    rows.splice(0, 1);
    await model.apply({ traces: ['a'] });
    assert.deepEqual(ids(await open('unreviewed')), ['b']);
  });

  it('shows a group that was not there, and drops one that is empty', async () => {
    const { model, open, set, drawn } = shop([row('a')]);
    await open('unreviewed');
    set('a', { state: 'reviewed' });
    await model.apply({ traces: ['a'] });
    assert.equal(drawn.at(-1), undefined);
    assert.deepEqual(
      (await model.roots()).map(({ key }) => key),
      ['reviewed'],
    );
  });

  it('reads a group anew when only the engine knows what belongs to it', async () => {
    const rows = [row('a'), row('b')];
    const { model, open, set } = shop(rows, { ...query, slice: { label: 'x' } });
    await open('unreviewed');
    rows.splice(1, 1);
    set('a', { labels: [] });
    await model.apply({ traces: ['a'] });
    assert.deepEqual(ids(await open('unreviewed')), ['a']);
  });

  it('starts over after an import', async () => {
    const rows = many(2);
    const { model, open, drawn } = shop(rows);
    await open('unreviewed');
    rows.push(row('new'));
    await model.apply({ all_traces: true });
    assert.equal(drawn.at(-1), undefined);
    assert.deepEqual(ids(await open('unreviewed')), ['t0', 't1', 'new']);
  });

  it('does nothing about changes before it was looked at', async () => {
    const { model, asked } = shop(many(2));
    await model.apply({ traces: ['t0'] });
    assert.deepEqual(asked(), []);
  });

  it('drops answers to a question that is no longer asked', async () => {
    const { model, open, set, drawn } = shop(many(2));
    await open('unreviewed');
    set('t0', { labels: ['x'] });
    const late = model.apply({ traces: ['t0'] });
    model.show({ ...query, by: 'source' });
    await late;
    assert.deepEqual(drawn, [undefined]);
  });

  it('asks again after a failure', async () => {
    let fails = true;
    const engine = fakeEngine({
      'trace.groups': () => {
        if (fails) throw new Error('no');
        return [{ key: 'unreviewed', total: 1, reviewed: 0 }];
      },
    });
    const model = new ReviewModel(engine, query, () => undefined);
    await assert.rejects(model.roots());
    fails = false;
    assert.equal((await model.roots()).length, 1);
  });

  it('lists the traces behind a number of a report', async () => {
    const part = { dataset: 'd', part: 'left_out:no_verdict', title: 'left out' };
    const engine = fakeEngine({ 'dataset.traces': () => ({ rows: [row('a')], total: 1, next: null }) });
    const model = new ReviewModel(engine, { ...query, part }, () => undefined);
    const [group] = await model.roots();
    assert.ok(group);
    assert.equal(group.key, 'left out');
    assert.deepEqual(ids(await model.children(group)), ['a']);
    assert.deepEqual(engine.asked.at(-1)?.params, { dataset: 'd', part: 'left_out:no_verdict', limit: 200 });
  });
});

describe('changes on their way to the tree', () => {
  it('are one when they come together', () => {
    const merged = mergeChanges(mergeChanges(undefined, { traces: ['a'] }), { traces: ['a', 'b'], labels: true });
    assert.deepEqual(merged.traces, ['a', 'b']);
    assert.equal(merged.labels, true);
    assert.equal(merged.all_traces, false);
  });

  it('gather while the ones before are worked on', async () => {
    const seen: (readonly string[] | undefined)[] = [];
    let go: () => void = () => undefined;
    const take = inBatches(
      async ({ traces }) => {
        seen.push(traces);
        await new Promise<void>((resolve) => (go = resolve));
      },
      () => undefined,
    );
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    take({ traces: ['a'] });
    await turn();
    take({ traces: ['b'] });
    take({ traces: ['c'] });
    assert.deepEqual(seen, [['a']]);
    go();
    await turn();
    assert.deepEqual(seen, [['a'], ['b', 'c']]);
    go();
  });

  it('wait until the hands rest, but not for ever', async () => {
    const seen: (readonly string[] | undefined)[] = [];
    const take = inBatches(
      ({ traces }) => {
        seen.push(traces);
        return Promise.resolve();
      },
      () => undefined,
      atRest,
    );
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    for (const trace of ['a', 'b', 'c']) {
      take({ traces: [trace] });
      await pause(80);
    }
    assert.deepEqual(seen, []);
    while (seen.length === 0) await pause(10);
    assert.deepEqual(seen, [['a', 'b', 'c']]);
    const from = Date.now();
    while (seen.length === 1) {
      take({ traces: ['d'] });
      await pause(50);
    }
    assert.ok(Date.now() - from < 10_000, 'the list never came');
  });

  it('are only the newest where that is all that counts', async () => {
    const seen: string[] = [];
    const follow = newestOf<string>(
      (value) => {
        seen.push(value);
        return Promise.resolve();
      },
      () => undefined,
      atRest,
    );
    for (const value of ['a', 'b', 'c']) follow(value);
    while (seen.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    assert.deepEqual(seen, ['c']);
  });
});
