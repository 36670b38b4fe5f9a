import fs from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Store } from '../../core/ports';
import { generateRows } from '../support/generate';
import { temporaryFolder } from '../support/store';
import { run } from './import.bench';
import type { Print } from './main';
import { spread, timed } from './measure';
import { megabytes, withSize } from './size';
import { measurePurge, measurePurgeOfExported } from './store-purge';
import { judge, open, take } from './store-rows';
import { measureFlatness, measureMeanwhile, measureSaving, measureVerdicts } from './store-verdicts';

/** Prints what the store takes for what ARCHITECTURE §8 sets a budget on. `bytes`: size of one conversation. */
export async function storeBench(traces: number, plain: Print, bytes?: number): Promise<void> {
  const folder = temporaryFolder('disk');
  const place = path.join(folder.path, '.loop');
  const index = path.join(place, 'index.sqlite');
  const print = withSize(plain, place);
  try {
    let store = await open(place);
    await measureImport(store, traces, print, bytes);
    await store.close();
    await measureMemory(place, print);
    store = await timed('open (budget 100 000: 300 ms; 1 000 000: 1 s)', print, async () => {
      const opened = await open(place);
      await opened.groups('state', {});
      return opened;
    });
    await measureReading(store, print);
    await measureVerdicts(store, folder.path, print);
    await measureFlatness(store, traces, folder.path, print);
    await measureMeanwhile(store, print, bytes);
    await measureSaving(store, index, print);
    await measurePurge(store, print);
    await measurePurgeOfExported(store, folder.path, print);
    await store.close();
    await leaveTail(place, index);
    store = await timed(`open with ${tail} acts behind the index (budget 100 000: 800 ms)`, print, () => open(place));
    await store.close();
    fs.rmSync(index);
    await measureMemory(place, print, ', rebuilding the index,');
    fs.rmSync(index, { force: true });
    store = await timed('open by rebuilding the index (budget 100 000: 3 s; 1 000 000: 20 s)', print, () => open(place));
    await store.close();
  } finally {
    folder.remove();
  }
}

/** Of a process that does nothing but open it: this one has made the rows. */
async function measureMemory(place: string, print: Print, how = ''): Promise<void> {
  const loop = path.resolve('dist/loop.js');
  if (!fs.existsSync(loop)) {
    print('memory of an open store: none, run `npm run build`');
    return;
  }
  const { peak } = await run([loop, '--store', place, '--json', 'stats']);
  print(`memory of a process with the store open${how} (budget 100 000: 300 MB; 1 000 000: 350 MB): ${peak.toFixed(0)} MB`);
}

async function measureImport(store: Store, traces: number, print: Print, bytes: number | undefined): Promise<void> {
  const rows = generateRows(traces, bytes === undefined ? {} : { bytes });
  const transaction = await store.beginImport({ source: 'bench', retention_days: null });
  let took = 0;
  let peak = 0;
  for (let batch = take(rows); batch.length > 0; batch = take(rows)) {
    const start = performance.now();
    await transaction.putAll(batch);
    took += performance.now() - start;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  const start = performance.now();
  await transaction.commit({ files: [], duplicates: 0, refused: 0 });
  took += performance.now() - start;
  print(`import of ${traces} rows, already converted: ${took.toFixed(0)} ms (memory ${megabytes(peak)})`);
}

async function measureReading(store: Store, print: Print): Promise<void> {
  const page = (after?: string) =>
    store.page({ selection: {}, order: 'newest', seed: 1, limit: 200, ...(after ? { after } : {}) });
  const firstPage = await timed('the first page of 200 after opening', print, () => page());
  // Nothing of a page has been read before, and little of what reads it has been compiled.
  for (const when of ['read for the first time', 'read again']) {
    let after = firstPage.next ?? undefined;
    await spread(`page of 200 with previews, ${when} (budget p95 5 ms)`, print, 40, async () => {
      after = (await page(after)).next ?? undefined;
    });
  }
  await spread('counts by label (budget p95 5 ms)', print, 40, () => store.groups('label', {}));
  await spread('next unreviewed', print, 40, () => store.nextUnreviewed({ slice: {}, order: 'oldest', seed: 1 }));
  const [one = ''] = firstPage.rows.map(({ id }) => id);
  await spread('neighbours in the queue', print, 20, () => store.neighbours(one, { slice: {}, order: 'oldest', seed: 1 }));
  await timed('search, no hit (budget 225 MB: 500 ms)', print, () => store.count({ text: 'zebrafish' }));
  await timed('search, common phrase', print, () => store.count({ text: 'Refund window' }));
  await timed('search, not ASCII', print, () => store.count({ text: '交易所' }));
  await timed('all conversations with their acts, in order', print, async () => {
    for await (const judged of store.judged(await store.select({}))) if (!judged.trace.id) throw new Error('no id');
  });
}

const tail = 10_000;

/** Acts that the index file does not have, as after a kill: the file from before them is put back. */
async function leaveTail(place: string, index: string): Promise<void> {
  const before = fs.readFileSync(index);
  const store = await open(place);
  await judge(store, await store.select({ sample: 2000, seed: 3 }), tail);
  await store.close();
  fs.writeFileSync(index, before);
}
