import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

/** Below this a thread costs more time to start than it saves. */
export const inlineBytes = 2 * 1024 * 1024;

/** Below this a second thread on the second of two cores costs more time to get going than it saves. */
const worthTwo = 48 * 1024 * 1024;

/** Converters of an import of so many bytes. Two keep the store busy, which takes rows one by one: more would only hold memory. */
export function convertersFor(bytes: number, cores = availableParallelism()): number {
  return cores > 2 || (cores === 2 && bytes >= worthTwo) ? 2 : 1;
}

/**
 * Rows die young, but a whole batch of them should fit: with 8 MB a converter collects a tenth of its time more.
 */
const resourceLimits = { maxYoungGenerationSizeMb: 32 };

/**
 * Threads that wait for work. The command line's program is started by a smaller one that knows sooner that they will be
 * needed: a process has one list of them, whichever of its programs asks.
 */
const idle: Set<Worker> = ((globalThis as { [key: symbol]: Set<Worker> })[Symbol.for('conscious-loop.converters')] ??= new Set());

/**
 * Starts the threads of an import that is about to come, when its files are large enough for them: they load their
 * program while the store opens. What nobody took is ended by `dismiss`.
 */
export function prepare(paths: readonly string[]): void {
  const bytes = paths.reduce((sum, path) => sum + sizeOf(path), 0);
  if (bytes < inlineBytes) return;
  while (idle.size < convertersFor(bytes)) {
    const worker = start();
    // Neither it nor its end keeps or ends anybody else.
    worker.unref();
    worker.on('error', forget);
    worker.on('exit', forget);
    idle.add(worker);

    function forget(): void {
      idle.delete(worker);
    }
  }
}

/** 0 for what is no file or cannot be looked at: the import itself will say so. */
function sizeOf(path: string): number {
  try {
    const stats = statSync(path);
    return stats.isFile() ? stats.size : 0;
  } catch {
    return 0;
  }
}

/** A thread that waits for work: one that was prepared, or a new one. */
export function take(): Worker {
  const [worker] = idle;
  if (!worker) return start();
  idle.delete(worker);
  worker.removeAllListeners();
  worker.ref();
  return worker;
}

export async function dismiss(): Promise<void> {
  const workers = [...idle];
  idle.clear();
  await Promise.all(workers.map((worker) => worker.terminate()));
}

/** The bundle's own program beside the bundle that runs, or the source when sources run. */
function start(): Worker {
  const bundled = join(__dirname, 'converter.js');
  if (existsSync(bundled)) return new Worker(bundled, { resourceLimits });
  const source = JSON.stringify(join(__dirname, 'converter.ts'));
  return new Worker(`require('tsx/cjs'); require(${source});`, { eval: true, resourceLimits });
}
