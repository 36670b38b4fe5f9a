import assert from 'node:assert/strict';
import fc from 'fast-check';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { factsOf } from '../../../core/feedback/facts';
import { labelTree } from '../../../core/feedback/label-tree';
import { retractedActs } from '../../../core/feedback/retractions';
import type { LogEvent } from '../../../core/log/events';
import type { Store } from '../../../core/ports';
import { hasKinds } from '../../../core/slice/schema';
import { matches, subjectOf } from '../../../core/slice/matches';
import { arbitraryActs, arbitraryKey, arbitrarySelection, sampleTraces } from '../../support/arbitrary-acts';
import { openTestStore, portrait, rowOf, temporaryFolder } from '../../support/store';

/** Runs on a store in a folder of its own. */
async function withStore<T>(work: (store: Store, folder: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder();
  const store = await openTestStore(folder.path);
  try {
    return await work(store, folder.path);
  } finally {
    await store.close();
    folder.remove();
  }
}

/** Conversations and acts in the order given; a number stands for the nth sample conversation. */
async function fill(store: Store, steps: readonly (number | LogEvent)[]): Promise<void> {
  for (const step of steps) {
    if (typeof step !== 'number') {
      await store.append([step]);
      continue;
    }
    const trace = sampleTraces[step];
    if (trace) await store.capture({ ...rowOf(), trace, key: `request:${step}`, redactions: step === 1 ? { email: 1 } : {} });
  }
}

const everyTrace = sampleTraces.map((_, n) => n);

/** The same steps in some other order, some of them twice. */
const shuffled = (steps: readonly (number | LogEvent)[]) =>
  fc.shuffledSubarray([...steps, ...steps.slice(0, 5)], { minLength: steps.length + Math.min(5, steps.length) });

describe('laws of the store', function () {
  this.timeout(300_000);

  it('what acts come to does not depend on the order they arrive in, nor on repetition', async () => {
    const orders = arbitraryActs.chain((acts) => fc.tuple(fc.constant(acts), shuffled([...everyTrace, ...acts])));
    await fc.assert(
      fc.asyncProperty(orders, async ([acts, otherOrder]) => {
        const expected = await withStore(async (store) => {
          await fill(store, [...everyTrace, ...acts]);
          return portrait(store);
        });
        await withStore(async (store) => {
          await fill(store, otherOrder);
          assert.deepEqual(await portrait(store), expected);
        });
      }),
      { numRuns: 40 },
    );
  });

  it('an index made anew from the log is the one that was kept', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryActs, async (acts) => {
        await withStore(async (store, folder) => {
          await fill(store, [...everyTrace.slice(2), ...acts, ...everyTrace.slice(0, 2)]);
          const expected = await portrait(store);
          await store.rebuild();
          assert.deepEqual(await portrait(store), expected, 'rebuilt');
          await store.close();
          const saved = await openTestStore(folder);
          assert.deepEqual(await portrait(saved), expected, 'opened from the saved index');
          await saved.close();
          fs.rmSync(path.join(folder, '.loop', 'index.sqlite'));
          const fresh = await openTestStore(folder);
          assert.deepEqual(await portrait(fresh), expected, 'opened without an index');
          await fresh.close();
        });
      }),
      { numRuns: 30 },
    );
  });

  it('agrees with the pure functions of the domain', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryActs, fc.array(arbitrarySelection, { minLength: 5, maxLength: 10 }), async (acts, selections) => {
        await withStore(async (store) => {
          await fill(store, [...everyTrace, ...acts]);
          const live = acts.filter(({ id }) => !retractedActs(acts).has(id));
          const { parents } = labelTree(live);
          const subjects = sampleTraces.map((trace, n) => subjectOf(trace, factsOf(trace, acts), n === 1));
          for (const [n, subject] of subjects.entries()) {
            const line = await store.line(sampleTraces[n]?.id ?? '');
            assert.equal(line?.state, subject.state);
            assert.deepEqual(line.labels, subject.labels);
            assert.deepEqual(line.attributes, subject.attributes);
            assert.deepEqual(
              line.has,
              hasKinds.filter((kind) => subject.has.has(kind)),
            );
            assert.deepEqual(line.verdict, factsOf(sampleTraces[n] ?? assert.fail(), acts).standing.verdict);
          }
          for (const selection of selections) {
            const expected = sampleTraces
              .filter((_, n) => matches(selection, subjects[n] ?? assert.fail(), parents))
              .map(({ id }) => id);
            assert.deepEqual(await store.select(selection), expected, JSON.stringify(selection));
          }
        });
      }),
      { numRuns: 60 },
    );
  });

  it('a slice and its negation share the store between them', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryActs, fc.array(arbitraryKey, { minLength: 10, maxLength: 20 }), async (acts, slices) => {
        await withStore(async (store) => {
          await fill(store, [...everyTrace, ...acts]);
          for (const slice of slices) {
            if (Object.keys(slice.attributes ?? {}).length > 1) continue;
            const [inside, outside] = [await store.select(slice), await store.select({ not: slice })];
            assert.equal(inside.length + outside.length, sampleTraces.length, JSON.stringify(slice));
            assert.deepEqual(new Set([...inside, ...outside]).size, sampleTraces.length);
            assert.equal(await store.count(slice), inside.length);
          }
        });
      }),
      { numRuns: 20 },
    );
  });

  it('counts what it lists', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryActs, async (acts) => {
        await withStore(async (store) => {
          await fill(store, [...everyTrace, ...acts]);
          for (const by of ['state', 'source', 'model', 'label', 'day'] as const) {
            const counted = await store.groups(by, {});
            // A condition that is always true is counted in SQL instead of read from the counters.
            assert.deepEqual(await store.groups(by, { since: '2000-01-01' }), counted, by);
            for (const { key, total } of counted) {
              const { rows } = await store.page({ selection: {}, group: { by, key }, order: 'oldest', seed: 1, limit: 100 });
              assert.equal(rows.length, total, `${by} ${key}`);
            }
          }
        });
      }),
      { numRuns: 25 },
    );
  });
});
