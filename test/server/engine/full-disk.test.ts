import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import type { Change } from '../../../core/protocol/engine';
import type { FailPoint } from '../../../server/store';
import { isProblem } from '../../support/problem';
import { chat, importRows, makeWorkspace, type Workspace } from './workspace';

/** What can be looked at without writing. */
async function looksWell(ws: Workspace, ids: readonly string[]): Promise<void> {
  assert.equal((await ws.call('trace.list', {})).rows.length, ids.length);
  assert.equal((await ws.call('trace.show', { trace: ids[0] ?? '' })).answer, 'Yes.');
  assert.deepEqual(await ws.call('trace.groups', { by: 'state' }), [
    { key: 'unreviewed', total: ids.length - 1, reviewed: 0 },
    { key: 'reviewed', total: 1, reviewed: 1 },
  ]);
  assert.deepEqual(await ws.call('trace.count', { slice: { text: 'second' } }), { count: 1 });
  const { traces, read_only, disk_full, damage } = await ws.call('store.stats', {});
  assert.deepEqual([traces, read_only, disk_full, damage], [ids.length, true, true, []]);
}

async function fill(ws: Workspace): Promise<string[]> {
  const ids = await importRows(ws, [chat('r1', 'First?', 'Yes.'), chat('r2', 'Second?', 'No.')]);
  await ws.call('feedback.up', { trace: ids[0] ?? '' });
  await ws.call('dataset.build', { name: 'set', method: 'sft' });
  return ids;
}

describe('engine: a store on a full disk', () => {
  let ws: Workspace;
  let full: ((point: FailPoint) => boolean) | undefined;
  let ids: string[];
  const waited: string[] = [];

  beforeEach(async () => {
    full = undefined;
    ws = await makeWorkspace({
      onStatus: (state) => {
        if (state === 'waiting') waited.push(state);
      },
      faults: (point) => {
        if (full?.(point)) throw Object.assign(new Error(`ENOSPC ${point}`), { code: 'ENOSPC' });
      },
    });
    ids = await fill(ws);
    await ws.engine.close();
  });
  afterEach(async () => {
    full = undefined;
    await ws.dispose();
  });

  /** Deleting and shortening take no room, and exports go to another disk. */
  const growing = (point: FailPoint) => /\.(create|write|sync|rename)\.before$/.test(point) && !point.startsWith('exported_');

  for (const index of ['kept', 'lost'] as const) {
    for (const [what, at] of [
      ['nothing more fits', growing],
      ['there is no room for a lease', (point: FailPoint) => point === 'lease.create.before'],
      ['its own file cannot be replaced', (point: FailPoint) => point.startsWith('identity.')],
    ] as const) {
      it(`can be read, and says why it cannot be written (${what}, index ${index})`, async () => {
        if (index === 'lost') fs.rmSync(path.join(ws.store, 'index.sqlite'), { force: true });
        // As after a move: then its own file is written anew.
        if (what.includes('own file')) fs.rmSync(path.join(ws.store, 'local.json'));
        full = at;
        await ws.reopen();
        await looksWell(ws, ids);
        const out = path.join(ws.folder, 'out');
        const exported = await ws.call('export.run', { dataset: 'set', target: 'trl', folder: out });
        assert.deepEqual(exported.warnings.slice(-1), ['not_recorded']);
        const [, trace = ''] = ids;
        const writing: (() => Promise<unknown>)[] = [
          () => ws.call('feedback.up', { trace }),
          () => ws.call('label.add', { traces: [trace], labels: ['x'] }),
          () => ws.call('trace.delete', { traces: [trace], confirmed: true }),
          () => ws.call('dataset.build', { name: 'other', method: 'sft', sample: 1 }),
          () => importRows(ws, [chat('r3', 'Third?', 'Yes.')]),
        ];
        for (const write of writing) await assert.rejects(write(), isProblem('disk_full'));
        await looksWell(ws, ids);
      });
    }
  }

  it('is written again by the first call that finds room, and says that everything may have changed', async () => {
    full = growing;
    await ws.reopen();
    const changes: Change[] = [];
    ws.engine.onChange((change) => changes.push(change));
    const [trace = '', other = ''] = ids;
    await assert.rejects(ws.call('feedback.down', { trace: other }), isProblem('disk_full'));
    assert.equal(changes.length, 0);
    full = undefined;
    const [down, label] = await Promise.all([
      ws.call('feedback.down', { trace: other }),
      ws.call('label.add', { traces: [trace], labels: ['x'] }),
      ws.call('trace.list', {}),
    ]);
    assert.equal(down.state, 'reviewed');
    assert.deepEqual(label.labels, ['x']);
    assert.ok(changes.some(({ all_traces }) => all_traces));
    assert.deepEqual([(await ws.call('store.stats', {})).read_only], [false]);
    await ws.call('feedback.up', { trace: other });
    await ws.reopen();
    assert.equal((await ws.call('trace.show', { trace: other })).signals.length, 2);
  });

  it('is left to whoever has it when there is room again', async () => {
    full = growing;
    await ws.reopen();
    full = undefined;
    const owner = await makeWorkspace({ store: ws.store });
    const [, other = ''] = ids;
    assert.equal((await ws.call('feedback.down', { trace: other })).state, 'reviewed');
    assert.equal((await owner.call('trace.show', { trace: other })).signals.length, 1);
    await owner.dispose();
    assert.equal((await ws.call('feedback.up', { trace: other })).state, 'reviewed');
  });

  it('lets go of its lease without room for another file: whoever comes next does not wait', async () => {
    await ws.reopen();
    // Bytes that are there can be written over.
    full = (point) => growing(point) && point !== 'lease.create.before';
    await ws.engine.close();
    full = undefined;
    waited.length = 0;
    await ws.reopen();
    assert.equal(waited.length, 0);
    assert.equal((await ws.call('store.stats', {})).read_only, false);
  });

  it('is not made where there is none', async () => {
    const faults = (point: FailPoint) => {
      if (growing(point)) throw Object.assign(new Error(point), { code: 'ENOSPC' });
    };
    await assert.rejects(makeWorkspace({ store: path.join(ws.folder, 'other'), faults }), isProblem('disk_full'));
  });

  it('ends well when only its index cannot be kept', async () => {
    fs.rmSync(path.join(ws.store, 'index.sqlite'), { force: true });
    full = (point) => point.startsWith('index.write');
    await ws.reopen();
    for (let n = 0; n < 210; n++) await ws.call('label.add', { traces: ids, labels: [`l${n}`] });
    await ws.engine.close();
    full = undefined;
    await ws.reopen();
    assert.equal((await ws.call('label.list', {})).length, 210);
  });
});

