import assert from 'node:assert/strict';
import path from 'node:path';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import { openEngine } from '../../../server/engine/open';
import { bundled } from '../../support/bundled';
import { deedKinds, type DeedKind, type Doing } from '../../support/engine-child';
import { Promised } from '../../support/promised';
import { temporaryFolder, type TemporaryFolder } from '../../support/store';
import { Victim, type Work } from '../../support/victim';

/** LOOP_KILLS=1000 for a long run. */
const kills = Number(process.env['LOOP_KILLS'] ?? 200);
/** Processes that are at a store at a time. */
const seats = 4;
const places = Array.from({ length: seats }, (_, place) => place);
/** Those killed one after the other, each followed by a new one; at the end of a round all are killed at once. */
const perRound = 4 + seats;
/** What was promised is checked over and over, so no store gets too old. */
const perStore = 5 * perRound;

/** What a process is killed in the middle of; of each its share of the kills, at least. */
const works: readonly Work[] = ['import', 'verdict', 'delete', 'build', 'export', 'saving', 'take-over'];
const leastShare = 0.01;

/**
 * Why a deed may be refused: another one has the store to itself. A verdict waits for nobody, and a trace or a dataset
 * that is not there would be one that was promised.
 */
const refusals: Readonly<Record<DeedKind, readonly string[]>> = {
  import: ['busy'],
  verdict: [],
  delete: ['busy'],
  build: ['busy'],
  export: ['busy'],
  rebuild: ['busy'],
};
/** Shares of the deeds that came to an end which are acknowledged. */
const leastOfAll = 0.9;
const leastOfEach = 0.5;

