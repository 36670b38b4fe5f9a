import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Problem } from '../../core/lib/problem';
import { convert, RowList, type ConvertJob } from './convert';
import { arrivingHere, unpacked, type ArrivingBatch, type FromConverter, type ToConverter } from './converter-wire';

/** Below this a worker costs more time to start than it saves. */
const inlineBytes = 2 * 1024 * 1024;

/**
 * Converts files and gives the batches in order, in a worker when there is much to do. Ending the iteration early, or
 * aborting the signal, stops the work and ends the worker.
 * @throws Problem `cancelled`, or of a file when the job is strict
 */
export function startConverter(job: ConvertJob, signal: AbortSignal): AsyncGenerator<ArrivingBatch> {
  const bytes = job.files.reduce((sum, file) => sum + file.bytes, 0);
  const compressed = job.files.some((file) => file.path.endsWith('.gz'));
  return bytes < inlineBytes && !compressed ? inThisThread(job, signal) : inWorker(job, signal);
}

async function* inThisThread(job: ConvertJob, signal: AbortSignal): AsyncGenerator<ArrivingBatch> {
  for await (const batch of convert(job, signal, new RowList())) yield arrivingHere(batch);
}

/** Rows die young, but a whole batch of them should fit: with 8 MB the converter collects a tenth of its time more. */
const resourceLimits = { maxYoungGenerationSizeMb: 32 };

/** The worker: the bundle's own program beside the bundle that runs, or the source when sources run. */
function startWorker(job: ConvertJob): Worker {
  const bundled = join(__dirname, 'converter.js');
  if (existsSync(bundled)) return new Worker(bundled, { workerData: job, resourceLimits });
  const source = JSON.stringify(join(__dirname, 'converter.ts'));
  return new Worker(`require('tsx/cjs'); require(${source});`, { eval: true, workerData: job, resourceLimits });
}

export async function* inWorker(job: ConvertJob, signal: AbortSignal): AsyncGenerator<ArrivingBatch> {
  const worker = startWorker(job);
  const send = (message: ToConverter) => worker.postMessage(message);
  const inbox = new Inbox(worker);
  const stop = () => send('stop');
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) throw new Problem('cancelled');
    for (;;) {
      const message = await inbox.next();
      if ('end' in message) return;
      if ('problem' in message) throw new Problem(message.problem.code, message.problem.args);
      if ('failure' in message) throw new Error(`the converter failed: ${message.failure}`);
      yield unpacked(message.batch);
      send('taken');
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}

/** Messages of a worker in order; its unexpected end is a failure. */
class Inbox {
  private readonly waiting: FromConverter[] = [];
  private wake: (() => void) | undefined;

  constructor(worker: Worker) {
    worker.on('message', (message: FromConverter) => this.put(message));
    worker.on('error', (error) => this.put({ failure: error.stack ?? error.message }));
    worker.on('exit', (code) => this.put({ failure: `it ended with code ${code}` }));
  }

  async next(): Promise<FromConverter> {
    for (;;) {
      const message = this.waiting.shift();
      if (message) return message;
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
  }

  private put(message: FromConverter): void {
    this.waiting.push(message);
    this.wake?.();
  }
}
