import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'mocha';
import { eventBody } from '../../../core/log/events';
import type { Store } from '../../../core/ports';
import type { Faults, Tampering } from '../../../server/store';
import { formats, type Formats } from '../../../server/store/disk/migrate';
import { dieAt, untilDeath } from '../../support/dying';
import { leavings, LossyDisk } from '../../support/lossy-disk';
import { diceOf, seed } from '../../support/power';
import { isProblem } from '../../support/problem';
import { monotonicIds } from '../../../server/engine/context';
import { everyByte, openTestStore, portrait, rowOf, temporaryFolder, testIds, type TemporaryFolder } from '../../support/store';
import { liveWhole } from '../../support/whole-life';

const fixtures = path.join(import.meta.dirname, '../../fixtures/store');

function unpacked(version: string): TemporaryFolder {
  const folder = temporaryFolder();
  fs.cpSync(path.join(fixtures, version, 'loop'), path.join(folder.path, '.loop'), { recursive: true });
  return folder;
}

function expectedOf(version: string): string {
  return fs.readFileSync(path.join(fixtures, version, 'expected.json'), 'utf8');
}

/** Through JSON, which has no undefined. */
function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** As much of what is said now as could be said then: later versions may say more of everything, and nothing else. */
function asThen(now: unknown, then: unknown): unknown {
  if (Array.isArray(now)) return now.map((item, i) => asThen(item, Array.isArray(then) ? then[i] : undefined));
  if (typeof now !== 'object' || now === null || typeof then !== 'object' || then === null) return now;
  const known = new Map(Object.entries(then));
  return Object.fromEntries(
    Object.entries(now).flatMap(([key, value]) => (known.has(key) ? [[key, asThen(value, known.get(key))]] : [])),
  );
}

/** The portrait, and every conversation whole. */
async function everything(store: Store): Promise<unknown> {
  const ids = await store.select({});
  return plain({
    ...(await portrait(store)),
    traces: await Promise.all(ids.map((id) => store.trace(id))),
  });
}

const today = () => versions().filter((name) => name.split('-')[0] === `v${formats.version}`);
const versions = () => fs.readdirSync(fixtures).filter((name) => /^v\d+(-.+)?$/.test(name));

/** Stores as earlier versions wrote them. They keep opening for ever: none of these files may change. */
describe('a store that was kept', () => {
  before(async () => {
    if (process.env['LOOP_UPDATE'] && unknownToAll().length > 0) await keepOneMore();
  });

  it('of today has every type of act in one of them (LOOP_UPDATE=1 writes one more)', () => {
    assert.deepEqual(unknownToAll(), []);
  });

  for (const version of versions()) {
    it(`opens and says what it said then (${version})`, async () => {
      const folder = unpacked(version);
      const store = await openTestStore(folder.path);
      const expected: unknown = JSON.parse(expectedOf(version));
      assert.deepEqual(asThen(await everything(store), expected), expected);
      assert.deepEqual(await store.issues(), []);
      await store.rebuild();
      assert.deepEqual(asThen(await everything(store), expected), expected);
      await store.close();
      folder.remove();
    });
  }
});

/** Types of acts that no kept store of today's format has. */
function unknownToAll(): string[] {
  const logs = today().map((version) => everyByte(path.join(fixtures, version, 'loop', 'log')));
  const types = eventBody.options.map(({ shape }) => shape.type.value);
  return types.filter((type) => !logs.some((log) => log.includes(`"t":{"type":"${type}"`)));
}

/** Has today's product live through everything, and keeps what it wrote beside what earlier versions did. */
async function keepOneMore(): Promise<void> {
  const folder = temporaryFolder();
  await liveWhole(await openTestStore(folder.path, { ids: testIds(23) }), folder.path);
  const store = await openTestStore(folder.path);
  const same = today().filter((name) => name.includes('-whole')).length;
  const target = path.join(fixtures, `v${formats.version}-whole${same === 0 ? '' : `-${same + 1}`}`);
  for (const name of ['store.json', 'traces', 'log', 'datasets', 'exports']) {
    fs.cpSync(path.join(folder.path, '.loop', name), path.join(target, 'loop', name), { recursive: true });
  }
  fs.writeFileSync(path.join(target, 'expected.json'), `${JSON.stringify(await everything(store), null, 2)}\n`);
  await store.close();
  folder.remove();
}

