import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { never } from '../../../core/lib/cancel';
import type { Store } from '../../../core/ports';
import type { FailPoint } from '../../../server/store';
import { fileProblem } from '../../../server/store/disk/errors';
import { isProblem } from '../../support/problem';
import {
  actsBy,
  everyByte,
  hasher,
  openTestStore,
  portrait,
  rowOf,
  temporaryFolder,
  traceOf,
  type TemporaryFolder,
} from '../../support/store';

describe('a store whose files another program holds', function () {
  this.timeout(60_000);
  let folder: TemporaryFolder;
  let store: Store;
  /** Held so many times more. */
  let held: { at: FailPoint; times: number } | undefined;
  const acts = actsBy('ana');
  const ids = [0, 1, 2, 3].map((n) => traceOf({ key: `request:${n}` }).id);
  const open = () =>
    openTestStore(folder.path, {
      faults: (point) => {
        if (held?.at !== point || held.times-- <= 0) return;
        throw Object.assign(new Error('held'), { code: 'EBUSY' });
      },
    });

  beforeEach(async () => {
    folder = temporaryFolder();
    held = undefined;
    store = await open();
  });
  afterEach(async () => {
    held = undefined;
    await store.close();
    folder.remove();
  });

  async function importAll(): Promise<void> {
    const transaction = await store.beginImport({ source: 'support', retention_days: null });
    for (const n of ids.keys()) await transaction.put(rowOf({ key: `request:${n}`, answer: `Answer ${n}.` }));
    await transaction.commit({ files: [], duplicates: 0, refused: 0 });
  }

  /** What it looks like when nothing but the log is left, and everybody let go. */
  async function reopened(): Promise<unknown> {
    await store.close();
    held = undefined;
    fs.rmSync(path.join(folder.path, '.loop', 'index.sqlite'), { force: true });
    store = await open();
    assert.deepEqual(await store.issues(), []);
    const left = fs.readdirSync(path.join(folder.path, '.loop'), { recursive: true }).map(String);
    assert.deepEqual(
      left.filter((name) => name.endsWith('.part')),
      [],
    );
    return portrait(store);
  }

  for (const [code, platform, problem] of [
    ['EBUSY', 'linux', 'store_locked_file'],
    ['EPERM', 'win32', 'store_locked_file'],
    ['EACCES', 'win32', 'store_locked_file'],
    ['EPERM', 'linux', 'folder_not_writable'],
  ] as const) {
    it(`says ${problem} for ${code} while replacing (${platform})`, () => {
      for (const syscall of ['rename', 'unlink']) {
        const error = Object.assign(new Error(code), { code, syscall });
        assert.ok(isProblem(problem)(fileProblem(error, '/x', platform)));
      }
    });
  }

  it('waits a moment for who lets go', async () => {
    for (const at of ['traces.rename.before', 'index.rename.before'] as const) {
      held = { at, times: 2 };
      await importAll();
      await store.rebuild();
    }
    held = { at: 'index.rename.before', times: 2 };
    await store.rebuild();
    assert.equal(held.times, -1);
    assert.equal(await store.count({}), ids.length);
  });

  it('takes an import in that cannot get its name', async () => {
    held = { at: 'traces.rename.before', times: Infinity };
    await importAll();
    assert.equal(await store.count({}), ids.length);
    assert.equal((await store.trace(ids[0] ?? ''))?.messages.length, 2);
    await store.capture(rowOf({ key: 'request:9' }));
    await store.append([acts.signal(ids[1] ?? '', 'up')]);
    await store.refresh();
    await store.rebuild();
    await store.purge([ids[3] ?? ''], 'asked');
    assert.ok(!everyByte(folder.path).includes('Answer 3.'));
    const looks = await portrait(store);
    // Also when it is still held at the next opening.
    await store.close();
    store = await open();
    assert.deepEqual(await portrait(store), looks);
    assert.deepEqual(await reopened(), looks);
  });

  it('takes grades in that cannot get their name', async () => {
    await importAll();
    held = { at: 'log.rename.before', times: Infinity };
    const batch = await store.beginActs();
    await batch.put(
      acts.act({ type: 'grade', trace: ids[0] ?? '', turn: 1, grader: 'g', grader_hash: 'h', score: 1, rules: {} }),
    );
    const graded = acts.act({
      type: 'graded',
      grader: 'g',
      grader_hash: 'h',
      file: 'g.grader.yaml',
      whole: true,
      slice: '',
      turns: 'answer',
      graded: 1,
      candidates_graded: 0,
      passed: 1,
      failed: 0,
      no_score: 0,
      mean_score: 1,
      by_rule: {},
      pass_threshold: 0.5,
      segments: [],
    });
    assert.ok(graded.body.type === 'graded');
    await batch.commit({ ...graded, body: graded.body }, never, () => undefined);
    assert.deepEqual((await store.line(ids[0] ?? ''))?.scores, { g: 1 });
    const looks = await portrait(store);
    assert.deepEqual(await reopened(), looks);
  });

  it('gives an import up although its files are held', async () => {
    const transaction = await store.beginImport({ source: 'support', retention_days: null });
    await transaction.put(rowOf({ key: 'request:0' }));
    held = { at: 'traces.unlink.before', times: Infinity };
    await transaction.abort();
    assert.equal(await store.count({}), 0);
    held = undefined;
    await importAll();
    const looks = await portrait(store);
    assert.deepEqual(await reopened(), looks);
  });

  it('deletes although room cannot be given back', async () => {
    await importAll();
    await store.rebuild();
    held = { at: 'traces.rename.before', times: Infinity };
    const done = await store.purge(ids.slice(1), 'asked');
    assert.equal(done.purged.length, 3);
    assert.ok(!everyByte(folder.path).includes('Answer 2.'));
    const looks = await portrait(store);
    assert.deepEqual(await reopened(), looks);
  });

  it('finishes a deletion when an exported file is let go, and opens meanwhile', async () => {
    await importAll();
    const lines = ids.map((id, n) => `{"text":"Answer ${n}.","id":"${id}"}\n`);
    fs.writeFileSync(path.join(folder.path, 'train.jsonl'), lines.join(''));
    const report = { recipe: '{}', built_hash: 'b', report: '{"rows":0}' };
    const built = acts.act({ type: 'dataset_built', dataset: 'ds', name: 'ds', version: 1, method: 'sft', ...report });
    await store.writeDataset(built, []);
    const file = { path: 'train.jsonl', split: 'train' as const, rows: ids.length, sha256: hasher.sha256(lines.join('')) };
    const exported = { export: 'ex', dataset: 'ds', target: 'trl', folder: '.', options: {}, files: [file] };
    await store.writeExport(
      acts.act({ type: 'exported', ...exported }),
      ids.map((trace, line) => ({ path: 'train.jsonl', line, trace, hash: 'h' })),
    );
    held = { at: 'exported_file.rename.before', times: Infinity };
    await assert.rejects(store.purge([ids[0] ?? ''], 'asked'), isProblem('store_locked_file'));
    assert.ok(!store.has(ids[0] ?? ''));
    await store.close();
    store = await open();
    assert.equal(await store.count({}), 3);
    held = undefined;
    await store.purge([], 'expired');
    assert.equal(fs.readFileSync(path.join(folder.path, 'train.jsonl'), 'utf8'), lines.slice(1).join(''));
  });
});