describe('processes killed at any moment', function () {
  this.timeout(1_800_000);
  let folder: TemporaryFolder;
  let child: Awaited<ReturnType<typeof bundled>>;
  let seed = Number(process.env['LOOP_SEED'] ?? Date.now() % 1_000_000);
  /** Everything any process said. */
  const said: Doing[] = [];
  const underWay = new Map<Work, number>();
  const killed = { owners: 0, all: 0 };
  const durations = new Map<Work, number[]>();

  before(async () => {
    child = await bundled('engine-child.ts');
  });
  after(() => child.remove());
  beforeEach(() => {
    folder = temporaryFolder();
  });
  afterEach(() => folder.remove());

  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 0x80000000;
  };
  const oneOf = <T>(things: readonly T[]): T => {
    const thing = things[Math.floor(random() * things.length)];
    assert.ok(thing !== undefined);
    return thing;
  };

  for (let first = 0; first < kills; first += perStore) {
    const last = Math.min(first + perStore, kills);
    it(`lose nothing that was acknowledged and do nothing twice (kills ${first + 1} to ${last})`, async () => {
      const started = seed;
      const store = new Store();
      try {
        while (store.kills < last - first) await store.round();
      } catch (error) {
        // Not every reporter tells of causes.
        const why = error instanceof Error ? error.message : String(error);
        throw new Error(`after ${store.kills} kills of seed ${started}: ${why}`, { cause: error });
      } finally {
        await store.end();
      }
    });
  }

  it('were in the middle of everything there is to do, as owners and as clients', () => {
    const shares = works.map((work) => [work, (underWay.get(work) ?? 0) / killed.all] as const);
    const seen = JSON.stringify({ ...Object.fromEntries(shares), ...killed });
    for (const [, share] of shares) assert.ok(share >= leastShare, seen);
    for (const n of [killed.owners, killed.all - killed.owners]) assert.ok(n >= killed.all / 5, seen);
  });

  it('were refused only what others had the store to themselves for, and seldom', () => {
    const ended = said.filter(({ what }) => what !== 'begun');
    for (const { deed, problem } of ended.filter(({ what }) => what === 'refused'))
      assert.ok(refusals[deed.kind].includes(problem ?? ''), `${deed.kind}: ${problem}`);
    const acknowledged = (doings: readonly Doing[]) => doings.filter(({ what }) => what === 'done').length / doings.length;
    assert.ok(acknowledged(ended) >= leastOfAll, `${acknowledged(ended)} of all`);
    for (const kind of deedKinds) {
      const share = acknowledged(ended.filter(({ deed }) => deed.kind === kind));
      assert.ok(share >= leastOfEach, `${share} of ${kind}`);
    }
  });

  const spent = (work: Work, ms: number) => durations.set(work, [...(durations.get(work) ?? []).slice(-20), ms]);

  /** Waits for a moment somewhere in such a piece of work, by how long it took of late. */
  async function pauseWithin(work: Work): Promise<void> {
    const usual = [...(durations.get(work) ?? [])].sort((a, b) => a - b);
    const until = performance.now() + random() * (usual[usual.length >> 1] ?? 10);
    // A timer may come a millisecond late, which is as long as a verdict takes.
    for (let left = until - performance.now(); left > 0; left = until - performance.now()) {
      if (left > 2) await pause(left - 2);
      else await turn();
    }
  }

  /** One life of a store, and the processes at it. */
  class Store {
    kills = 0;
    private moments = 0;
    private alive: Victim[] = [];
    private readonly all: Victim[] = [];
    private readonly checked = new Set<Doing>();
    private readonly promised = new Promised(folder.path, () => this.said());

    /** Kills one after the other, each at a moment of its own, and in the end all that are left. */
    async round(): Promise<void> {
      if (this.all.length === 0) await this.begin();
      this.fill();
      for (const end = this.kills + perRound - seats; this.kills < end;) {
        await this.killWithin(works[this.moments++ % works.length] ?? 'verdict');
        await this.check();
        this.fill();
      }
      await this.until(() => this.alive.every(({ isSettled }) => isSettled));
      await pauseWithin('import');
      await this.kill(...this.alive);
      await this.check(true);
    }

    async end(): Promise<void> {
      await Promise.all(this.alive.map((victim) => victim.kill()));
      said.push(...this.said());
    }

    /** The first ones bring in what they work with; all at once they would be in each other's way. */
    private async begin(): Promise<void> {
      for (const place of places) {
        this.start(place);
        await this.until(() => this.tracesAt(place).length > 0);
      }
    }

    /** Whoever is new goes on with what a dead one knew. */
    private fill(): void {
      for (const place of places) if (!this.alive.some(({ seat }) => seat.place === place)) this.start(place);
    }

    private start(place: number): void {
      const me = `p${place}n${this.all.length}`;
      const seat = { folder: folder.path, me, place, seed: Math.floor(random() * 1e6), traces: this.tracesAt(place) };
      const victim = new Victim(child.file, seat, spent);
      this.alive.push(victim);
      this.all.push(victim);
    }

    private tracesAt(place: number): string[] {
      const known = this.all.filter(({ seat }) => seat.place === place).flatMap((victim) => [...victim.said.values()]);
      const gone = new Set(known.flatMap(({ deed, what }) => (deed.kind === 'delete' && what !== 'refused' ? deed.trace : [])));
      return known.flatMap(({ traces = [] }) => traces).filter((trace) => !gone.has(trace));
    }

    private said(): Doing[] {
      return this.all.flatMap((victim) => [...victim.said.values()]);
    }

    private async until(isSo: () => boolean): Promise<void> {
      await Promise.race(this.alive.map((victim) => victim.until(isSo)));
    }

    private async killWithin(work: Work): Promise<void> {
      await this.until(() => this.alive.some(({ owns }) => owns) && this.settled().length > 1);
      const owner = this.settled().find(({ owns }) => owns);
      assert.ok(owner);
      if (work === 'take-over') return this.killHeir(owner);
      const doer = oneOf(this.settled().filter((one) => one !== owner));
      const victim = work === 'saving' || random() < 0.3 ? owner : doer;
      doer.wish(work === 'saving' ? 'rebuild' : work);
      const before = doer.ended;
      // What is refused at once is not there to be killed within.
      await this.until(() => (work === 'saving' ? owner : doer).works.includes(work) || doer.ended > before + 3);
      await pauseWithin(work);
      await this.kill(victim);
    }

    /** The owner, and then one of those that want to follow it. */
    private async killHeir(owner: Victim): Promise<void> {
      const heir = oneOf(this.settled().filter((victim) => victim !== owner));
      await this.kill(owner);
      await this.until(() => heir.works.includes('take-over'));
      await pauseWithin('take-over');
      await this.kill(heir);
    }

    private settled(): Victim[] {
      return this.alive.filter(({ isSettled }) => isSettled);
    }

    private async kill(...victims: readonly Victim[]): Promise<void> {
      // Whatever anybody asked for is done by the owner.
      const asked = this.alive.flatMap((victim) => victim.works);
      this.alive = this.alive.filter((victim) => !victims.includes(victim));
      const within = await Promise.all(victims.map((victim) => victim.kill()));
      victims.forEach((victim, i) => {
        for (const work of new Set([...(within[i] ?? []), ...(victim.owns ? asked : [])]))
          underWay.set(work, (underWay.get(work) ?? 0) + 1);
        if (victim.owns) killed.owners++;
      });
      killed.all += victims.length;
      this.kills += victims.length;
    }

    /** Opens the store, as the owner or attached to one that goes on, and compares. */
    private async check(whole = false): Promise<void> {
      const fresh = this.said().filter((doing) => !this.checked.has(doing));
      const engine = await openEngine({ store: path.join(folder.path, '.loop'), reviewer: 'judge' });
      try {
        if (whole) await this.promised.checkWhole(engine);
        else await this.promised.check(engine, (doing) => !this.checked.has(doing));
      } finally {
        await engine.close();
      }
      if (whole) this.promised.nothingHalfWritten();
      for (const doing of fresh) if (doing.what !== 'begun') this.checked.add(doing);
    }
  }
});
