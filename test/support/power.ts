import path from 'node:path';
import { acquireLease, type HeldLease, type StoreOptions } from '../../server/store';
import { dieAt, untilDeath } from './dying';
import { leavings, LossyDisk, type Leaving } from './lossy-disk';
import { openTestStore, temporaryFolder } from './store';
import type { Store } from '../../core/ports';

/** LOOP_SEED=… does one run again. */
export const seed = Number(process.env['LOOP_SEED'] ?? Date.now() % 1_000_000);

/** Whole numbers below the one given, always the same for one start. */
export function diceOf(start: number): (below: number) => number {
  let state = start;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

/** Where work dies, and how much of what nobody synced then is left. */
export interface Cut {
  readonly step: number;
  readonly leaving: Leaving;
  /** Tells cuts at the same step apart. */
  readonly salt?: number;
}

/** So many cuts, spread over all steps and all that may be left; every step once, when there are enough. */
export function cutsOf(steps: number, many: number): Cut[] {
  const all = steps * leavings.length;
  const count = Math.min(many, all);
  return Array.from({ length: count }, (_, i) => {
    const at = Math.floor(((i + (seed % 97) / 97) * all) / count);
    return { step: 1 + (at % steps), leaving: leavings[(Math.floor(at / steps) + i) % leavings.length] ?? 'some' };
  });
}

/** What work is given to do it in: a folder, and the options with which to open stores there. */
export type Work = (folder: string, options: Partial<StoreOptions>) => Promise<void>;

/** The steps that work takes when nothing happens. */
export async function stepsOf(prepare: (folder: string) => Promise<void>, work: Work): Promise<number> {
  const folder = temporaryFolder();
  const counting = dieAt(Infinity);
  await prepare(folder.path);
  await work(folder.path, counting);
  folder.remove();
  return counting.steps();
}

/** What is in the folder beforehand is on disk; work goes on until it is over or dies, and then the power is lost. */
export async function loseAt(
  { step, leaving, salt = 0 }: Cut,
  prepare: (folder: string) => Promise<void>,
  work: Work,
  check: (folder: string, torn: ReadonlyMap<string, number>) => Promise<void>,
): Promise<void> {
  const folder = temporaryFolder();
  const death = dieAt(step);
  try {
    await prepare(folder.path);
    const disk = new LossyDisk(folder.path);
    await untilDeath(() => work(folder.path, { ...death, medium: disk }));
    const torn = disk.lose(leaving, diceOf(seed + step + salt * 7919));
    await check(folder.path, torn);
  } catch (cause) {
    throw new Error(`at step ${step}, ${death.point()}, left ${leaving}, seed ${seed}`, { cause });
  } finally {
    folder.remove();
  }
}

const heartbeat = 20;

/** The lease of somebody who owns the store, or owned it until the power was lost. */
export async function leaseOf(folder: string, options: Partial<StoreOptions> = {}): Promise<HeldLease> {
  const acquired = await acquireLease(path.join(folder, '.loop'), { medium: options.medium, heartbeat });
  if (acquired.kind !== 'owner') throw new Error('somebody is alive');
  return acquired.lease;
}

/** Opens a store, has a look at it and closes it. */
export async function lookInto(folder: string, look: (store: Store) => Promise<void>, options: Partial<StoreOptions> = {}) {
  const store = await openTestStore(folder, options);
  try {
    await look(store);
  } finally {
    await store.close();
  }
}
