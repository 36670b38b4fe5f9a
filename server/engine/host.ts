import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { createMessageConnection, PortMessageReader, PortMessageWriter } from 'vscode-jsonrpc/node';
import type { Engine } from '../../core/protocol/engine';
import { problemFrom, remoteEngine } from '../../core/protocol/remote';
import { statusMessage, wire, type OpenMessage } from '../../core/protocol/wire';
import type * as z from 'zod';
import { channelOf } from '../doors/channel';
import { monotonicIds } from './context';

export type Status = z.infer<typeof statusMessage>;

/** How long a closing engine may take to write what is pending, in milliseconds. */
const closeTimeout = 10_000;

/** Starts the engine's thread and opens a store in it. Rejects with the `Problem` that kept it from opening. */
export async function startEngine(options: OpenMessage, onStatus: (status: Status) => void): Promise<Engine> {
  const worker = startWorker();
  const connection = createMessageConnection(new PortMessageReader(worker), new PortMessageWriter(worker));
  const channel = channelOf(connection);
  const engine = remoteEngine(
    {
      ...channel,
      close: async () => {
        await Promise.race([connection.sendRequest(wire.close), after(closeTimeout)]).catch(() => undefined);
        connection.dispose();
        await worker.terminate();
      },
    },
    monotonicIds(),
  );
  connection.onNotification(wire.status, (params: unknown) => onStatus(statusMessage.parse(params)));
  connection.listen();
  worker.on('error', (error) => {
    onStatus({ store: options.store, state: 'lost', detail: error.message });
    connection.dispose();
  });
  try {
    await connection.sendRequest(wire.open, options);
    return engine;
  } catch (error) {
    connection.dispose();
    await worker.terminate();
    throw problemFrom(error);
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}

/** The bundled thread beside this program; from sources, the same file through the TypeScript loader. */
function startWorker(): Worker {
  const bundled = path.join(__dirname, 'engine.js');
  if (existsSync(bundled)) return new Worker(bundled);
  const source = JSON.stringify(path.join(__dirname, 'worker.ts'));
  return new Worker(`require('tsx/cjs'); require(${source});`, { eval: true });
}
