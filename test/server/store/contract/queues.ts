import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Slice } from '../../../../core/slice/schema';
import { actsBy, rowOf } from '../../../support/store';
import { numbered, type Fixture } from './fixture';

export function queuesContract(f: Fixture): void {
  const { signal } = actsBy('ana');
  describe('queues', () => {
    beforeEach(() => f.importRows(numbered(40, (n) => ({ answer: 'Answer'.padEnd(10 + ((n * 37) % 100), '.') }))));

    for (const order of ['oldest', 'newest', 'random', 'lowest_score', 'disagreement', 'shortest'] as const) {
      it(`show every trace once, page by page (${order})`, async () => {
        const seen: string[] = [];
        let after: string | undefined;
        do {
          const page = await f.store.page({ selection: {}, order, seed: 5, limit: 7, ...(after ? { after } : {}) });
          seen.push(...page.rows.map(({ id }) => id));
          after = page.next ?? undefined;
        } while (after);
        assert.equal(seen.length, 40);
        assert.equal(new Set(seen).size, 40);
        const [first = '', second = '', third = ''] = seen;
        const beside = await f.store.neighbours(second, { slice: {}, order, seed: 5 });
        assert.deepEqual(beside, { position: 2, total: 40, previous: first, next: third });
        const rest = await f.store.page({ selection: {}, order, seed: 5, limit: 40, after: first });
        assert.equal(rest.rows[0]?.id, second, 'a bare id is a cursor too');
      });
    }

    it('know the place of each trace, also across days and in some states', async () => {
      for (const n of [0, 1, 2, 3, 4, 5]) {
        // Two a day, the first and the last moment of it among them.
        const captured_at = new Date(Date.UTC(2027, 0, 1 + Math.floor(n / 2)) + (n % 2) * 86_399_999).toISOString();
        await f.store.capture(rowOf({ key: `day:${n}`, captured_at }));
      }
      const all = await f.store.select({});
      await f.store.append(all.filter((_, n) => n % 3 === 0).map((id) => signal(id, 'up')));
      const slices: Slice[] = [{}, { state: 'unreviewed' }, { state: ['reviewed', 'unreviewed'] }, { source: 'support' }];
      for (const order of ['oldest', 'newest'] as const) {
        for (const slice of slices) {
          const { rows } = await f.store.page({ selection: slice, order, seed: 1, limit: 100 });
          for (const [n, { id }] of rows.entries()) {
            const beside = await f.store.neighbours(id, { slice, order, seed: 1 });
            const [previous, next] = [rows[n - 1]?.id ?? null, rows[n + 1]?.id ?? null];
            assert.deepEqual(
              beside,
              { position: n + 1, total: rows.length, previous, next },
              `${order} ${JSON.stringify(slice)}`,
            );
          }
        }
      }
    });

    it('are ordered as they say', async () => {
      const ids = await f.store.select({});
      const lines = await f.store.lines(ids);
      const times = lines.map(({ captured_at }) => captured_at);
      assert.deepEqual(times, [...times].sort());
      const newest = await f.store.page({ selection: {}, order: 'newest', seed: 1, limit: 40 });
      assert.deepEqual(
        newest.rows.map(({ id }) => id),
        [...ids].reverse(),
      );
      const shortest = await f.store.page({ selection: {}, order: 'shortest', seed: 1, limit: 40 });
      const sizes = await Promise.all(
        shortest.rows.map(async ({ id }) => (await f.store.trace(id))?.messages[1]?.content.length ?? 0),
      );
      assert.deepEqual(
        sizes,
        [...sizes].sort((a, b) => a - b),
      );
      const [worst = '', better = ''] = ids;
      await f.store.append([
        signal(better, 'score', { scores: { overall: 0.6 } }),
        signal(worst, 'score', { scores: { overall: 0.2 } }),
      ]);
      const lowest = await f.store.page({ selection: {}, order: 'lowest_score', seed: 1, limit: 3 });
      assert.deepEqual(
        lowest.rows.slice(0, 2).map(({ id, scores }) => [id, scores]),
        [
          [worst, { overall: 0.2 }],
          [better, { overall: 0.6 }],
        ],
      );
      await f.store.append([signal(worst, 'up'), signal(better, 'up')]);
      const differ = await f.store.page({ selection: {}, order: 'disagreement', seed: 1, limit: 2 });
      assert.deepEqual(
        differ.rows.map(({ id }) => id),
        [worst, better],
      );
    });

    it('go to the next unreviewed trace, and around', async () => {
      const ids = await f.store.select({});
      const [a = '', b = '', c = ''] = ids;
      const next = (after?: string) =>
        f.store.nextUnreviewed({ slice: {}, order: 'oldest', seed: 1, ...(after ? { after } : {}) });
      assert.deepEqual(await next(), { trace: a, waiting: 40 });
      await f.store.append([signal(b, 'up')]);
      assert.deepEqual(await next(a), { trace: c, waiting: 39 });
      assert.deepEqual(await next(ids.at(-1)), { trace: a, waiting: 39 });
      await f.store.append(ids.map((id) => signal(id, 'skip')));
      assert.deepEqual(await next(a), { trace: null, waiting: 0 });
    });

    it('can be narrowed to one group', async () => {
      for (const by of ['state', 'source', 'model', 'label', 'day'] as const) {
        for (const { key, total } of await f.store.groups(by, {})) {
          const page = await f.store.page({ selection: {}, group: { by, key }, order: 'oldest', seed: 1, limit: 100 });
          assert.equal(page.rows.length, total, `${by} ${key}`);
        }
      }
      assert.equal((await f.store.groups('day', {})).length, 7);
    });

    it('draw the same sample every time, and keep it when traces are added', async () => {
      const draw = await f.store.select({ sample: 10, seed: 3 });
      assert.equal(draw.length, 10);
      assert.deepEqual(await f.store.select({ sample: 10, seed: 3 }), draw);
      assert.notDeepEqual(await f.store.select({ sample: 10, seed: 4 }), draw);
      const page = await f.store.page({ selection: { sample: 10, seed: 3 }, order: 'oldest', seed: 1, limit: 100 });
      assert.deepEqual(
        page.rows.map(({ id }) => id),
        draw,
      );
      await f.store.capture(rowOf({ key: 'request:more' }));
      const again = await f.store.select({ sample: 10, seed: 3 });
      assert.ok(draw.filter((id) => !again.includes(id)).length <= 1);
    });
  });
}
