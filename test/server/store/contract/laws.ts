import assert from 'node:assert/strict';
import fc from 'fast-check';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import { factsOf } from '../../../../core/feedback/facts';
import { labelTree } from '../../../../core/feedback/label-tree';
import { retractedActs } from '../../../../core/feedback/retractions';
import type { LogEvent } from '../../../../core/log/events';
import type { Store } from '../../../../core/ports';
import { hasKinds } from '../../../../core/slice/schema';
import { matches, subjectOf } from '../../../../core/slice/matches';
import { arbitraryActs, names, sampleTraces, tracesLeft } from '../../../support/arbitrary-acts';
import { arbitraryKey, arbitrarySelection } from '../../../support/arbitrary-slices';
import { arbitraryDelivery, deliver } from '../../../support/deliveries';
import { until } from '../../../support/editor/wait';
import { everyByte, portrait, rowOf, temporaryFolder } from '../../../support/store';

export interface LawOptions {
  readonly open: (folder: string) => Promise<Store>;
  /** How often a law is tried that is usually tried so often, and whether a counterexample is made smaller. */
  readonly tries: (usual: number) => { readonly numRuns: number; readonly endOnFailure?: boolean };
}

type Step = number | LogEvent;

/** Conversations and acts in the order given; a number stands for the nth sample conversation. */
async function fill(store: Store, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if (typeof step !== 'number') await store.append([step]);
    else await store.capture(sampleRow(step));
  }
  const acts = steps.filter((step) => typeof step !== 'number');
  if (acts.some(isPurge)) await until('what is deleted to be gone', () => isGone(store, acts));
}

/** Whether no byte of the conversations that these acts delete is left in the log. */
function isGone({ path: root }: Store, acts: readonly LogEvent[]): boolean {
  const left = new Set(tracesLeft(acts));
  const text = everyByte(root);
  return sampleTraces.every((trace) => left.has(trace) || !text.includes(trace.id));
}

function sampleRow(n: number) {
  const trace = sampleTraces[n] ?? assert.fail();
  return { ...rowOf(), trace, key: `request:${n}`, redactions: n === 1 ? { email: 1 } : {} };
}

const everyTrace = sampleTraces.map((_, n) => n);

/** The same steps in some other order, some of them twice. What comes in after its deletion would be a new recording. */
const shuffled = (steps: readonly Step[]) =>
  fc
    .shuffledSubarray([...steps, ...steps.slice(0, 5)], { minLength: steps.length + Math.min(5, steps.length) })
    .map((order) => (order.some(isPurge) ? [...order.filter(isTrace), ...order.filter((step) => !isTrace(step))] : order));

const isTrace = (step: Step) => typeof step === 'number';
const isPurge = (step: Step) => typeof step !== 'number' && step.body.type === 'purged';

/** The portrait, and what is asked for only by people who take back or judge. */
async function looks(store: Store): Promise<unknown> {
  const { label_circles, by_state, by_source } = await store.stats();
  return {
    portrait: await portrait(store),
    stats: { label_circles, by_state, by_source },
    models: await store.models(),
    deleted: sampleTraces.map(({ id }) => store.wasDeleted(id)),
    people: await Promise.all(
      names.map(async (name) => ({
        standing: await store.ownActs(name, 'standing', 100),
        retracted: await store.ownActs(name, 'retracted', 100),
        reasons: await store.reasons(name, 100),
      })),
    ),
  };
}

