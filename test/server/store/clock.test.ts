import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Store } from '../../../core/ports';
import { monotonicIds } from '../../../server/engine/context';
import { actsBy, openTestStore, rowOf, temporaryFolder, testClock, traceOf, type TemporaryFolder } from '../../support/store';

const day = 86_400_000;

describe('a store whose clock goes backwards', () => {
  let folder: TemporaryFolder;
  let clock: ReturnType<typeof testClock>;
  let store: Store;
  const { id } = traceOf({ key: 'request:0' });
  const ids = monotonicIds();
  const open = () => openTestStore(folder.path, { clock, ids });

  beforeEach(async () => {
    folder = temporaryFolder();
    clock = testClock(Date.UTC(2026, 8, 20));
    store = await open();
    await store.capture(rowOf({ key: 'request:0', recorded_at: store.recordingTime() }));
  });
  afterEach(async () => {
    await store.close();
    folder.remove();
  });

  const say = async (kind: 'up' | 'down') => {
    const body = { type: 'signal', trace: id, turn: 1, kind, provenance: 'human' } as const;
    const act = { v: 1 as const, id: ids.ulid(), at: store.now(), by: 'ana', body };
    await store.append([act]);
    return act;
  };

  for (const reopened of [false, true]) {
    it(`keeps acts in the order they were said (${reopened ? 'opened again' : 'while open'})`, async () => {
      const first = await say('up');
      clock.time -= 400 * day;
      if (reopened) {
        await store.close();
        store = await open();
      }
      const second = await say('down');
      assert.ok(second.at > first.at);
      assert.equal((await store.line(id))?.verdict, 'down');
      assert.deepEqual(
        (await store.ownActs('ana', 'standing', 2)).map((act) => act.id),
        [second.id, first.id],
      );
      await store.rebuild();
      assert.equal((await store.line(id))?.verdict, 'down');
    });
  }

  it('hands out ids that ascend', () => {
    const times = [5, 9, 3, 3, 1].map((n) => Date.UTC(2026, 0, n));
    const made = times.map((time) => {
      const { now } = Date;
      Date.now = () => time;
      try {
        return ids.ulid();
      } finally {
        Date.now = now;
      }
    });
    assert.deepEqual([...made].sort(), made);
  });

  it('deletes nothing before its time', async () => {
    const act = actsBy('ana').act({ type: 'source_switched', source: 'support', recording: true, retention_days: 30 });
    await store.append([act]);
    clock.time -= 400 * day;
    await store.close();
    store = await open();
    const row = rowOf({ key: 'request:1', recorded_at: store.recordingTime() });
    await store.capture(row);
    clock.time += 410 * day;
    assert.deepEqual((await store.purgeExpired(clock.now())).purged, []);
    clock.time += 30 * day;
    assert.deepEqual((await store.purgeExpired(clock.now())).purged, [row.trace.id]);
  });

  it('keeps the later of two recordings of one conversation', async () => {
    clock.time -= 400 * day;
    const grown = rowOf({ key: 'request:0', answer: 'On its way, tomorrow.', recorded_at: store.recordingTime() });
    assert.equal((await store.capture(grown)).taken, 'revision');
    assert.equal((await store.trace(id))?.messages[1]?.content, 'On its way, tomorrow.');
    await store.rebuild();
    assert.equal((await store.trace(id))?.messages[1]?.content, 'On its way, tomorrow.');
  });
});
