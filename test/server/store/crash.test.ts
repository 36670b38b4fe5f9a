import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { Store } from '../../../core/ports';
import { fileSteps, type FailPoint, type Faults } from '../../../server/store';
import { dieAt, Killed } from '../../support/dying';
import { checkIndex, checkPromises, liveThrough, liveUntilDeath } from '../../support/store-scenario';
import { isProblem } from '../../support/problem';
import { actsBy, everyByte, openTestStore, portrait, rowOf, temporaryFolder, traceOf } from '../../support/store';

/** What a power cut may leave: torn tails, rows of an import nobody committed, half-written files, an old generation. */
async function leaveMess(folder: string): Promise<unknown> {
  const { signal } = actsBy('ana');
  const store = await openTestStore(folder);
  for (const n of [0, 1]) {
    await store.capture(rowOf({ key: `mess:${n}`, captured_at: `2026-08-0${n + 1}T00:00:00.000Z` }));
    await store.append([signal(traceOf({ key: `mess:${n}` }).id, 'down', { reason: `Reason ${n}.` })]);
  }
  const looks = await portrait(store);
  await store.close();
  const inside = (...parts: string[]) => path.join(folder, '.loop', ...parts);
  for (const kind of ['traces', 'log']) {
    const [file = ''] = fs.readdirSync(inside(kind));
    const renewed = file.replace('.g0.', '.g1.');
    fs.copyFileSync(inside(kind, file), inside(kind, renewed));
    fs.appendFileSync(inside(kind, renewed), '{"c":"01234567","h":{"v":1,"id":"01J');
    fs.writeFileSync(inside(kind, file.replace('-1.', '-9.').concat('.part')), '{"c":"');
  }
  fs.writeFileSync(inside('index.sqlite.part'), 'half');
  fs.writeFileSync(inside('datasets', 'ds9.jsonl.part'), '{');
  return looks;
}

/** A copy that takes itself for the same folder: its writer goes on where the other one stopped. */
function copyStore(from: string, to: string): void {
  fs.cpSync(path.join(from, '.loop'), path.join(to, '.loop'), { recursive: true });
  const local = path.join(to, '.loop', 'local.json');
  const known = JSON.parse(fs.readFileSync(local, 'utf8')) as Record<string, string>;
  const { dev, ino } = fs.statSync(path.join(to, '.loop'), { bigint: true });
  const here = { path: fs.realpathSync(path.join(to, '.loop')), device: String(dev), inode: String(ino) };
  fs.writeFileSync(local, JSON.stringify({ ...known, ...here }));
}

/** Opens, shares and stops sharing: everything that is done to files besides living. */
async function mend(folder: string, faults: Faults): Promise<void> {
  const store = await openTestStore(folder, { faults });
  await store.share(true);
  await store.share(false);
  await store.close();
}

function leftovers(folder: string): string[] {
  const names = fs.readdirSync(path.join(folder, '.loop'), { recursive: true }).map(String);
  return names.filter((name) => name.endsWith('.part') || name.includes('.g0.'));
}

describe('a store that dies', function () {
  this.timeout(600_000);

  it('keeps its promises, wherever it dies', async () => {
    const trial = temporaryFolder();
    const counting = dieAt(Infinity);
    await liveUntilDeath(trial.path, counting);
    trial.remove();
    for (let n = 1; n <= counting.steps(); n++) {
      const folder = temporaryFolder();
      const death = dieAt(n);
      const acknowledged = await liveUntilDeath(folder.path, death);
      const point = death.point();
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
  });

  it('mends what a crash left, also when it dies while it does', async () => {
    const original = temporaryFolder();
    const looks = await leaveMess(original.path);
    for (let n = 1, over = false; !over; n++) {
      const folder = temporaryFolder();
      copyStore(original.path, folder.path);
      const death = dieAt(n);
      try {
        await mend(folder.path, death.faults);
        over = true;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
      }
      const where = `step ${n}, ${death.point()}`;
      const store = await openTestStore(folder.path);
      assert.deepEqual(await portrait(store), looks, where);
      assert.deepEqual(
        (await store.issues()).filter(({ kind }) => kind !== 'torn'),
        [],
        where,
      );
      await store.close();
      assert.deepEqual(leftovers(folder.path), [], where);
      folder.remove();
    }
    original.remove();
  });

  it('can die at every point there is a name for', async () => {
    const points = new Set<FailPoint>();
    const faults: Faults = (point) => void points.add(point);
    const [lived, mended] = [temporaryFolder(), temporaryFolder()];
    await liveThrough(await openTestStore(lived.path, { faults, lease: true }), lived.path, () => undefined, { faults });
    await leaveMess(mended.path);
    await mend(mended.path, faults);
    // What was to replace a file goes when the disk is full.
    const full: Faults = (point) => {
      points.add(point);
      if (point === 'dataset.sync.before') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    };
    const failing = await openTestStore(mended.path, { faults: full });
    await assert.rejects(
      liveThrough(failing, mended.path, () => undefined),
      isProblem('disk_full'),
    );
    await failing.close();
    const letsGo = await openTestStore(mended.path, {
      lease: true,
      faults: (point) => {
        points.add(point);
        if (point === 'lease.rename.before') throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      },
    });
    await letsGo.close();
    fs.writeFileSync(path.join(lived.path, '.loop', 'lease.7'), '{}');
    await (await openTestStore(lived.path, { faults, lease: true })).close();
    const named = Object.entries(fileSteps).flatMap(([role, steps]) =>
      steps.flatMap((step) => [`${role}.${step}.before`, `${role}.${step}.after`]),
    );
    assert.deepEqual([...points].sort(), named.sort());
    lived.remove();
    mended.remove();
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
