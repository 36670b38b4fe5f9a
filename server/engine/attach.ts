import type net from 'node:net';
import { createMessageConnection, SocketMessageReader, SocketMessageWriter } from 'vscode-jsonrpc/node';
import type { Engine } from '../../core/protocol/engine';
import { remoteEngine } from '../../core/protocol/remote';
import { helloMessage, protocolVersion, wire } from '../../core/protocol/wire';
import { Problem } from '../../core/lib/problem';
import { channelOf } from '../doors/channel';
import { monotonicIds } from './context';

/** The engine of another process, and the news that it went away. */
export interface Attached {
  readonly engine: Engine;
  /** Resolves when the connection has ended, for whatever reason. */
  readonly gone: Promise<void>;
}

/**
 * Talks to the owner of a store over its socket.
 * @throws Problem `store_in_other_version`
 */
export async function attach(socket: net.Socket, store: string, reviewer: string | undefined): Promise<Attached> {
  const connection = createMessageConnection(new SocketMessageReader(socket), new SocketMessageWriter(socket));
  const gone = new Promise<void>((resolve) => {
    connection.onClose(() => resolve());
    socket.once('close', () => resolve());
  });
  // A broken connection shows in the calls under way.
  connection.onError(() => undefined);
  connection.listen();
  const hello = helloMessage.safeParse(await connection.sendRequest(wire.hello, { protocol: protocolVersion }));
  if (!hello.success || hello.data.protocol !== protocolVersion) {
    connection.dispose();
    socket.destroy();
    throw new Problem('store_in_other_version', { path: store });
  }
  const channel = channelOf(connection);
  const named = reviewer === undefined ? undefined : () => reviewer;
  const engine = remoteEngine(
    {
      ...channel,
      async close() {
        await channel.close();
        socket.destroy();
      },
    },
    monotonicIds(),
    named,
  );
  return { engine, gone };
}
