import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import type { Engine } from '../../../core/protocol/engine';
import { openEngine } from '../../../server/engine/open';
import { fileSteps, type FailPoint } from '../../../server/store';
import { bundled } from '../../support/bundled';
import { killedWithin } from '../../support/doomed';
import { everyByte, temporaryFolder, type TemporaryFolder } from '../../support/store';
import { chat } from './workspace';

const secret = 'Quetzalcoatlus';
const actId = '01K6H00000000000000000000A';

/** The steps of an export in the order they come; those of the note come twice, and once more before files get their names. */
const points: [point: FailPoint, time: number][] = [];
for (const time of [1, 2])
  for (const step of fileSteps.export_intent)
    if (step !== 'unlink') points.push([`export_intent.${step}.before`, time], [`export_intent.${step}.after`, time]);
for (const step of fileSteps.export_map)
  if (step !== 'unlink') points.push([`export_map.${step}.before`, 1], [`export_map.${step}.after`, 1]);
points.push(['log.write.before', 1], ['log.write.after', 1], ['log.sync.after', 1]);
points.push(['export_intent.unlink.before', 1], ['export_intent.unlink.after', 1]);

describe('a process that is killed while it exports', function () {
  this.timeout(240_000);
  let child: Awaited<ReturnType<typeof bundled>>;
  let folder: TemporaryFolder;
  let engine: Engine;
  let traces: string[];
  const inside = (...parts: string[]) => path.join(folder.path, ...parts);

  before(async () => {
    child = await bundled('doomed-child.ts');
  });
  after(() => child.remove());

  beforeEach(async () => {
    folder = temporaryFolder();
    await open();
    const rows = [chat('one', 'What?', `It is ${secret}.`), chat('two', 'And this?', 'It is kept.')];
    fs.writeFileSync(inside('log.jsonl'), rows.join('\n'));
    traces = [...(await engine.call('import.run', { paths: [inside('log.jsonl')], source: 's' })).trace_ids];
    fs.rmSync(inside('log.jsonl'));
    for (const trace of traces) await engine.call('feedback.up', { trace });
    await engine.call('dataset.build', { name: 'sft', method: 'sft' });
    await engine.call('dataset.build', { name: 'kto', method: 'kto' });
  });
  afterEach(async () => {
    await engine.close();
    folder.remove();
  });

  const open = async () => {
    engine = await openEngine({ store: inside('.loop'), reviewer: 'ana' });
  };
  const exported = (dataset = 'sft', call = {}) =>
    engine.call('export.run', { dataset, target: 'trl', folder: inside('out') }, call);
  const deleted = () => engine.call('trace.delete', { traces: traces.slice(0, 1), confirmed: true });
  const states = async () => (await engine.call('export.verify', {})).files.map(({ path: file, state }) => `${file} ${state}`);

  async function killed(point: FailPoint, time = 1): Promise<void> {
    await engine.close();
    const params = { dataset: 'sft', target: 'trl', folder: inside('out') };
    await killedWithin(child.file, { folder: folder.path, act_id: actId, method: 'export.run', params, point, time });
  }

  function nothingIsLeft(): void {
    const bytes = everyByte(folder.path);
    assert.ok(!bytes.includes(secret), 'what was deleted is in no file');
    const names = fs.readdirSync(folder.path, { recursive: true }).map(String);
    assert.deepEqual(
      names.filter((name) => name.endsWith('.part') || name.endsWith('.intent.json')),
      [],
    );
  }

  for (const [point, time] of points) {
    it(`leaves nothing out of reach at ${point} (${time})`, async () => {
      await killed(point, time);
      await open();
      assert.ok((await states()).every((line) => line.endsWith(' current')));
      await exported('sft', { act_id: actId });
      assert.ok((await states()).includes('out/train.jsonl current'));
      const { exports_rewritten, exports_unreachable } = await deleted();
      assert.deepEqual([exports_rewritten, exports_unreachable], [['out/train.jsonl'], []]);
      nothingIsLeft();
    });
  }

  for (const [point, time] of points) {
    it(`leaves nothing of what is deleted next at ${point} (${time})`, async () => {
      await killed(point, time);
      await open();
      assert.deepEqual((await deleted()).exports_unreachable, []);
      nothingIsLeft();
      assert.ok((await states()).every((line) => line.endsWith(' current')));
    });
  }

  it('takes back the files that have their names already and those that do not', async () => {
    await killed('export_intent.sync_folder.after', 2);
    const part = fs.readdirSync(inside('out')).find((name) => name.startsWith('.train.jsonl.')) ?? '';
    fs.renameSync(inside('out', part), inside('out', 'train.jsonl'));
    assert.ok(everyByte(inside('out')).includes(secret));
    await open();
    assert.deepEqual(fs.readdirSync(inside('out')), []);
  });

  it('leaves alone what has other contents', async () => {
    await killed('export_map.create.before');
    fs.appendFileSync(inside('out', 'train.jsonl'), 'by hand');
    fs.writeFileSync(inside('out', '.own.part'), 'mine');
    await open();
    assert.deepEqual(fs.readdirSync(inside('out')).sort(), ['.own.part', 'train.jsonl']);
  });

  it('leaves an earlier export as it was until all of its own files are there', async () => {
    await exported('kto');
    const before = await states();
    await killed('export_intent.sync_folder.after', 2);
    await open();
    assert.deepEqual(await states(), before);
    assert.deepEqual((await deleted()).exports_rewritten, ['out/train.jsonl']);
    nothingIsLeft();
  });

  it('says that files of an earlier export are missing when it had taken their places', async () => {
    await exported('kto');
    await killed('export_map.create.before');
    await open();
    assert.ok((await states()).includes('out/train.jsonl missing'));
    assert.deepEqual((await deleted()).exports_unreachable, ['out/train.jsonl']);
    nothingIsLeft();
    await exported();
    assert.ok((await states()).every((line) => line.endsWith(' current')));
  });

  it('keeps the files of an earlier export that are the same', async () => {
    await exported();
    const before = await states();
    await killed('export_map.create.before');
    await open();
    assert.deepEqual(await states(), before);
  });

  it('is told of when its folder is away, and taken back when it is there again', async () => {
    await killed('export_map.create.before');
    fs.renameSync(inside('out'), inside('away'));
    await open();
    assert.ok((await states()).includes('out/train.jsonl missing'));
    const dry = await engine.call('trace.delete', { traces: traces.slice(0, 1), dry_run: true });
    assert.ok(dry.exports_unreachable.includes('out/train.jsonl'));
    assert.ok((await deleted()).exports_unreachable.includes('out/train.jsonl'));
    fs.renameSync(inside('away'), inside('out'));
    await engine.call('trace.delete', { traces: traces.slice(1), confirmed: true });
    nothingIsLeft();
    assert.deepEqual(fs.readdirSync(inside('out')), []);
  });
});
