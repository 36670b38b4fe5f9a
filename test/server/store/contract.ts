import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { LogEvent } from '../../../core/log/events';
import type { IncomingTrace, Store } from '../../../core/ports';
import { isProblem } from '../../support/problem';
import { actsBy, hasher, rowOf, testIds, traceOf } from '../../support/store';

/** A store under test: opened, closed and opened again at will. */
export interface StoreHarness {
  open(): Promise<Store>;
  /** Milliseconds the store's clock shows. */
  setTime(ms: number): void;
  dispose(): Promise<void>;
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const row of rows) found.push(row);
  return found;
}

/** What every implementation of `Store` must do. */
export function storeContract(name: string, make: () => Promise<StoreHarness>): void {
  describe(`${name}: store contract`, function () {
    this.timeout(30_000);
    let harness: StoreHarness;
    let store: Store;
    const { act, signal } = actsBy('ana');
    const reopen = async () => {
      await store.close();
      store = await harness.open();
    };
    const importRows = async (rows: readonly IncomingTrace[], retention_days: number | null = null) => {
      const transaction = await store.beginImport({ source: 'support', retention_days });
      const taken = [];
      for (const row of rows) taken.push(await transaction.put(row));
      await transaction.commit({ files: ['log.jsonl'], duplicates: 0, refused: 0 });
      return taken;
    };
    const numbered = (count: number, more: (n: number) => Parameters<typeof rowOf>[0] = () => ({})) =>
      Array.from({ length: count }, (_, n) =>
        rowOf({
          key: `request:${n}`,
          question: `Question ${String(n).padStart(3, '0')}`,
          answer: `Answer ${n}`,
          captured_at: new Date(Date.UTC(2026, 7, 1 + (n % 7), 0, n)).toISOString(),
          ...more(n),
        }),
      );

    beforeEach(async () => {
      harness = await make();
      store = await harness.open();
    });
    afterEach(async () => {
      await store.close();
      await harness.dispose();
    });

    describe('conversations', () => {
      it('are as they were written, also after opening again', async () => {
        const row = rowOf({
          question: 'Wo ist “meine” Bestellung?\u2028\u0000',
          labels: ['Billing'],
          attributes: { language: 'de' },
          model: 'm',
        });
        assert.equal(await store.capture(row), 'new');
        assert.deepEqual(await store.trace(row.trace.id), row.trace);
        await reopen();
        assert.deepEqual(await store.trace(row.trace.id), row.trace);
        const line = await store.line(row.trace.id);
        assert.equal(line?.preview, 'Wo ist “meine” Bestellung?\u2028\u0000'.replace(/\s+/g, ' ').trim());
        assert.deepEqual(line?.labels, ['billing']);
        assert.deepEqual(line?.attributes, { language: 'de' });
      });

      it('that are not here are undefined', async () => {
        assert.equal(await store.trace('nothing'), undefined);
        assert.equal(await store.line('nothing'), undefined);
        assert.equal(store.has('nothing'), false);
        assert.deepEqual(await store.lines(['nothing']), []);
        assert.deepEqual(await store.acts('nothing'), []);
      });

      it('with the same key and content are duplicates', async () => {
        assert.equal(await store.capture(rowOf()), 'new');
        assert.equal(await store.capture(rowOf()), 'duplicate');
        assert.deepEqual(await importRows([rowOf(), rowOf()]), ['duplicate', 'duplicate']);
        assert.equal(await store.count({}), 1);
      });

      it('captured twice at once are taken once', async () => {
        const taken = await Promise.all([store.capture(rowOf()), store.capture(rowOf()), store.capture(rowOf())]);
        assert.deepEqual([...taken].sort(), ['duplicate', 'duplicate', 'new']);
        await reopen();
        assert.equal(await store.count({}), 1);
      });

      it('that grow replace what was there until the first act on them', async () => {
        await store.capture(rowOf({ answer: 'One.' }));
        assert.equal(await store.capture(rowOf({ answer: 'One. Two.', recorded_at: '2026-09-01T00:01:00.000Z' })), 'revision');
        const { id } = traceOf();
        assert.equal((await store.trace(id))?.messages[1]?.content, 'One. Two.');
        assert.equal(await store.count({}), 1);
        assert.equal(await store.capture(rowOf({ answer: 'One.' })), 'duplicate', 'an older revision is known');
        await store.append([signal(id, 'up')]);
        assert.equal(await store.capture(rowOf({ answer: 'One. Two. Three.' })), 'revision');
        assert.equal(await store.count({}), 2);
        assert.equal((await store.trace(id))?.messages[1]?.content, 'One. Two.');
        const next = (await store.select({})).find((other) => other !== id) ?? '';
        const continued = await store.trace(next);
        assert.equal(continued?.meta.parent, id);
        assert.equal(continued?.messages[1]?.content, 'One. Two. Three.');
        assert.equal(await store.capture(rowOf({ answer: 'One. Two. Three.' })), 'duplicate');
        await reopen();
        assert.equal(await store.count({}), 2);
        assert.equal((await store.trace(id))?.messages[1]?.content, 'One. Two.');
      });

      it('with a reused row id are told apart and counted', async () => {
        const taken = await importRows([
          rowOf({ key: 'generic:1:a', generic_id: '1', answer: 'a' }),
          rowOf({ key: 'generic:1:b', generic_id: '1', answer: 'b' }),
          rowOf({ key: 'generic:2:c', generic_id: '2', answer: 'c' }),
        ]);
        assert.deepEqual(taken, ['new', 'id_reused', 'new']);
        assert.equal(await store.count({}), 3);
      });
    });

    describe('imports', () => {
      it('become visible all at once', async () => {
        const transaction = await store.beginImport({ source: 'support', retention_days: null });
        const changes: unknown[] = [];
        const listening = store.onChange((change) => changes.push(change));
        for (const row of numbered(200, (n) => ({
          labels: [`l${n % 3}`],
          acts: n % 2 ? [] : [signal(traceOf({ key: `request:${n}` }).id, 'up', { provenance: 'earlier_process' })],
        }))) {
          await transaction.put(row);
        }
        assert.equal(await store.count({}), 0);
        assert.deepEqual(await store.groups('label', {}), []);
        assert.deepEqual(await store.select({ state: 'reviewed' }), []);
        assert.equal(store.has(traceOf({ key: 'request:0' }).id), false);
        assert.deepEqual(await store.attributes(), []);
        await transaction.commit({ files: [], duplicates: 0, refused: 0 });
        assert.ok(changes.some((change) => (change as { all_traces?: boolean }).all_traces));
        listening.dispose();
        for (const pass of ['at once', 'after opening again']) {
          assert.equal(await store.count({}), 200, pass);
          assert.equal(await store.count({ state: 'reviewed' }), 100, pass);
          assert.equal((await store.acts(traceOf({ key: 'request:0' }).id)).length, 1, pass);
          assert.deepEqual(
            (await store.groups('label', {})).map(({ key, total, reviewed }) => [key, total, reviewed]),
            [
              ['l0', 67, 34],
              ['l1', 67, 33],
              ['l2', 66, 33],
            ],
            pass,
          );
          await reopen();
        }
      });

      it('that are given up leave nothing', async () => {
        await store.capture(rowOf({ key: 'request:kept' }));
        const before = await store.stats();
        const transaction = await store.beginImport({ source: 'support', retention_days: null });
        for (const row of numbered(150, (n) => ({
          generic_id: `${n}`,
          acts: [signal(traceOf({ key: `request:${n}` }).id, 'up')],
        })))
          await transaction.put(row);
        await transaction.abort();
        assert.deepEqual(await store.stats(), { ...before, index: (await store.stats()).index });
        assert.deepEqual(await importRows(numbered(150, (n) => ({ generic_id: `${n}` }))), Array(150).fill('new'));
        await reopen();
        assert.equal(await store.count({}), 151);
      });

      it('let verdicts and captures through meanwhile', async () => {
        await store.capture(rowOf({ key: 'request:before' }));
        const { id } = traceOf({ key: 'request:before' });
        const transaction = await store.beginImport({ source: 'support', retention_days: null });
        for (const row of numbered(70)) await transaction.put(row);
        await store.append([signal(id, 'up')]);
        await store.capture(rowOf({ key: 'request:meanwhile' }));
        assert.deepEqual(await store.select({ state: 'reviewed' }), [id]);
        assert.equal(await store.count({}), 2);
        for (const row of numbered(140).slice(70)) await transaction.put(row);
        await transaction.commit({ files: [], duplicates: 0, refused: 0 });
        assert.equal(await store.count({}), 142);
        await reopen();
        assert.equal(await store.count({}), 142);
      });

      it('change what is visible only when they are committed', async () => {
        await store.capture(rowOf({ answer: 'One.' }));
        const { id } = traceOf();
        const transaction = await store.beginImport({ source: 'support', retention_days: null });
        assert.equal(await transaction.put(rowOf({ answer: 'One. Two.', recorded_at: '2026-09-01T01:00:00.000Z' })), 'revision');
        assert.equal((await store.trace(id))?.messages[1]?.content, 'One.');
        await transaction.commit({ files: [], duplicates: 0, refused: 0 });
        assert.equal((await store.trace(id))?.messages[1]?.content, 'One. Two.');
        assert.equal(await store.count({}), 1);
      });

      it('bring new verdicts to conversations that are here', async () => {
        await store.capture(rowOf());
        const { id } = traceOf();
        const said = signal(id, 'up', { provenance: 'earlier_process' });
        assert.deepEqual(await importRows([rowOf({ acts: [said] })]), ['duplicate']);
        assert.equal((await store.line(id))?.state, 'reviewed');
        await importRows([rowOf({ acts: [said] })]);
        assert.equal((await store.acts(id)).length, 1);
      });

      it('are one at a time', async () => {
        const transaction = await store.beginImport({ source: 'support', retention_days: null });
        await assert.rejects(store.beginImport({ source: 'support', retention_days: null }), isProblem('busy'));
        await transaction.abort();
        await (await store.beginImport({ source: 'support', retention_days: null })).abort();
      });
    });

    describe('acts', () => {
      const { id } = traceOf();
      beforeEach(() => store.capture(rowOf()));

      it('are folded once, however often they are sent', async () => {
        const up = signal(id, 'up');
        await Promise.all([store.append([up]), store.append([up, up])]);
        await store.append([up]);
        await reopen();
        await store.append([up]);
        assert.deepEqual(await store.acts(id), [up]);
        assert.deepEqual(await store.act(up.id), up);
        assert.equal((await store.line(id))?.state, 'reviewed');
      });

      it('decide state, verdict and flags', async () => {
        await store.append([signal(id, 'down', { reason: 'Too short.' }), signal(id, 'note', { reason: 'Ask Ben.' })]);
        const line = await store.line(id);
        assert.deepEqual([line?.state, line?.verdict, line?.has], ['reviewed', 'down', ['down', 'note']]);
        await store.append([{ ...signal(id, 'up'), by: 'ben' }]);
        assert.equal((await store.line(id))?.state, 'disputed');
      });

      it('can be taken back and restored, newest first', async () => {
        const [first, second] = [signal(id, 'up'), signal(id, 'down', { reason: 'No.' })];
        await store.append([first, second]);
        assert.deepEqual(await store.ownActs('ana', 'standing', 5), [second, first]);
        assert.deepEqual(await store.ownActs('ben', 'standing', 5), []);
        const undo = act({ type: 'retracted', act: second.id, trace: id });
        await store.append([undo]);
        assert.deepEqual(await store.ownActs('ana', 'standing', 5), [first]);
        assert.deepEqual(await store.ownActs('ana', 'retracted', 5), [second]);
        assert.equal((await store.line(id))?.verdict, 'up');
        assert.deepEqual(await store.acts(id), [first, second, undo]);
        await store.append([act({ type: 'restored', act: second.id, trace: id })]);
        assert.equal((await store.line(id))?.verdict, 'down');
        assert.deepEqual(await store.ownActs('ana', 'retracted', 5), []);
      });

      it('remember recent reasons', async () => {
        const down = signal(id, 'down', { reason: 'Wrong price.' });
        await store.append([
          signal(id, 'down', { reason: 'Too long.' }),
          down,
          signal(id, 'down', { reason: 'Too long.' }),
          signal(id, 'note', { reason: 'No reason.' }),
          act({ type: 'reason_added', trace: id, act: down.id, reason: 'Wrong currency.' }),
        ]);
        assert.deepEqual(await store.reasons('ana', 9), ['Wrong currency.', 'Too long.', 'Wrong price.']);
        assert.deepEqual(await store.reasons('ana', 1), ['Wrong currency.']);
        assert.deepEqual(await store.reasons('ben', 9), []);
      });

      it('on many traces are seen from each of them', async () => {
        await store.capture(rowOf({ key: 'request:2' }));
        const other = traceOf({ key: 'request:2' }).id;
        const labelled = act({ type: 'labels_added', traces: [id, other], labels: ['Urgent', 'billing'] });
        await store.append([labelled]);
        assert.deepEqual((await store.line(other))?.labels, ['billing', 'urgent']);
        assert.deepEqual(await store.acts(id), [{ ...labelled, body: { ...labelled.body, traces: [id] } }]);
        await store.append([act({ type: 'retracted', act: labelled.id })]);
        assert.deepEqual((await store.line(id))?.labels, []);
        assert.equal((await store.acts(other)).length, 2);
        assert.equal(await store.count({ unlabelled: true }), 2);
      });

      it('on traces that are not here wait for them', async () => {
        const later = traceOf({ key: 'request:later' }).id;
        await store.append([signal(later, 'up'), act({ type: 'labels_added', traces: [later], labels: ['x'] })]);
        assert.equal((await store.acts(later)).length, 2);
        assert.equal(await store.count({}), 1);
        await reopen();
        await store.capture(rowOf({ key: 'request:later' }));
        assert.equal((await store.line(later))?.state, 'reviewed');
        assert.deepEqual((await store.line(later))?.labels, ['x']);
        assert.deepEqual(
          (await store.groups('label', {})).map(({ key, total }) => [key, total]),
          [
            ['', 1],
            ['x', 1],
          ],
        );
      });

      it('get later times than everything before, whatever the clock says', async () => {
        await store.append([signal(id, 'up')]);
        const [seen] = await store.acts(id);
        harness.setTime(0);
        const [first, second] = [store.now(), store.now()];
        assert.ok(first > (seen?.at ?? ''), first);
        assert.ok(second > first);
      });
    });

    describe('labels and attributes', () => {
      beforeEach(() =>
        importRows(numbered(6, (n) => ({ labels: n < 4 ? ['refund'] : [], attributes: { language: n % 2 ? 'de' : 'en' } }))),
      );
      const ids = Array.from({ length: 6 }, (_, n) => traceOf({ key: `request:${n}` }).id);

      it('reach descendants and count them', async () => {
        await store.append([
          act({ type: 'labels_added', traces: ids.slice(3, 5), labels: ['exchange'] }),
          act({ type: 'label_parent_set', label: 'refund', parent: 'billing' }),
          act({ type: 'label_parent_set', label: 'exchange', parent: 'billing' }),
        ]);
        for (const pass of ['at once', 'after opening again', 'after a rebuild']) {
          assert.equal(await store.count({ label: 'billing' }), 5, pass);
          assert.deepEqual(
            await store.labels(),
            [
              { label: 'billing', parent: undefined, count: 5 },
              { label: 'exchange', parent: 'billing', count: 2 },
              { label: 'refund', parent: 'billing', count: 4 },
            ],
            pass,
          );
          if (pass === 'at once') await reopen();
          else await store.rebuild();
        }
        assert.deepEqual(
          (await store.groups('label', { attributes: { language: 'de' } })).map(({ key, total }) => [key, total]),
          [
            ['', 1],
            ['billing', 2],
            ['exchange', 1],
            ['refund', 2],
          ],
        );
      });

      it('do not form circles', async () => {
        await store.append([
          act({ type: 'label_parent_set', label: 'a', parent: 'b' }),
          act({ type: 'label_parent_set', label: 'b', parent: 'a' }),
        ]);
        assert.deepEqual(
          (await store.labels()).filter(({ label }) => label.length === 1),
          [
            { label: 'a', parent: 'b', count: 0 },
            { label: 'b', parent: undefined, count: 0 },
          ],
        );
      });

      it('can be renamed and merged', async () => {
        await store.append([
          act({ type: 'labels_added', traces: [ids[0] ?? '', ids[5] ?? ''], labels: ['money back'] }),
          act({ type: 'label_renamed', from: 'money back', to: 'refund' }),
        ]);
        assert.deepEqual(
          (await store.labels()).map(({ label, count }) => [label, count]),
          [['refund', 5]],
        );
        await store.append([act({ type: 'labels_added', traces: [ids[4] ?? ''], labels: ['money back'] })]);
        assert.deepEqual((await store.line(ids[4] ?? ''))?.labels, ['money back'], 'a name given again later is a new label');
        await importRows([rowOf({ key: 'request:new', labels: ['money back'] })]);
        const recorded = traceOf({ key: 'request:new' }).id;
        assert.deepEqual((await store.line(recorded))?.labels, ['refund'], 'labels a trace arrives with are renamed');
      });

      it('keep one value per key', async () => {
        const [id = ''] = ids;
        await store.append([act({ type: 'attributes_set', traces: [id], values: { language: 'fr', tier: 'gold' } })]);
        assert.deepEqual((await store.line(id))?.attributes, { language: 'fr', tier: 'gold' });
        assert.deepEqual(await store.attributes(), [
          { key: 'language', values: { de: 3, en: 2, fr: 1 } },
          { key: 'tier', values: { gold: 1 } },
        ]);
        await store.append([act({ type: 'attributes_removed', traces: [id], keys: ['language'] })]);
        assert.deepEqual((await store.line(id))?.attributes, { tier: 'gold' });
        assert.equal(await store.count({ attributes: { language: ['de', 'en'] } }), 5);
      });
    });

    describe('queues', () => {
      beforeEach(() => importRows(numbered(40, (n) => ({ answer: 'Answer'.padEnd(10 + ((n * 37) % 100), '.') }))));

      for (const order of ['oldest', 'newest', 'random', 'lowest_score', 'disagreement', 'shortest'] as const) {
        it(`show every trace once, page by page (${order})`, async () => {
          const seen: string[] = [];
          let after: string | undefined;
          do {
            const page = await store.page({ selection: {}, order, seed: 5, limit: 7, ...(after ? { after } : {}) });
            seen.push(...page.rows.map(({ id }) => id));
            after = page.next ?? undefined;
          } while (after);
          assert.equal(seen.length, 40);
          assert.equal(new Set(seen).size, 40);
          const [first = '', second = '', third = ''] = seen;
          const beside = await store.neighbours(second, { slice: {}, order, seed: 5 });
          assert.deepEqual(beside, { position: 2, total: 40, previous: first, next: third });
          const rest = await store.page({ selection: {}, order, seed: 5, limit: 40, after: first });
          assert.equal(rest.rows[0]?.id, second, 'a bare id is a cursor too');
        });
      }

      it('are ordered as they say', async () => {
        const ids = await store.select({});
        const lines = await store.lines(ids);
        const times = lines.map(({ captured_at }) => captured_at);
        assert.deepEqual(times, [...times].sort());
        const newest = await store.page({ selection: {}, order: 'newest', seed: 1, limit: 40 });
        assert.deepEqual(
          newest.rows.map(({ id }) => id),
          [...ids].reverse(),
        );
        const shortest = await store.page({ selection: {}, order: 'shortest', seed: 1, limit: 40 });
        const sizes = await Promise.all(
          shortest.rows.map(async ({ id }) => (await store.trace(id))?.messages[1]?.content.length ?? 0),
        );
        assert.deepEqual(
          sizes,
          [...sizes].sort((a, b) => a - b),
        );
        const [worst = '', better = ''] = ids;
        await store.append([
          signal(better, 'score', { scores: { overall: 0.6 } }),
          signal(worst, 'score', { scores: { overall: 0.2 } }),
        ]);
        const lowest = await store.page({ selection: {}, order: 'lowest_score', seed: 1, limit: 3 });
        assert.deepEqual(
          lowest.rows.slice(0, 2).map(({ id, scores }) => [id, scores]),
          [
            [worst, { overall: 0.2 }],
            [better, { overall: 0.6 }],
          ],
        );
        await store.append([signal(worst, 'up'), signal(better, 'up')]);
        const differ = await store.page({ selection: {}, order: 'disagreement', seed: 1, limit: 2 });
        assert.deepEqual(
          differ.rows.map(({ id }) => id),
          [worst, better],
        );
      });

      it('go to the next unreviewed trace, and around', async () => {
        const ids = await store.select({});
        const [a = '', b = '', c = ''] = ids;
        const next = (after?: string) =>
          store.nextUnreviewed({ slice: {}, order: 'oldest', seed: 1, ...(after ? { after } : {}) });
        assert.deepEqual(await next(), { trace: a, waiting: 40 });
        await store.append([signal(b, 'up')]);
        assert.deepEqual(await next(a), { trace: c, waiting: 39 });
        assert.deepEqual(await next(ids.at(-1)), { trace: a, waiting: 39 });
        await store.append(ids.map((id) => signal(id, 'skip')));
        assert.deepEqual(await next(a), { trace: null, waiting: 0 });
      });

      it('can be narrowed to one group', async () => {
        for (const by of ['state', 'source', 'model', 'label', 'day'] as const) {
          for (const { key, total } of await store.groups(by, {})) {
            const page = await store.page({ selection: {}, group: { by, key }, order: 'oldest', seed: 1, limit: 100 });
            assert.equal(page.rows.length, total, `${by} ${key}`);
          }
        }
        assert.equal((await store.groups('day', {})).length, 7);
      });

      it('draw the same sample every time, and keep it when traces are added', async () => {
        const draw = await store.select({ sample: 10, seed: 3 });
        assert.equal(draw.length, 10);
        assert.deepEqual(await store.select({ sample: 10, seed: 3 }), draw);
        assert.notDeepEqual(await store.select({ sample: 10, seed: 4 }), draw);
        const page = await store.page({ selection: { sample: 10, seed: 3 }, order: 'oldest', seed: 1, limit: 100 });
        assert.deepEqual(
          page.rows.map(({ id }) => id),
          draw,
        );
        await store.capture(rowOf({ key: 'request:more' }));
        const again = await store.select({ sample: 10, seed: 3 });
        assert.ok(draw.filter((id) => !again.includes(id)).length <= 1);
      });
    });

    describe('reading for a dataset', () => {
      it('gives traces with their acts in the order asked for', async () => {
        await importRows(numbered(600));
        const ids = [...(await store.select({}))].reverse();
        const [first = ''] = ids;
        const said = [signal(first, 'up'), act({ type: 'labels_added', traces: ids, labels: ['all'] })];
        await store.append(said);
        const judged = await all(store.judged([...ids, 'unknown']));
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
        await importRows(numbered(300));
        const cancel = { aborted: true };
        await assert.rejects(all(store.judged(await store.select({}), cancel)), isProblem('cancelled'));
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
        await store.writeDataset(built, lines);
        await store.writeDataset(built, []);
        await reopen();
        assert.deepEqual(await store.datasets(), [{ id: 'ds1', event: built, hash: 'h', purged_rows: 0 }]);
        assert.deepEqual(await all(store.datasetLines('ds1')), lines);
        assert.deepEqual(await all(store.datasetRows('ds1')), lines.slice(0, 2));
        await assert.rejects(all(store.datasetRows('ds2')), isProblem('dataset_not_found'));
        const exported = act({
          type: 'exported',
          export: 'ex1',
          dataset: 'ds1',
          target: 'trl',
          folder: 'out',
          options: {},
          files: [],
        });
        const map = [{ path: 'out/train.jsonl', line: 0, trace: 'a', hash: 'x' }];
        await store.writeExport(exported, map);
        assert.deepEqual(await store.exports(), [exported]);
        assert.deepEqual(await store.exports('ds1'), [exported]);
        assert.deepEqual(await store.exports('ds2'), []);
        assert.deepEqual(await all(store.exportRows('ex1')), map);
      });
    });

    describe('retention', () => {
      it('purges what has run out, and nothing that is pinned', async () => {
        await store.append([act({ type: 'source_switched', source: 'support', recording: true, retention_days: 10 })]);
        for (const n of [1, 2]) await store.capture(rowOf({ key: `request:${n}` }));
        await store.capture(rowOf({ key: 'request:3', recorded_at: '2026-09-05T00:00:00.000Z' }));
        await importRows([rowOf({ key: 'request:4' })]);
        await importRows([rowOf({ key: 'request:5' })], 3);
        const [one = '', two = '', three = '', , five = ''] = [1, 2, 3, 4, 5].map((n) => traceOf({ key: `request:${n}` }).id);
        await store.append([act({ type: 'pinned', traces: [two] })]);
        assert.equal((await store.line(one))?.expires_at, '2026-09-11T00:00:00.000Z');
        assert.equal((await store.line(two))?.expires_at, undefined);
        const soon = await store.expiring(Date.parse('2026-09-12T00:00:00.000Z'));
        assert.deepEqual(
          soon.map(({ id }) => id),
          [five, one],
        );
        await reopen();
        const { purged } = await store.purgeExpired(Date.parse('2026-09-12T00:00:00.000Z'));
        assert.deepEqual([...purged].sort(), [five, one].sort());
        assert.ok(store.has(two) && store.has(three));
        assert.equal(await store.count({}), 3);
        const source = (await store.sources()).find(({ source }) => source === 'support');
        assert.deepEqual([source?.recording, source?.by, source?.retention_days, source?.traces], [true, 'ana', 10, 3]);
      });
    });

    describe('sources and models', () => {
      it('are listed with their spans', async () => {
        await importRows(
          numbered(30, (n) => ({ model: n < 20 ? 'old' : 'new', captured_at: new Date(Date.UTC(2026, 7, 1, n)).toISOString() })),
        );
        await store.append([
          act({ type: 'source_switched', source: 'chat', recording: true, retention_days: null }),
          act({ type: 'source_switched', source: 'chat', recording: false, retention_days: 30 }),
        ]);
        assert.deepEqual(
          (await store.sources()).map(({ source, recording, retention_days, traces, last_captured_at }) => [
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
        assert.deepEqual(await store.models(), [
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
      const listening = store.onChange((change) => seen.push(change));
      await store.capture(rowOf());
      const { id } = traceOf();
      await store.append([signal(id, 'up')]);
      await store.append([act({ type: 'labels_added', traces: [id], labels: ['x'] })]);
      listening.dispose();
      await store.append([signal(id, 'down')]);
      assert.deepEqual(seen, [{ traces: [id], sources: true }, { traces: [id] }, { traces: [id], labels: true }]);
    });

    it('counts what it holds', async () => {
      await importRows(numbered(5));
      await store.append([signal(traceOf({ key: 'request:0' }).id, 'up')]);
      const stats = await store.stats();
      assert.deepEqual(
        [stats.traces, stats.by_state, stats.by_source, stats.acts],
        [5, { unreviewed: 4, reviewed: 1, disputed: 0, skipped: 0 }, { support: 5 }, 2],
      );
      assert.ok(stats.bytes.traces > 1000 && stats.bytes.log > 100);
    });

    it('gives two writers of one test different ids', () => {
      assert.notEqual(testIds(1).ulid(), testIds(2).ulid());
    });
  });
}
