import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Store } from '../../../core/ports';
import type { FailPoint, Faults } from '../../../server/store';
import { checkIndex, checkPromises, liveThrough } from '../../support/store-scenario';
import { everyByte, openTestStore, rowOf, temporaryFolder, traceOf } from '../../support/store';

class Killed extends Error {}

/** Dies at the nth step that changes a file, and stays dead: nothing is written after it. */
function dieAt(n: number): { faults: Faults; steps: () => number; point: () => FailPoint | undefined } {
  let steps = 0;
  let point: FailPoint | undefined;
  return {
    faults: (at) => {
      if (++steps < n) return;
      point ??= at;
      throw new Killed();
    },
    steps: () => steps,
    point: () => point,
  };
}

/** Lives through the scenario until it is over or dies. Answers with what was acknowledged. */
async function liveUntilDeath(folder: string, faults: Faults): Promise<Set<string>> {
  const acknowledged = new Set<string>();
  try {
    const store = await openTestStore(folder, { faults });
    await liveThrough(store, folder, (step) => acknowledged.add(step));
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
  return acknowledged;
}

describe('a store that dies', function () {
  this.timeout(600_000);

  it('keeps its promises, wherever it dies', async () => {
    const trial = temporaryFolder();
    const counting = dieAt(Infinity);
    await liveUntilDeath(trial.path, counting.faults);
    trial.remove();
    const points = new Set<FailPoint>();
    for (let n = 1; n <= counting.steps(); n++) {
      const folder = temporaryFolder();
      const death = dieAt(n);
      const acknowledged = await liveUntilDeath(folder.path, death.faults);
      const point = death.point();
      if (point) points.add(point);
      const store = await openTestStore(folder.path);
      try {
        await checkPromises(store, folder.path, acknowledged);
        await checkIndex(store);
      } catch (error) {
        throw new Error(`after dying at step ${n}, ${point}, having acknowledged ${[...acknowledged].join(', ')}`, {
          cause: error,
        });
      } finally {
        await store.close();
        folder.remove();
      }
    }
    for (const role of ['traces', 'log', 'index', 'dataset', 'export_map', 'exported_file', 'identity']) {
      assert.ok(
        [...points].some((point) => point.startsWith(`${role}.`)),
        `died while changing ${role}`,
      );
    }
  });

  it('purges whole, also when it dies while it gives the room back', async () => {
    const many = Array.from({ length: 12 }, (_, n) => traceOf({ key: `many:${n}` }).id);
    const going = many.slice(2);
    const fill = async (store: Store) => {
      const transaction = await store.beginImport({ source: 'support', retention_days: null });
      for (const n of many.keys()) await transaction.put(rowOf({ key: `many:${n}`, answer: `Answer ${n}.` }));
      await transaction.commit({ files: [], duplicates: 0, refused: 0 });
      await store.rebuild();
    };
    for (let n = 1, over = false; !over; n++) {
      const folder = temporaryFolder();
      const filled = await openTestStore(folder.path);
      await fill(filled);
      await filled.close();
      const death = dieAt(n);
      try {
        const store = await openTestStore(folder.path, { faults: death.faults });
        await store.purge(going, 'asked');
        await store.close();
        over = true;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      const store = await openTestStore(folder.path);
      const left = going.filter((id) => store.has(id)).length;
      const where = `step ${n}, ${death.point()}`;
      assert.ok(left === 0 || (left === going.length && !over), `${left} left at ${where}`);
      assert.equal(await store.count({}), 2 + left, where);
      if (left === 0) assert.ok(!everyByte(folder.path).includes('Answer 7.'), where);
      assert.deepEqual(await store.issues(), [], where);
      await checkIndex(store);
      await store.close();
      folder.remove();
    }
  });
});