/** Laws that hold whatever engine the index is kept in. */
export function storeLaws(name: string, { open, tries }: LawOptions): void {
  /** Runs on a store in a folder of its own. */
  async function withStore<T>(work: (store: Store, folder: string) => Promise<T>): Promise<T> {
    const folder = temporaryFolder();
    const store = await open(folder.path);
    try {
      return await work(store, folder.path);
    } finally {
      await store.close();
      folder.remove();
    }
  }

  describe(`laws of the store (${name})`, function () {
    this.timeout(300_000);

    it('what acts come to does not depend on the order they arrive in, nor on repetition', async () => {
      const orders = arbitraryActs.chain((acts) => fc.tuple(fc.constant(acts), shuffled([...everyTrace, ...acts])));
      await fc.assert(
        fc.asyncProperty(orders, async ([acts, otherOrder]) => {
          const expected = await withStore(async (store) => {
            await fill(store, [...everyTrace, ...acts]);
            return looks(store);
          });
          await withStore(async (store) => {
            await fill(store, otherOrder);
            assert.deepEqual(await looks(store), expected);
          });
        }),
        tries(60),
      );
    });

    it('nor on the files it is in, the order of these, and when they come', async () => {
      const lines = { traces: everyTrace.map(sampleRow), acts: arbitraryActs };
      await fc.assert(
        fc.asyncProperty(arbitraryDelivery(lines), async ({ acts, rounds }) => {
          const expected = await withStore(async (store) => {
            await fill(store, [...everyTrace, ...acts]);
            return looks(store);
          });
          await withStore(async (store, folder) => {
            let current = store;
            for (const { lines: arrived, reading } of rounds) {
              if (reading !== 'open') await current.close();
              if (reading === 'anew') fs.rmSync(path.join(folder, '.loop', 'index.sqlite'), { force: true });
              deliver(folder, arrived);
              if (reading === 'open') await current.refresh();
              else current = await open(folder);
            }
            assert.deepEqual(await looks(current), expected, 'as they came');
            assert.ok(isGone(current, acts));
            await current.rebuild();
            assert.deepEqual(await looks(current), expected, 'rebuilt');
            await current.close();
          });
        }),
        tries(60),
      );
    });

    it('an index made anew from the log is the one that was kept', async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryActs, async (acts) => {
          const early = acts.some(isPurge) ? everyTrace : everyTrace.slice(2);
          await withStore(async (store, folder) => {
            await fill(store, [...early, ...acts, ...everyTrace.filter((n) => !early.includes(n))]);
            const expected = await looks(store);
            await store.rebuild();
            assert.deepEqual(await looks(store), expected, 'rebuilt');
            await store.close();
            const saved = await open(folder);
            assert.deepEqual(await looks(saved), expected, 'opened from the saved index');
            await saved.close();
            fs.rmSync(path.join(folder, '.loop', 'index.sqlite'), { force: true });
            const fresh = await open(folder);
            assert.deepEqual(await looks(fresh), expected, 'opened without an index');
            await fresh.close();
          });
        }),
        tries(40),
      );
    });

    it('agrees with the pure functions of the domain', async () => {
      await fc.assert(
        fc.asyncProperty(
          arbitraryActs,
          fc.array(arbitrarySelection, { minLength: 5, maxLength: 10 }),
          async (acts, selections) => {
            await withStore(async (store) => {
              await fill(store, [...everyTrace, ...acts]);
              const live = acts.filter(({ id }) => !retractedActs(acts).has(id));
              const { parents } = labelTree(live);
              const subjects = tracesLeft(acts).map((trace) => ({
                trace,
                subject: subjectOf(trace, factsOf(trace, acts), trace === sampleTraces[1]),
              }));
              for (const { trace, subject } of subjects) {
                const line = await store.line(trace.id);
                assert.equal(line?.state, subject.state);
                assert.deepEqual(line.labels, subject.labels);
                assert.deepEqual(line.attributes, subject.attributes);
                assert.deepEqual(
                  line.has,
                  hasKinds.filter((kind) => subject.has.has(kind)),
                );
                assert.deepEqual(line.verdict, factsOf(trace, acts).standing.verdict);
              }
              for (const selection of selections) {
                const expected = subjects
                  .filter(({ subject }) => matches(selection, subject, parents))
                  .map(({ trace }) => trace.id);
                assert.deepEqual(await store.select(selection), expected, JSON.stringify(selection));
              }
            });
          },
        ),
        tries(60),
      );
    });

    it('a slice and its negation share the store between them', async () => {
      await fc.assert(
        fc.asyncProperty(arbitraryActs, fc.array(arbitraryKey, { minLength: 10, maxLength: 20 }), async (acts, slices) => {
          await withStore(async (store) => {
            await fill(store, [...everyTrace, ...acts]);
            const total = tracesLeft(acts).length;
            for (const slice of slices) {
              if (Object.keys(slice.attributes ?? {}).length > 1) continue;
              const [inside, outside] = [await store.select(slice), await store.select({ not: slice })];
              assert.equal(inside.length + outside.length, total, JSON.stringify(slice));
              assert.deepEqual(new Set([...inside, ...outside]).size, total);
              assert.equal(await store.count(slice), inside.length);
            }
          });
        }),
        tries(20),
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
        tries(25),
      );
    });
  });
}
