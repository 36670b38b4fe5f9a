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
  /** Hangs up on an owner that takes no more calls. */
  readonly drop: () => void;
}

/**
 * Talks to the owner of a store over its socket.
 * @throws Problem `store_in_other_version`
 */
export async function attach(socket: net.Socket, store: string, reviewer: string | undefined): Promise<Attached> {
  const reader = new SocketMessageReader(socket);
  // The reader's timer for half a message is never cleared: an owner killed in the middle of one would keep us alive.
  reader.partialMessageTimeout = 0;
  const connection = createMessageConnection(reader, new SocketMessageWriter(socket));
  const gone = new Promise<void>((resolve) => {
    const end = () => {
      // Only a disposed connection rejects the calls that still wait for an answer.
      connection.dispose();
      resolve();
    };
    connection.onClose(end);
    socket.once('close', end);
  });
  // A broken connection shows in the calls under way.
  connection.onError(() => undefined);
  connection.listen();
  // The handshake left it paused, and a listener alone does not set a paused socket going.
  socket.resume();
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
  return { engine, gone, drop: () => socket.destroy() };
}

/** Codes of vscode-jsonrpc for a connection that is closed, or was lost with answers outstanding. */
const brokenCodes = new Set<unknown>([-32097, -32099, 1, 2]);

/** Whether a call failed because the other side went away, and can be made again elsewhere. */
export function isBroken(error: unknown): boolean {
  return error instanceof Error && !(error instanceof Problem) && 'code' in error && brokenCodes.has(error.code);
}
