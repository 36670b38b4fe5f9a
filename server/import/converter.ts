import { parentPort, type MessagePort } from 'node:worker_threads';
import { Problem } from '../../core/lib/problem';
import { convert } from './convert';
import { inFlight, RowPacker, type ConverterTask, type FromConverter, type ToConverter } from './converter-wire';

/** Entry of the converting worker: waits for its task, then gives out batches, never more than a few that nobody has taken yet. */
function main(port: MessagePort): void {
  const control = new AbortController();
  let packer: RowPacker | undefined;
  let open = 0;
  let wake: (() => void) | undefined;
  port.on('message', (message: ToConverter) => {
    if (message === 'stop') control.abort();
    else if ('job' in message) {
      packer = new RowPacker(message.job.retention_days);
      void work(port, message, { control, packer, wait });
    } else {
      packer?.reuse(message.taken);
      open--;
    }
    wake?.();
  });

  /** One more batch was given out. */
  async function wait(): Promise<void> {
    open++;
    while (open >= inFlight && !control.signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
  }
}

interface Working {
  readonly control: AbortController;
  readonly packer: RowPacker;
  readonly wait: () => Promise<void>;
}

async function work(port: MessagePort, { job, share }: ConverterTask, { control, packer, wait }: Working): Promise<void> {
  const post = (message: FromConverter) => port.postMessage(message);
  try {
    for await (const batch of convert(job, control.signal, packer, share)) {
      post({ batch });
      await wait();
    }
    post({ end: true });
  } catch (error) {
    if (error instanceof Problem) post({ problem: { code: error.code, args: error.args } });
    else post({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    port.close();
  }
}

if (parentPort) main(parentPort);