describe('a store whose lines can be read as they are', () => {
  const inside = (folder: TemporaryFolder, ...parts: string[]) => path.join(folder.path, '.loop', ...parts);
  const formatIn = (folder: TemporaryFolder) =>
    (JSON.parse(fs.readFileSync(inside(folder, 'store.json'), 'utf8')) as { format: number }).format;
  const linesIn = (folder: TemporaryFolder) =>
    fs.readdirSync(inside(folder, 'traces')).map((name) => fs.readFileSync(inside(folder, 'traces', name), 'utf8'));

  it('gets the new number, and nothing else: no line changes, and no copy is needed', async () => {
    const folder = unpacked('v1-lived');
    const before = linesIn(folder);
    assert.equal(formatIn(folder), 1);
    await (await openTestStore(folder.path)).close();
    assert.equal(formatIn(folder), formats.version);
    assert.deepEqual(linesIn(folder), before);
    assert.equal(fs.existsSync(inside(folder, 'kept')), false);
    // What an earlier version would not understand may be in it from now on.
    await assert.rejects(openTestStore(folder.path, { formats: { version: 1, migrations: [] } }), isProblem('store_too_new'));
    folder.remove();
  });

  it('can be read where nothing may be written', async () => {
    const folder = unpacked('v1-lived');
    const store = await openTestStore(folder.path, { readOnly: true });
    const expected: unknown = JSON.parse(expectedOf('v1-lived'));
    assert.deepEqual(asThen(plain(await portrait(store)), expected), expected);
    await store.close();
    assert.equal(formatIn(folder), 1);
    folder.remove();
  });

  it('has old lines and new ones beside each other', async () => {
    const folder = unpacked('v1-lived');
    const store = await openTestStore(folder.path, { ids: monotonicIds() });
    const row = rowOf({
      key: 'new',
      question: 'A question of today?',
      labels: ['today'],
      request_id: 'r1',
      meta: { latency_ms: 5 },
    });
    await store.capture(row);
    const old = await store.select({ label: 'label 1' });
    assert.ok(old.length > 0);
    for (const id of [...old, row.trace.id]) assert.equal((await store.trace(id))?.id, id);
    assert.deepEqual(await store.trace(row.trace.id), row.trace);
    assert.equal(await store.count({ text: 'question of today' }), 1);
    assert.equal(await store.count({ text: 'Question 7' }), await store.count({ text: 'question 7' }));
    await store.close();
    const [line = ''] = linesIn(folder).filter((text) => text.includes('A question of today'));
    assert.match(line, /"t":\{"request_id":"r1","meta":\{"latency_ms":5\},"messages":\[/);
    folder.remove();
  });
});

/** A format that does not exist: reviewers have longer names there. */
const made: Formats = {
  version: formats.version + 1,
  migrations: [
    ...formats.migrations,
    {
      from: formats.version,
      line: (kind, { header, body }) => {
        const envelope = header as { by?: string };
        return kind === 'log' && envelope.by === 'ana'
          ? { header: { ...envelope, by: 'Ana of the old days' }, body }
          : { header, body };
      },
    },
  ],
};

describe('a store of an earlier format', function () {
  this.timeout(300_000);
  const version = 'v1-lived';
  /** Not much in it: to be brought up to date many times. */
  const small = 'v1-judged';
  const migratedOf = (version: string): unknown =>
    JSON.parse(JSON.stringify(JSON.parse(expectedOf(version))).replaceAll('"by":"ana"', '"by":"Ana of the old days"'));
  const inside = (folder: TemporaryFolder, ...parts: string[]) => path.join(folder.path, '.loop', ...parts);

  /** Every file that is part of a format, with its bytes. */
  function filesOf(root: string): Map<string, string> {
    const names = fs.readdirSync(root, { recursive: true }).map(String).sort();
    const files = names.filter((name) => /^(traces|log|datasets|exports)\/|^store\.json$/.test(name));
    return new Map(
      files
        .filter((name) => fs.statSync(path.join(root, name)).isFile())
        .map((name) => [name, fs.readFileSync(path.join(root, name), 'latin1')]),
    );
  }

  const filesBefore = (version: string) => filesOf(path.join(fixtures, version, 'loop'));

  async function check(folder: TemporaryFolder, version: string): Promise<void> {
    const migrated = migratedOf(version);
    const store = await openTestStore(folder.path, { formats: made, ids: monotonicIds() });
    assert.deepEqual(asThen(plain(await portrait(store)), migrated), migrated);
    assert.deepEqual(await store.issues(), []);
    await store.close();
    assert.deepEqual(filesOf(inside(folder, 'kept', 'format-1')), filesBefore(version));
    assert.equal((JSON.parse(fs.readFileSync(inside(folder, 'store.json'), 'utf8')) as { format: number }).format, made.version);
  }

  /** What an earlier version wrote between files that have changed would be lost when the rest is done. */
  async function keepsEarlierOut(folder: TemporaryFolder, version: string): Promise<void> {
    const earlier = filesBefore(version);
    const segments = (name: string) => name.startsWith('log') || name.startsWith('traces');
    const now = [...filesOf(inside(folder))].filter(([name]) => segments(name));
    if (now.every(([name, text]) => earlier.get(name) === text)) return;
    await assert.rejects(openTestStore(folder.path), isProblem('store_too_new'));
  }

  it('is brought up to date with a copy kept, once', async () => {
    const folder = unpacked(version);
    await check(folder, version);
    const after = filesOf(inside(folder));
    await check(folder, version);
    assert.deepEqual(filesOf(inside(folder)), after);
    folder.remove();
  });

  it('loses nothing when that is interrupted, wherever it is', async () => {
    for (let n = 1, over = false; !over; n++) {
      const folder = unpacked(small);
      over = await untilDeath(() => migrate(folder, dieAt(n)));
      try {
        await keepsEarlierOut(folder, small);
        await check(folder, small);
      } catch (cause) {
        throw new Error(`after step ${n}`, { cause });
      }
      folder.remove();
    }
  });

  it('loses nothing when the power goes meanwhile', async () => {
    for (let n = 1, over = false; !over; n++) {
      const folder = unpacked(small);
      const medium = new LossyDisk(folder.path);
      over = await untilDeath(() => migrate(folder, { ...dieAt(n), medium }));
      const leaving = leavings[n % leavings.length] ?? 'some';
      medium.lose(leaving, diceOf(seed + n));
      try {
        await keepsEarlierOut(folder, small);
        await check(folder, small);
      } catch (cause) {
        throw new Error(`after step ${n}, left ${leaving}, seed ${seed}`, { cause });
      }
      folder.remove();
    }
  });

  it('loses nothing of what came after it, whoever finished it', async () => {
    for (let n = 1, over = false; !over; n++) {
      const folder = unpacked(small);
      // A segment to go on with: nothing is done to any other file then.
      const before = await openTestStore(folder.path);
      await before.capture(rowOf({ key: 'before' }));
      await before.close();
      const medium = new LossyDisk(folder.path);
      over = await untilDeath(() => migrate(folder, { ...dieAt(n), medium }));
      const store = await openTestStore(folder.path, { formats: made, medium });
      const { id } = await store.capture(rowOf({ key: 'afterwards' }));
      medium.lose('nothing', () => 0);
      const next = await openTestStore(folder.path, { formats: made });
      assert.ok(next.has(id), `after step ${n}`);
      await next.close();
      folder.remove();
    }
  });

  async function migrate(folder: TemporaryFolder, tampering: Tampering): Promise<void> {
    await (await openTestStore(folder.path, { formats: made, ...tampering })).close();
  }

  it('stays as it is when the disk is full, and when nothing may be written', async () => {
    for (const [code, problem] of [
      ['ENOSPC', 'disk_full'],
      ['EROFS', 'folder_not_writable'],
    ] as const) {
      const folder = unpacked(version);
      const faults: Faults = (point) => {
        if (point === 'log.sync.before') throw Object.assign(new Error(code), { code });
      };
      await assert.rejects(openTestStore(folder.path, { formats: made, faults }), isProblem(problem));
      await assert.rejects(openTestStore(folder.path, { formats: made, readOnly: true }), isProblem('folder_not_writable'));
      await check(folder, version);
      folder.remove();
    }
  });

  it('keeps no copy of what is deleted', async () => {
    const folder = unpacked(version);
    const medium = new LossyDisk(folder.path);
    const store = await openTestStore(folder.path, { formats: made, medium, ids: monotonicIds() });
    const [trace = ''] = await store.select({ sample: 1, seed: 1 });
    assert.ok(everyByte(inside(folder, 'kept')).includes(trace));
    await store.purge([trace], 'asked');
    assert.ok(!everyByte(folder.path).includes(trace));
    // Nor after a power cut.
    medium.lose('nothing', () => 0);
    assert.ok(!everyByte(folder.path).includes(trace));
    await store.close();
    folder.remove();
  });

  it('is refused by an earlier version, and by one that does not know the way', async () => {
    const folder = unpacked(version);
    await (await openTestStore(folder.path, { formats: made })).close();
    await assert.rejects(openTestStore(folder.path), isProblem('store_too_new'));
    const lost = unpacked(version);
    await assert.rejects(
      openTestStore(lost.path, { formats: { version: made.version + 1, migrations: [] } }),
      isProblem('store_damaged'),
    );
    assert.deepEqual(filesOf(inside(lost)), filesBefore(version));
    for (const one of [folder, lost]) one.remove();
  });
});
