import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { FailPoint, Faults } from '../../../server/store';
import { checkIndex, checkPromises, liveThrough } from '../../support/store-scenario';
import { openTestStore, temporaryFolder } from '../../support/store';

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
});
