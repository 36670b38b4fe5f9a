import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { FailPoint } from '../../../server/store';
import { dieAt, untilDeath } from '../../support/dying';
import { cutsOf, leaseOf, lookInto, loseAt, stepsOf, type Work } from '../../support/power';
import { everyByte, exportedFiles, actsBy, hasher, openTestStore, rowOf, temporaryFolder, traceOf } from '../../support/store';
import { LossyDisk } from '../../support/lossy-disk';
import { checkIndex, checkPromises, damageIn, liveUntilDeath, sendAgain } from '../../support/store-scenario';

/** How often the power is lost in each test; LOOP_POWER=5000 for the long run. */
const cuts = Number(process.env['LOOP_POWER'] ?? 100);
const nothing = () => Promise.resolve();

/** The steps after which something is there that nobody synced, and that the next process reads. */
const readable: readonly FailPoint[] = [
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

  it('keeps them when the next process died as well, or answered for what the one before had not synced', async () => {
    const points: FailPoint[] = [];
    const trial = temporaryFolder();
    await liveUntilDeath(trial.path, { faults: (point) => void points.push(point) });
    trial.remove();
    const open = points.flatMap((point, i) => (readable.includes(point) ? [i + 1] : []));
    const exporting = points.indexOf('export_intent.create.before');
    for (const { step, leaving } of cutsOf(open.length * 40, cuts)) {
      const death = open[step % open.length] ?? 1;
      // The latter half of them lives.
      const next = Math.floor(step / open.length) < 20 ? 1 + 2 * Math.floor(step / open.length) : Infinity;
      const acknowledged = new Set<string>();
      const work: Work = async (folder, { medium }) => {
        for (const step of await liveUntilDeath(folder, { ...dieAt(death), medium })) acknowledged.add(step);
        await untilDeath(async () => {
          const store = await openTestStore(folder, { ...dieAt(next), medium });
          if (death < exporting) await sendAgain(store, (step) => acknowledged.add(step));
        });
      };
      await loseAt({ step: death, leaving }, nothing, work, (folder, torn) => checkLife(folder, acknowledged, torn)).catch(
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
    for (const cut of cutsOf(await stepsOf(fill, purge), cuts)) {
      await loseAt(cut, fill, purge, (folder, torn) =>
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
    await store.purge([only ?? ''], 'asked');
    medium.lose('nothing', () => 0);
    assert.deepEqual(fs.readdirSync(out), []);
    await lookInto(folder.path, async (next) => {
      assert.deepEqual([next.has(only ?? ''), next.has(other ?? '')], [false, true]);
      return Promise.resolve();
    });
    folder.remove();
  });
});

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
