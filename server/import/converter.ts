import { parentPort, workerData } from 'node:worker_threads';
import { Problem } from '../../core/lib/problem';
import { convert } from './convert';
import { inFlight, RowPacker, type ConverterData, type FromConverter, type ToConverter } from './converter-wire';

/** Entry of the converting worker: gives out batches, never more than a few that nobody has taken yet. */
async function main(): Promise<void> {
  const port = parentPort;
  if (!port) return;
  const control = new AbortController();
  const { job, share } = workerData as ConverterData;
  const post = (message: FromConverter) => port.postMessage(message);
  const packer = new RowPacker(job.retention_days);
  let open = 0;
  let wake: (() => void) | undefined;
  port.on('message', (message: ToConverter) => {
    if (message === 'stop') control.abort();
    else {
      packer.reuse(message.taken);
      open--;
    }
    wake?.();
  });
  try {
    for await (const batch of convert(job, control.signal, packer, share)) {
      post({ batch });
      open++;
      while (open >= inFlight && !control.signal.aborted) await new Promise<void>((resolve) => (wake = resolve));
    }
    post({ end: true });
  } catch (error) {
    if (error instanceof Problem) post({ problem: { code: error.code, args: error.args } });
    else post({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  } finally {
    port.close();
  }
}

void main();
