import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { openEngine } from '../../server/engine/open';
import { run } from './import.bench';
import type { Print } from './main';
import { sizeOf, withSize } from './size';

/** Builds and exports over the store that the import bench left, after a tenth of it was judged. */
export async function benchDatasets(folder: string, plain: Print): Promise<void> {
  const store = path.join(folder, '.loop');
  const print = withSize(plain, store);
  const engine = await openEngine({ store, reviewer: 'bench' });
  try {
    const judged = await judge(engine);
    const built = await timed(() => engine.call('dataset.build', { name: 'bench', method: 'kto', holdout_percent: 10 }));
    print(
      `build kto            ${built.ms.toFixed(0)} ms for ${built.value.report.slice_size} traces, ${built.value.item_count} rows (${judged} judged)`,
    );
    const out = path.join(folder, 'export');
    mkdirSync(out, { recursive: true });
    const exported = await timed(() => engine.call('export.run', { dataset: 'bench', target: 'trl', folder: out }));
    print(`export trl           ${exported.ms.toFixed(0)} ms`);
    print(`together             ${(built.ms + exported.ms).toFixed(0)} ms (budget 5000 for 100 000 traces)`);
  } finally {
    await engine.close();
  }
}

async function judge(engine: Awaited<ReturnType<typeof openEngine>>): Promise<number> {
  const { traces } = await engine.call('store.stats', {});
  let judged = 0;
  let after: string | undefined;
  while (judged < traces / 10) {
    const page = await engine.call('trace.list', { order: 'oldest', limit: 500, ...(after === undefined ? {} : { after }) });
    await Promise.all(page.rows.map((row, i) => engine.call(i % 2 ? 'feedback.up' : 'feedback.down', { trace: row.id })));
    judged += page.rows.length;
    if (page.next === null) break;
    after = page.next;
  }
  return judged;
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const started = performance.now();
  const value = await work();
  return { ms: performance.now() - started, value };
}

/** What one verb costs, start to end, on a store with nothing to speak of in it. */
export async function benchVerb(folder: string, print: Print): Promise<void> {
  const loop = path.resolve('dist/loop.js');
  const store = path.join(folder, 'small', '.loop');
  await run([loop, '--store', store, 'import', path.resolve('extension/sample/support-agent.jsonl'), '--source', 's']);
  const runs: number[] = [];
  for (let i = 0; i < 5; i++) runs.push((await run([loop, '--store', store, '--json', 'stats'])).ms);
  print(`loop stats           ${Math.min(...runs).toFixed(0)} ms on the sample (budget 300) [${sizeOf(store)}]`);
}