describe('engine: a store on a small disk that fills up', function () {
  this.timeout(60_000);
  let disk = '';
  let ws: Workspace | undefined;
  const filler = () => path.join(disk, 'filler');

  before(function () {
    disk = fs.mkdtempSync(path.join(tmpdir(), 'loop-small-'));
    const mounted =
      process.platform === 'linux' && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', disk]).status === 0;
    if (mounted) return;
    fs.rmSync(disk, { recursive: true, force: true });
    disk = '';
    this.skip();
  });
  after(() => {
    if (disk === '') return;
    execFileSync('umount', [disk]);
    fs.rmSync(disk, { recursive: true, force: true });
  });
  afterEach(() => ws?.dispose());

  /** To the last byte. */
  function fillUp(): void {
    const fd = fs.openSync(filler(), 'w');
    try {
      for (let size = 1 << 16; size > 0;) {
        try {
          fs.writeSync(fd, Buffer.alloc(size));
        } catch {
          size >>= 1;
        }
      }
    } finally {
      fs.closeSync(fd);
    }
  }

  it('is read, exported elsewhere, and written again when there is room', async () => {
    ws = await makeWorkspace({ store: path.join(disk, '.loop') });
    const ids = await fill(ws);
    const [, other = ''] = ids;
    fillUp();
    // What is open already says so, and goes on.
    await assert.rejects(importRows(ws, [chat('r3', 'Third?', 'x'.repeat(9000))]), isProblem('disk_full'));
    assert.equal((await ws.call('trace.list', {})).rows.length, 2);
    await ws.engine.close();
    fillUp();
    await ws.reopen();
    await looksWell(ws, ids);
    const out = path.join(ws.folder, 'out');
    await ws.call('export.run', { dataset: 'set', target: 'trl', folder: out });
    assert.match(fs.readFileSync(path.join(out, 'train.jsonl'), 'utf8'), /First\?/);
    await assert.rejects(ws.call('feedback.up', { trace: other }), isProblem('disk_full'));
    fs.rmSync(filler());
    assert.equal((await ws.call('feedback.up', { trace: other })).state, 'reviewed');
    await ws.reopen();
    assert.equal((await ws.call('trace.show', { trace: other })).state, 'reviewed');
  });
});
