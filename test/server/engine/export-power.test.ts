import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import type { Engine } from '../../../core/protocol/engine';
import { openEngine } from '../../../server/engine/open';
import { exportDisk, prepareFolder, settleFiles, writeBeside } from '../../../server/export/folder';
import type { Tampering } from '../../../server/store';
import { dieAt, untilDeath } from '../../support/dying';
import { leavings, LossyDisk } from '../../support/lossy-disk';
import { diceOf, seed } from '../../support/power';
import { everyByte, temporaryFolder, type TemporaryFolder } from '../../support/store';
import { chat } from './workspace';

const secret = 'Quetzalcoatlus';

describe('an export during which the power is lost', function () {
  this.timeout(240_000);
  let prepared: TemporaryFolder;
  let traces: readonly string[];

  const open = (folder: string, tampering: Tampering = {}) =>
    openEngine({ store: path.join(folder, '.loop'), reviewer: 'ana', heartbeat: 20, ...tampering });
  const run = (engine: Engine, folder: string, dataset: string) =>
    engine.call('export.run', { dataset, target: 'trl', folder: path.join(folder, 'out') });

  before(async () => {
    prepared = temporaryFolder();
    const engine = await open(prepared.path);
    const file = path.join(prepared.path, 'log.jsonl');
    fs.writeFileSync(file, [chat('one', 'What?', `It is ${secret}.`), chat('two', 'And this?', 'It is kept.')].join('\n'));
    traces = (await engine.call('import.run', { paths: [file], source: 's' })).trace_ids;
    fs.rmSync(file);
    for (const trace of traces) await engine.call('feedback.up', { trace });
    for (const method of ['sft', 'kto'] as const) await engine.call('dataset.build', { name: method, method });
    await engine.close();
  });
  after(() => prepared.remove());

  /** Another export lies in the folder already. Answers whether this one was over. */
  async function exportUntil(folder: string, medium: LossyDisk, n: number): Promise<boolean> {
    const death = dieAt(n);
    let exporting = false;
    const engine = await open(folder, {
      medium,
      faults: (point) => {
        if (exporting) death.faults(point);
      },
    });
    await run(engine, folder, 'kto');
    exporting = true;
    const over = await untilDeath(async () => {
      await run(engine, folder, 'sft');
    });
    await engine.close().catch(() => undefined);
    return over;
  }

  async function check(folder: string, over: boolean): Promise<void> {
    const engine = await open(folder);
    const { files } = await engine.call('export.verify', {});
    const states = new Map(files.map(({ path: file, state }) => [file, state]));
    if (over) assert.equal(states.get('out/train.jsonl'), 'current');
    assert.ok([...states.values()].every((state) => state === 'current' || (state === 'missing' && !over)));
    await engine.call('trace.delete', { traces: traces.slice(0, 1), confirmed: true });
    await engine.close();
    assert.ok(!everyByte(folder).includes(secret), 'what was deleted is in no file');
    const names = fs.readdirSync(folder, { recursive: true }).map(String);
    assert.deepEqual(
      names.filter((name) => name.endsWith('.part') || name.endsWith('.intent.json')),
      [],
    );
  }

  it('leaves nothing that nobody knows of, at any step', async () => {
    for (let n = 1, over = false; !over; n++) {
      const folder = temporaryFolder();
      fs.cpSync(prepared.path, folder.path, { recursive: true });
      const medium = new LossyDisk(folder.path);
      over = await exportUntil(folder.path, medium, n);
      const leaving = leavings[n % leavings.length] ?? 'some';
      medium.lose(leaving, diceOf(seed + n));
      await check(folder.path, over).catch((cause: unknown) => {
        throw new Error(`at step ${n}, left ${leaving}, seed ${seed}`, { cause });
      });
      folder.remove();
    }
  });

  it('has its files, and none of the earlier ones, once it is over', async () => {
    const folder = temporaryFolder();
    const medium = new LossyDisk(folder.path);
    const disk = exportDisk({ medium });
    const out = path.join(folder.path, 'exports', 'out');
    const [train, old] = ['train.jsonl', 'old.jsonl'].map((name) => path.join(out, name));
    prepareFolder(disk, out);
    const write = async (place = '', text = '', earlier = '') => {
      const files = new Map(earlier === '' ? [] : [[earlier, { path: earlier, split: 'train' as const, rows: 1, sha256: '' }]]);
      await writeBeside(disk, place, '0123abcd', [Buffer.from(text)]);
      await settleFiles(disk, out, '0123abcd', [place], files);
    };
    await write(old, 'old');
    await write(train, 'new', old);
    medium.lose('nothing', () => 0);
    assert.deepEqual(fs.readdirSync(out), ['train.jsonl']);
    assert.equal(fs.readFileSync(train ?? '', 'utf8'), 'new');
    folder.remove();
  });
});
