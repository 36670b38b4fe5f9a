import fs from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import type { Store } from '../../core/ports';
import { generateRows } from '../support/generate';
import type { Print } from './main';
import { at, msOf, spread, told } from './measure';
import { fill, judge, open, rowFrom, upOn } from './store-rows';

const fdatasync = promisify(fs.fdatasync);

/** A verdict against the least a durable line can cost on the same disk. */
export async function measureVerdicts(store: Store, folder: string, print: Print): Promise<void> {
  const next = await oneByOne(store, 2000, 1);
  const file = fs.openSync(path.join(folder, 'bare.log'), 'w');
  const line = Buffer.alloc(250, 'x');
  await spread('bare append and fdatasync', print, 500, async () => {
    fs.writeSync(file, line);
    await fdatasync(file);
  });
  fs.closeSync(file);
  await spread('one verdict acknowledged (budget: bare p95 + 2 ms)', print, 500, next);
}

const small = 1000;

/** The same in a store of a thousand conversations and in this one, by turns. */
export async function measureFlatness(store: Store, traces: number, folder: string, print: Print): Promise<void> {
  const other = await open(path.join(folder, 'small', '.loop'));
  try {
    await fill(other, generateRows(small, { seed: 3 }));
    const [inSmall, inLarge] = [await oneByOne(other, small, 1), await oneByOne(store, 2000, 6)];
    const [few, many]: [number[], number[]] = [[], []];
    for (let i = 0; i < 500; i++) {
      few.push(await msOf(inSmall));
      many.push(await msOf(inLarge));
    }
    print(`one verdict with ${small} conversations: ${told(few)}`);
    print(`one verdict with ${traces} conversations: ${told(many)}`);
    const ratio = (share: number) => (at(many, share) / at(few, share)).toFixed(2);
    print(`of these the second to the first (flat: 1): p50 ${ratio(0.5)}, p95 ${ratio(0.95)}`);
  } finally {
    await other.close();
  }
}

/** As many as a converter gives at a time. */
const arriving = 100;

/** Verdicts while rows come in. */
export async function measureMeanwhile(store: Store, print: Print, bytes: number | undefined): Promise<void> {
  const next = await oneByOne(store, 200, 4);
  const transaction = await store.beginImport({ source: 'bench', retention_days: null });
  // Made before: another thread does that while rows come in.
  const rows = Array.from(generateRows(20_000, { seed: 2, ...(bytes === undefined ? {} : { bytes }) }), rowFrom);
  let over = false;
  const importing = (async () => {
    for (let from = 0; from < rows.length; from += arriving) await transaction.putAll(rows.slice(from, from + arriving));
    over = true;
  })();
  const took: number[] = [];
  while (!over) took.push(await msOf(next));
  print(`one verdict while importing (budget p95 10 ms): ${told(took)}, ${took.length} of them`);
  await importing;
  await transaction.commit({ files: [], duplicates: 0, refused: 0 });
}

/** Unsaved acts at which the store saves its index, whoever works meanwhile. */
const saved = 10_000;

/** Verdicts while the index file is written. */
export async function measureSaving(store: Store, index: string, print: Print): Promise<void> {
  const next = await oneByOne(store, 2000, 5);
  const changed = () => fs.statSync(index, { throwIfNoEntry: false })?.mtimeMs;
  const before = changed();
  // What is unsaved already counts too: up to the last appends nothing is written.
  for (let written = false; !written;) {
    await judge(store, await store.select({ sample: 500, seed: 7 }), 500);
    written = (await store.stats()).index.events >= saved;
  }
  const held = monitorEventLoopDelay({ resolution: 1 });
  held.enable();
  const start = performance.now();
  const took: number[] = [];
  while (changed() === before && performance.now() - start < 60_000) took.push(await msOf(next));
  held.disable();
  const longest = `saving took ${(performance.now() - start).toFixed(0)} ms, the thread was held for ${(held.max / 1e6).toFixed(0)} ms at most`;
  print(`one verdict while the index is saved (budget p95 10 ms): ${told(took)}, ${took.length} of them; ${longest}`);
}

/** A verdict on one trace after the other of a sample. */
async function oneByOne(store: Store, sample: number, seed: number): Promise<() => Promise<void>> {
  const traces = await store.select({ sample, seed });
  let n = 0;
  return () => store.append([upOn(store, traces[n++ % traces.length] ?? '')]);
}
