import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import readline from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import type { Engine } from '../../../core/protocol/engine';
import { openEngine } from '../../../server/engine/open';
import { bundled } from '../../support/bundled';
import type { Said } from '../../support/engine-child';
import { everyByte, temporaryFolder, type TemporaryFolder } from '../../support/store';

/** LOOP_KILLS=200 for the long run. */
const kills = Number(process.env['LOOP_KILLS'] ?? 24);
/** Each round kills three processes. Every round checks all that its store ever promised, so no store gets too many. */
const perRound = 3;
const perStore = 24;

/** What one process was promised. */
class Worker {
  readonly said = new Map<number, Said>();
  private readonly process: ChildProcess;
  private readonly ended: Promise<unknown>;
  private acks = 0;
  private waiting: { acks: number; resolve: () => void } | undefined;

  constructor(file: string, folder: string, name: string, seed: number) {
    this.process = spawn(process.execPath, [file, folder, name, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] });
    const { stdout } = this.process;
    assert.ok(stdout);
    const lines = readline.createInterface({ input: stdout }).on('line', (line) => this.hear(line));
    this.ended = Promise.all([once(this.process, 'exit'), once(lines, 'close')]);
  }

  /** When so many more deeds are acknowledged. */
  async more(acks: number): Promise<void> {
    const heard = new Promise<void>((resolve) => (this.waiting = { acks: this.acks + acks, resolve }));
    await Promise.race([heard, this.ended.then(() => assert.fail('the process ended by itself'))]);
  }

  async kill(): Promise<void> {
    this.process.kill('SIGKILL');
    await this.ended;
  }

  private hear(line: string): void {
    const said = JSON.parse(line) as Said;
    this.said.set(said.n, said);
    if (said.what === 'done') this.acks++;
    if (this.waiting && this.acks >= this.waiting.acks) this.waiting.resolve();
  }
}

