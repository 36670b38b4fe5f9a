import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { FailPoint, Faults, StoreOptions } from '../../../server/store';
import { segmentSize } from '../../../server/store/log/appender';
import { dieAt, Killed, untilDeath } from '../../support/dying';
import { cutsOf, leaseOf, lookInto, loseAt, stepsOf, type Cut, type Work } from '../../support/power';
import {
  everyByte,
  exportedFiles,
  actsBy,
  hasher,
  openTestStore,
  rowOf,
  temporaryFolder,
  testIds,
  traceOf,
} from '../../support/store';
import { LossyDisk } from '../../support/lossy-disk';
import { checkIndex, checkPromises, damageIn, liveUntilDeath, sendAgain } from '../../support/store-scenario';

/** How often the power is lost in each test; LOOP_POWER=5000 for the long run. */
const cuts = Number(process.env['LOOP_POWER'] ?? 60);
const nothing = () => Promise.resolve();

/** The steps after which something is there that nobody synced, and that the next process reads. */
const readable: readonly FailPoint[] = [
  'identity.create.after',
  'log.create.after',
  'log.write.after',
  'log.rename.after',
  'traces.create.after',
  'traces.write.after',
  'traces.rename.after',
  'identity.rename.after',
];

describe('a store whose computer loses its power', function () {
  this.timeout(3_600_000);

  it('keeps its promises, whatever nobody had synced', async () => {
    for (const cut of cutsOf(await stepsOf(nothing, lifeInto(new Set())), cuts)) {
      const acknowledged = new Set<string>();
      await loseAt(cut, nothing, lifeInto(acknowledged), (folder, torn) => checkLife(folder, acknowledged, torn));
    }
  });

  it('keeps them wherever the overwriting of a line stopped', async () => {
    const points = await pointsOfLife();
    const overwritten = points.flatMap((point, i) => (point === 'log.overwrite.after' ? [i + 1] : []));
    assert.ok(overwritten.length > 0);
    for (const step of overwritten)
      for (const salt of [1, 2, 3, 4])
        for (const leaving of ['beginning', 'some'] as const) {
          const acknowledged = new Set<string>();
          await loseAt({ step, leaving, salt }, nothing, lifeInto(acknowledged), (folder, torn) =>
            checkLife(folder, acknowledged, torn),
          );
        }
  });

  it('keeps them when the next process died as well, or answered for what the one before had not synced', async () => {
    const points = await pointsOfLife();
    const open = points.flatMap((point, i) => (readable.includes(point) ? [i + 1] : []));
    const exporting = points.indexOf('export_intent.create.before');
    const answered = open.map((step): Cut & { next: number } => ({ step, leaving: 'nothing', next: Infinity }));
    const died = cutsOf(open.length * 40, cuts).map(({ step, leaving }) => ({
      step: open[step % open.length] ?? 1,
      leaving,
      next: 1 + 2 * Math.floor(step / open.length),
    }));
    for (const { step, leaving, next } of [...answered, ...died]) {
      const acknowledged = new Set<string>();
      const work: Work = async (folder, { medium }) => {
        for (const done of await liveUntilDeath(folder, { ...dieAt(step), medium })) acknowledged.add(done);
        await untilDeath(async () => {
          const store = await openTestStore(folder, { ...dieAt(next), medium });
          if (step < exporting) await sendAgain(store, (done) => acknowledged.add(done));
        });
      };
      await loseAt({ step, leaving }, nothing, work, (folder, torn) => checkLife(folder, acknowledged, torn)).catch(
        (cause: unknown) => {
          throw new Error(`and at step ${next} of the next process`, { cause });
        },
      );
    }
  });

  it('deletes whole, also while it gives the room back', async () => {
    const many = Array.from({ length: 12 }, (_, n) => traceOf({ key: `many:${n}` }).id);
    const fill = (folder: string) =>
      lookInto(folder, async (store) => {
        const transaction = await store.beginImport({ source: 'support', retention_days: null });
        for (const n of many.keys()) await transaction.put(rowOf({ key: `many:${n}`, answer: `Answer ${n}.` }));
        await transaction.commit({ files: [], duplicates: 0, refused: 0 });
        await store.rebuild();
      });
    let done = false;
    const purge: Work = async (folder, options) => {
      done = false;
      const store = await openTestStore(folder, options);
      try {
        await store.purge(many.slice(2), 'asked');
        done = true;
      } finally {
        await store.close();
      }
    };
    const steps = await stepsOf(fill, purge);
    /** The next process finishes it, or dies as well. */
    const again =
      (death: number, next: number): Work =>
      async (folder, { medium }) => {
        await untilDeath(() => purge(folder, { ...dieAt(death), medium }));
        await untilDeath(async () => {
          await openTestStore(folder, { ...dieAt(next), medium });
        });
      };
    const twice = cutsOf(steps * 20, cuts).map((cut) => {
      const [death, next] = [1 + (cut.step % steps), 1 + Math.floor(cut.step / steps) * 2];
      return { cut: { ...cut, step: death }, work: again(death, next) };
    });
    const once = cutsOf(steps, cuts).map((cut) => ({ cut, work: purge }));
    for (const { cut, work } of [...once, ...twice]) {
      await loseAt(cut, fill, work, (folder, torn) =>
        lookInto(folder, async (store) => {
          const left = many.slice(2).filter((id) => store.has(id)).length;
          assert.ok(left === 0 || (left === 10 && !done), `${left} left`);
          assert.equal(await store.count({}), 2 + left);
          if (left === 0) assert.ok(!everyByte(folder).includes('Answer 7.'));
          assert.deepEqual(await damageIn(store, folder, torn), []);
          await checkIndex(store);
        }),
      );
    }
  });

  it('has no file again that a deletion took away', async () => {
    const [only, other] = ['only', 'other'].map((key) => traceOf({ key }).id);
    const folder = temporaryFolder();
    const text = '{"text":"only"}\n';
    const out = path.join(folder.path, 'out');
    fs.mkdirSync(out);
    fs.writeFileSync(path.join(out, 'train.jsonl'), text);
    const medium = new LossyDisk(folder.path);
    const store = await openTestStore(folder.path, { medium });
    for (const key of ['only', 'other']) await store.capture(rowOf({ key }));
    const file = { path: 'out/train.jsonl', split: 'train' as const, rows: 1, sha256: hasher.sha256(text) };
    await store.writeExport(actsBy('ana').act(exportedFiles([file])), [
      { path: 'out/train.jsonl', line: 0, trace: only ?? '', hash: 'h' },
    ]);
    await store.append([
      actsBy('ana', testIds(5)).act({ type: 'attributes_set', traces: [only ?? ''], values: { note: 'Quetzal' } }),
    ]);
    await store.rebuild();
    assert.ok(everyByte(folder.path).includes('Quetzal'));
    await store.purge([only ?? ''], 'asked');
    medium.lose('nothing', () => 0);
    assert.deepEqual(fs.readdirSync(out), []);
    assert.ok(!everyByte(folder.path).includes('Quetzal'), 'nor in the index');
    await lookInto(folder.path, async (next) => {
      assert.deepEqual([next.has(only ?? ''), next.has(other ?? '')], [false, true]);
      return Promise.resolve();
    });
    folder.remove();
  });

  it('has its imports where they are, also for who copies the folder afterwards', async () => {
    const rows = [0, 1, 2];
    const bring = async (folder: string, options: Partial<StoreOptions>) => {
      const store = await openTestStore(folder, options);
      const transaction = await store.beginImport({ source: 'support', retention_days: null });
      for (const n of rows) await transaction.put(rowOf({ key: `row:${n}` }));
      await transaction.commit({ files: [], duplicates: 0, refused: 0 });
    };
    for (const point of [undefined, 'traces.rename.before', 'traces.rename.after'] as const) {
      const faults: Faults = (at) => {
        if (at === point) throw new Killed();
      };
      const [folder, copy] = [temporaryFolder(), temporaryFolder()];
      const medium = new LossyDisk(folder.path);
      await untilDeath(() => bring(folder.path, { medium, faults }));
      if (point) await openTestStore(folder.path, { medium });
      medium.lose('nothing', () => 0);
      fs.cpSync(path.join(folder.path, '.loop'), path.join(copy.path, '.loop'), { recursive: true });
      await lookInto(copy.path, async (store) => {
        assert.equal(await store.count({}), rows.length);
      });
      for (const one of [folder, copy]) one.remove();
    }
  });

  it('misses nothing of a segment that was full', async () => {
    const folder = temporaryFolder();
    const medium = new LossyDisk(folder.path);
    const store = await openTestStore(folder.path, { medium });
    await store.capture(rowOf({ key: 'large', answer: 'long '.repeat(segmentSize / 5) }));
    await store.capture(rowOf({ key: 'small' }));
    await store.rebuild();
    medium.lose('nothing', () => 0);
    await lookInto(folder.path, async (next) => {
      assert.equal(await next.count({}), 2);
      assert.deepEqual(await next.issues(), []);
    });
    folder.remove();
  });
});

/** Where a store comes by in its life, in order. */
async function pointsOfLife(): Promise<readonly FailPoint[]> {
  const points: FailPoint[] = [];
  const folder = temporaryFolder();
  await liveUntilDeath(folder.path, { faults: (point) => void points.push(point) });
  folder.remove();
  return points;
}

/** The whole life of a store, with the lease of its owner, who is not there any more when it is over. */
function lifeInto(acknowledged: Set<string>): Work {
  return async (folder, options) => {
    const lease = await leaseOf(folder, options);
    for (const step of await liveUntilDeath(folder, { ...options, lease })) acknowledged.add(step);
    await lease.release();
  };
}

async function checkLife(folder: string, acknowledged: ReadonlySet<string>, torn: ReadonlyMap<string, number>): Promise<void> {
  const lease = await leaseOf(folder);
  await lookInto(
    folder,
    async (store) => {
      await checkPromises(store, folder, acknowledged, torn);
      await checkIndex(store);
    },
    { lease },
  );
}
