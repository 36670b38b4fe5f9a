import { Problem } from '../../core/lib/problem';
import { convert, RowList, type ConvertedBatch, type ConvertJob } from './convert';
import {
  arrivingHere,
  unpacked,
  type ArrivingBatch,
  type ConverterTask,
  type FromConverter,
  type PackedRows,
  type ToConverter,
} from './converter-wire';
import { LineReader, piecesOf } from '../store/log/line-packer';
import { sharesOf, type Share } from './part';
import { convertersFor, inlineBytes, take } from './threads';

/**
 * Converts files and gives the batches in order, in workers when there is much to do. Ending the iteration early,
 * or aborting the signal, stops the work and ends the workers.
 * @throws Problem `cancelled`, or of a file when the job is strict
 */
export function startConverter(job: ConvertJob, signal: AbortSignal): AsyncGenerator<ArrivingBatch> {
  const bytes = bytesOf(job);
  const compressed = job.files.some((file) => file.path.endsWith('.gz'));
  return bytes < inlineBytes && !compressed ? inThisThread(job, signal) : inWorkers(job, signal);
}

async function* inThisThread(job: ConvertJob, signal: AbortSignal): AsyncGenerator<ArrivingBatch> {
  for await (const batch of convert(job, signal, new RowList())) yield arrivingHere(batch);
}

/** Files whose columns are mapped are read by one: whether a column is there at all is known at their end. */
function sharesFor(job: ConvertJob): Share[] {
  return sharesOf(Object.keys(job.mapping).length > 0 ? 1 : convertersFor(bytesOf(job)));
}

function bytesOf({ files }: ConvertJob): number {
  return files.reduce((sum, file) => sum + file.bytes, 0);
}

/** As `startConverter`, in `shares` workers. The rows of a batch can be read until the next one is asked for. */
export async function* inWorkers(
  job: ConvertJob,
  signal: AbortSignal,
  shares: readonly Share[] = sharesFor(job),
): AsyncGenerator<ArrivingBatch> {
  const workers = shares.map((share) => new ConverterWorker({ job, share }));
  const stop = () => workers.forEach((worker) => worker.send('stop'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    if (signal.aborted) throw new Problem('cancelled');
    for (;;) {
      const heads = await Promise.all(workers.map((worker) => worker.head()));
      const [next] = heads.filter((head) => head !== undefined).sort((a, b) => a.order - b.order);
      if (!next) return;
      const worker = workers[heads.indexOf(next)];
      if (!worker) throw new Error('a batch came from no converter');
      worker.take();
      yield unpacked(next, worker.lines);
      worker.send({ taken: piecesOf(next.rows.lines) });
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

/** A worker and its batches in order. Its unexpected end is a failure. */
class ConverterWorker {
  readonly lines = new LineReader();
  private readonly waiting: FromConverter[] = [];
  private wake: (() => void) | undefined;
  private readonly worker = take();

  constructor(task: ConverterTask) {
    const { worker } = this;
    worker.on('message', (message: FromConverter) => this.put(message));
    worker.on('error', (error) => this.put({ failure: error.stack ?? error.message }));
    worker.on('exit', (code) => this.put({ failure: `it ended with code ${code}` }));
    this.send(task);
  }

  send(message: ToConverter): void {
    this.worker.postMessage(message);
  }

  /** The batch that comes next, as soon as it is there; undefined when there is no more. @throws Problem, or Error for a bug */
  async head(): Promise<ConvertedBatch<PackedRows> | undefined> {
    for (;;) {
      const [message] = this.waiting;
      if (!message) {
        await new Promise<void>((resolve) => (this.wake = resolve));
        continue;
      }
      if ('batch' in message) return message.batch;
      if ('end' in message) return undefined;
      if ('problem' in message) throw new Problem(message.problem.code, message.problem.args);
      throw new Error(`the converter failed: ${message.failure}`);
    }
  }

  /** The batch at the head was taken. */
  take(): void {
    this.waiting.shift();
  }

  async terminate(): Promise<void> {
    await this.worker.terminate();
  }

  private put(message: FromConverter): void {
    this.waiting.push(message);
    this.wake?.();
  }
}