describe('processes killed at any moment', function () {
  this.timeout(1_800_000);
  let folder: TemporaryFolder;
  let child: Awaited<ReturnType<typeof bundled>>;
  let seed = Number(process.env['LOOP_SEED'] ?? Date.now() % 1_000_000);

  before(async () => {
    child = await bundled('engine-child.ts');
  });
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((seed / 0x80000000) * below);
  };

  after(() => child.remove());

  for (let first = 0; first < kills; first += perStore) {
    const last = Math.min(first + perStore, kills);
    it(`lose nothing that was acknowledged and do nothing twice (kills ${first + 1} to ${last})`, () => killed(last - first));
  }

  async function killed(times: number): Promise<void> {
    const started = seed;
    const all: Worker[] = [];
    for (let round = 0; round * perRound < times; round++) {
      const workers = Array.from(
        { length: perRound },
        (_, n) => new Worker(child.file, folder.path, `r${round}w${n}`, random(1e6)),
      );
      all.push(...workers);
      await Promise.all(workers.map((worker) => worker.more(1)));
      // The owner or one that is attached; those that are left take over and go on.
      for (const victim of [...workers].sort(() => random(2) - 0.5)) {
        await Promise.race(workers.map((worker) => worker.more(1 + random(6))));
        await pause(random(60));
        await victim.kill();
        workers.splice(workers.indexOf(victim), 1);
        if (workers.length === 0) break;
      }
      await check(all).catch((error: unknown) => {
        throw new Error(`in round ${round} of seed ${started}`, { cause: error });
      });
    }
    assert.ok(all.some(({ said }) => [...said.values()].filter(({ what }) => what === 'done').length > 3));
  }

  /** Opens what the last one left, and compares it with what everybody was promised. */
  async function check(workers: readonly Worker[]): Promise<void> {
    const engine = await openEngine({ store: path.join(folder.path, '.loop'), reviewer: 'judge' });
    try {
      const said = workers.flatMap((worker) => [...worker.said.values()]);
      const deleted = new Map(
        said.flatMap(({ deed, what }) => (deed.kind === 'delete' ? [[deed.trace ?? '', what] as const] : [])),
      );
      const here = await checkImports(engine, said, deleted);
      await checkVerdicts(engine, said, deleted);
      checkDeletions(said, deleted, here);
      await checkFiles(engine, said);
      const looks = async () => JSON.stringify(await engine.call('trace.list', { limit: 500 }));
      const before = await looks();
      const { damage } = await engine.call('store.rebuild', {});
      assert.equal(await looks(), before, 'the index is what the log says');
      assert.deepEqual(
        damage.filter(({ kind }) => kind !== 'torn'),
        [],
      );
    } finally {
      await engine.close();
    }
    const left = ['.loop', 'out']
      .map((name) => path.join(folder.path, name))
      .flatMap((place) => (fs.existsSync(place) ? fs.readdirSync(place, { recursive: true }).map(String) : []));
    assert.deepEqual(
      left.filter((name) => name.endsWith('.part') || /\.intent(\.json)?$/.test(name)),
      [],
      'nothing half-written is left',
    );
  }

  type Deleted = ReadonlyMap<string, Said['what']>;

  async function checkImports(engine: Engine, said: readonly Said[], deleted: Deleted): Promise<Set<string>> {
    const here = new Set<string>();
    for (const { what, deed, traces = [] } of said) {
      if (deed.kind !== 'import') continue;
      const { rows } = await engine.call('trace.list', { selection: { source: [deed.source ?? ''] }, limit: 100 });
      const found = new Set(rows.map(({ id }) => id));
      for (const id of found) here.add(id);
      if (what === 'begun') assert.ok(found.size === 0 || found.size === deed.rows, `${found.size} of an import`);
      if (what !== 'done') continue;
      assert.equal(traces.length, deed.rows);
      for (const id of traces) {
        const fate = deleted.get(id);
        if (fate === undefined || fate === 'refused') assert.ok(found.has(id), 'imported and not deleted');
        if (fate === 'done') assert.ok(!found.has(id), 'deleted');
      }
    }
    return here;
  }

  async function checkVerdicts(engine: Engine, said: readonly Said[], deleted: Deleted): Promise<void> {
    const verdicts = said.filter(({ deed }) => deed.kind === 'verdict' && !deleted.has(deed.trace ?? ''));
    const begun = new Map(verdicts.map((verdict) => [verdict.deed.act ?? '', verdict]));
    for (const trace of new Set(verdicts.map(({ deed }) => deed.trace ?? ''))) {
      const { signals } = await engine.call('trace.show', { trace });
      const ids = signals.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, 'nothing twice');
      for (const { id, reason } of signals) assert.equal(reason, `Because ${begun.get(id)?.deed.word ?? 'nobody'}.`);
      for (const { what, deed } of verdicts)
        if (what === 'done' && deed.trace === trace) assert.ok(ids.includes(deed.act ?? ''), 'acknowledged');
    }
  }

  /** A deletion that nobody was promised may have happened, but whole. */
  function checkDeletions(said: readonly Said[], deleted: Deleted, has: ReadonlySet<string>): void {
    const bytes = everyByte(path.join(folder.path, '.loop'));
    for (const { deed, what } of said) {
      if (deed.kind === 'verdict' && what === 'done' && deleted.get(deed.trace ?? '') === 'done')
        assert.ok(!bytes.includes(deed.word ?? ''), 'what was said about it is gone too');
    }
    for (const { deed, traces = [] } of said) {
      for (const [n, id] of traces.entries()) {
        const there = bytes.includes(`Word${deed.source}n${n}x`);
        assert.equal(there, has.has(id), `${id} is ${there ? 'there' : 'gone'}, which was ${deleted.get(id) ?? 'not asked'}`);
      }
    }
  }

  async function checkFiles(engine: Engine, said: readonly Said[]): Promise<void> {
    const built = new Set((await engine.call('dataset.list', {})).map(({ name }) => name));
    for (const { what, deed } of said) if (what === 'done' && deed.kind === 'build') assert.ok(built.has(deed.name ?? ''));
    const { files } = await engine.call('export.verify', {});
    for (const { path: file, state } of files) assert.ok(state === 'current' || state === 'stale', `${file} is ${state}`);
    for (const { what, deed } of said) {
      if (what !== 'done' || deed.kind !== 'export') continue;
      const own = path
        .relative(folder.path, deed.name ?? '')
        .split(path.sep)
        .join('/');
      assert.ok(
        files.some((file) => file.path.startsWith(`${own}/`)),
        'exported',
      );
    }
  }
});
