import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../../core/protocol/engine';
import type { Doing } from './engine-child';
import { everyByte } from './store';

/** A verdict, import … as far as its process was told. */
type Fate = Doing['what'];

/** Milliseconds that what others do at this moment may take. */
const patience = 20_000;
const lookEvery = 20;

/**
 * A plain model of a store: what the processes at it were promised, held against what an engine says. Who was not
 * answered was promised nothing, but what is there of it has to be whole.
 */
export class Promised {
  private isAlone = false;

  constructor(
    private readonly folder: string,
    /** Everything that was said, the last word on each deed; asked for anew each time, because others go on. */
    private readonly said: () => readonly Doing[],
  ) {}

  /** Holds what is acknowledged by now against a store that others may be working at. */
  async check(engine: Engine, isOfInterest: (doing: Doing) => boolean = () => true): Promise<void> {
    const said = this.said().filter(isOfInterest);
    const gone = this.deleted();
    await this.checkImports(engine, said, gone);
    await this.checkVerdicts(engine, said, gone);
    await this.checkFiles(engine, said);
  }

  /** The same for a store that nobody else is at, with its bytes, and its index against one made anew. */
  async checkWhole(engine: Engine): Promise<void> {
    this.isAlone = true;
    await this.check(engine).finally(() => (this.isAlone = false));
    await this.checkBytes(engine);
    const looks = async () => JSON.stringify(await engine.call('trace.list', { limit: 500 }));
    const before = await looks();
    const { damage } = await engine.call('store.rebuild', {});
    assert.equal(await looks(), before, 'the index is what the log says');
    assert.deepEqual(
      damage.filter(({ kind }) => kind !== 'torn'),
      [],
    );
  }

  /** Of a store that nobody has open. */
  nothingHalfWritten(): void {
    const left = ['.loop', 'out']
      .map((name) => path.join(this.folder, name))
      .flatMap((place) => (fs.existsSync(place) ? fs.readdirSync(place, { recursive: true }).map(String) : []));
    assert.deepEqual(
      left.filter((name) => name.endsWith('.part') || /\.intent(\.json)?$/.test(name)),
      [],
      'nothing half-written is left',
    );
  }

  /** What became of the wish to delete a trace; nothing for one that was refused. */
  private deleted(): ReadonlyMap<string, Fate> {
    const wished = this.said().filter(({ deed, what }) => deed.kind === 'delete' && what !== 'refused');
    return new Map(wished.map(({ deed, what }) => [deed.trace ?? '', what]));
  }

  private async checkImports(engine: Engine, said: readonly Doing[], gone: ReadonlyMap<string, Fate>): Promise<void> {
    for (const { what, deed, traces = [] } of said) {
      if (deed.kind !== 'import') continue;
      const found = await idsFrom(engine, deed.source ?? '');
      if (what === 'refused') assert.equal(found.size, 0, 'of an import that was refused');
      if (what === 'begun') assert.ok(found.size === 0 || found.size === deed.rows, `${found.size} of an import`);
      if (what !== 'done') continue;
      assert.equal(traces.length, deed.rows, 'an import is told what it brought in, however often it was sent');
      const wished = this.deleted();
      for (const id of traces) {
        if (!wished.has(id)) assert.ok(found.has(id), 'imported and not deleted');
        if (gone.get(id) === 'done') assert.ok(!found.has(id), 'deleted');
      }
    }
  }

  private async checkVerdicts(engine: Engine, said: readonly Doing[], gone: ReadonlyMap<string, Fate>): Promise<void> {
    const traces = new Set(said.flatMap(({ deed }) => (deed.kind === 'verdict' ? [deed.trace ?? ''] : [])));
    for (const trace of traces) {
      if (gone.has(trace)) continue;
      const acknowledged = said.filter(({ what, deed }) => what === 'done' && deed.act !== undefined && deed.trace === trace);
      const signals = await engine.call('trace.show', { trace }).then(
        (shown) => shown.signals,
        (error: unknown) => {
          // By the one that works with it, this moment.
          if (this.deleted().has(trace)) return undefined;
          throw error;
        },
      );
      if (!signals) continue;
      const ids = signals.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, 'nothing twice');
      for (const { deed } of acknowledged) assert.ok(ids.includes(deed.act ?? ''), 'acknowledged');
      const words = new Map(this.said().map(({ deed }) => [deed.act, deed.word]));
      for (const { id, reason } of signals) assert.equal(reason, `Because ${words.get(id) ?? 'nobody'}.`);
    }
  }

  private async checkFiles(engine: Engine, said: readonly Doing[]): Promise<void> {
    const done = said.filter(({ what }) => what === 'done');
    const builds = done.filter(({ deed }) => deed.kind === 'build');
    const names = (await engine.call('dataset.list', {})).map(({ name }) => name);
    for (const { deed } of builds) assert.equal(names.filter((name) => name === deed.name).length, 1, 'built, and once');
    const files = await this.filesIn(engine);
    for (const { deed } of done.filter((each) => each.deed.kind === 'export')) {
      const own = path
        .relative(this.folder, deed.name ?? '')
        .split(path.sep)
        .join('/');
      assert.ok(
        files.some((file) => file.path.startsWith(`${own}/`)),
        'exported',
      );
    }
  }

  /** One that a deletion is rewriting at this moment is another than the log says until it is done: it is looked at again. */
  private async filesIn(engine: Engine) {
    const until = performance.now() + (this.isAlone ? 0 : patience);
    let wrong: ReadonlySet<string> | undefined;
    for (;;) {
      const { files } = await engine.call('export.verify', {});
      const now = files
        .filter(({ state }) => state !== 'current' && state !== 'stale')
        .map((file) => `${file.path} is ${file.state}`);
      wrong = new Set(now.filter((file) => wrong?.has(file) ?? true));
      if (wrong.size === 0) return files;
      if (performance.now() >= until) assert.fail([...wrong].join(', '));
      await pause(lookEvery);
    }
  }

  /** A deletion that nobody was promised may have happened, but whole. */
  private async checkBytes(engine: Engine): Promise<void> {
    const [said, gone] = [this.said(), this.deleted()];
    const [bytes, exported] = ['.loop', 'out'].map((name) => wordsIn(path.join(this.folder, name)));
    assert.ok(bytes && exported);
    for (const { deed, what } of said) {
      const isGone = deed.kind === 'verdict' && what === 'done' && gone.get(deed.trace ?? '') === 'done';
      if (isGone) assert.ok(!bytes.has(deed.word ?? ''), 'what was said about it is gone too');
    }
    for (const { deed, traces = [] } of said) {
      if (traces.length === 0) continue;
      const here = await idsFrom(engine, deed.source ?? '');
      for (const [n, id] of traces.entries()) {
        const there = bytes.has(`Word${deed.source}n${n}x`);
        assert.equal(there, here.has(id), `${id} is ${there ? 'there' : 'gone'}, which was ${gone.get(id) ?? 'not asked'}`);
        assert.ok(there || !exported.has(`Word${deed.source}n${n}x`), 'no exported file has it any more');
      }
    }
  }
}

function wordsIn(folder: string): ReadonlySet<string> {
  return new Set(fs.existsSync(folder) ? everyByte(folder).match(/(?:Reason|Word)[\w-]+x\b/g) : []);
}

async function idsFrom(engine: Engine, source: string): Promise<Set<string>> {
  const { rows } = await engine.call('trace.list', { selection: { source: [source] }, limit: 500 });
  return new Set(rows.map(({ id }) => id));
}
