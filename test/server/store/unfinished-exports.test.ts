import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { PlannedExport } from '../../../core/ports';
import type { Faults } from '../../../server/store';
import { LossyDisk } from '../../support/lossy-disk';
import {
  actsBy,
  exportedFiles,
  hasher,
  openTestStore,
  rowOf,
  temporaryFolder,
  traceOf,
  type TemporaryFolder,
} from '../../support/store';

const [gone = '', kept = ''] = ['gone', 'kept'].map((key) => traceOf({ key }).id);
const lines = ['{"text":"gone"}\n', '{"text":"kept"}\n'];
const sha256 = hasher.sha256(lines.join(''));
const token = '0123abcd';

class Killed extends Error {}

describe('an export that was not finished', () => {
  let folder: TemporaryFolder;
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const out = (...parts: string[]) => path.join(folder.path, 'out', ...parts);
  const planned = (place: string): PlannedExport => ({
    export: 'ex1',
    dataset: 'ds1',
    folder: place,
    token,
    files: [{ path: `${place}/train.jsonl`, sha256 }],
  });
  function write(): void {
    fs.mkdirSync(out());
    fs.writeFileSync(out('train.jsonl'), lines.join(''));
    fs.writeFileSync(out(`.test.jsonl.${token}.part`), 'half');
  }

  it('loses the rows that were deleted while it went on, also when the process dies just after it is in the log', async () => {
    let maps = Infinity;
    const faults: Faults = (point) => {
      if (point === 'export_map.create.before' && --maps < 0) throw new Killed();
    };
    const store = await openTestStore(folder.path, { faults });
    for (const key of ['gone', 'kept']) await store.capture(rowOf({ key }));
    await store.planExport(planned('out'));
    write();
    await store.purge([gone], 'asked');
    assert.ok(fs.existsSync(out('train.jsonl')), 'it is still going on');
    maps = 1;
    const { act } = actsBy('ana');
    const exported = act(exportedFiles([{ path: 'out/train.jsonl', split: 'train', rows: 2, sha256 }]));
    const rows = [gone, kept].map((trace, line) => ({ path: 'out/train.jsonl', line, trace, hash: `${line}` }));
    await assert.rejects(store.writeExport(exported, rows), Killed);
    assert.equal(fs.readFileSync(out('train.jsonl'), 'utf8'), lines.join(''));
    const next = await openTestStore(folder.path);
    assert.deepEqual(fs.readdirSync(out()), ['train.jsonl']);
    assert.equal(fs.readFileSync(out('train.jsonl'), 'utf8'), lines[1]);
    assert.deepEqual(fs.readdirSync(path.join(folder.path, '.loop', 'exports')), ['ex1.jsonl']);
    await next.close();
  });

  it('is taken back with the workspace it is in, and left alone by a copy of the store when it lies elsewhere', async () => {
    for (const [place, left] of [
      ['out', []],
      [out(), [`.test.jsonl.${token}.part`, 'train.jsonl']],
    ] as const) {
      const store = await openTestStore(folder.path);
      await store.planExport(planned(place));
      write();
      await store.close();
      const local = path.join(folder.path, '.loop', 'local.json');
      const known = JSON.parse(fs.readFileSync(local, 'utf8')) as object;
      fs.writeFileSync(local, JSON.stringify({ ...known, inode: '1' }));
      const copy = await openTestStore(folder.path);
      assert.deepEqual(fs.readdirSync(out()).sort(), left);
      assert.equal((await copy.unfinishedExports()).length, left.length > 0 ? 1 : 0);
      await copy.close();
      fs.rmSync(out(), { recursive: true });
    }
  });

  it('is taken back at once when it is given up', async () => {
    const store = await openTestStore(folder.path);
    await store.planExport(planned('out'));
    write();
    await store.giveUpExport('ex1');
    assert.deepEqual(fs.readdirSync(out()), []);
    assert.deepEqual(fs.readdirSync(path.join(folder.path, '.loop', 'exports')), []);
    await store.close();
  });

  it('stays taken back when the power is lost, although its note is gone for good', async () => {
    write();
    const medium = new LossyDisk(folder.path);
    const store = await openTestStore(folder.path, { medium });
    await store.planExport(planned('out'));
    await store.giveUpExport('ex1');
    await store.planExport({ ...planned('elsewhere'), export: 'ex2' });
    medium.lose('nothing', () => 0);
    assert.deepEqual(fs.readdirSync(out()), []);
    await store.close();
  });
});
