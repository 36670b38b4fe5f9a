import type net from 'node:net';
import { ErrorCodes, ResponseError } from 'vscode-jsonrpc';
import { createMessageConnection, SocketMessageReader, SocketMessageWriter, type MessageConnection } from 'vscode-jsonrpc/node';
import type { Engine } from '../../core/protocol/engine';
import { protocolVersion, wire } from '../../core/protocol/wire';
import { forwardChanges, serveEngine } from '../doors/serve';

/** The other processes on this computer that use our engine: the same calls, the same notifications. */
export class Clients {
  private readonly connections = new Map<MessageConnection, net.Socket>();
  private readonly underWay = new Set<Promise<unknown>>();
  private leaving = false;

  constructor(private readonly engine: Promise<Engine>) {}

  readonly accept = (socket: net.Socket): void => {
    if (this.leaving) {
      // Whoever comes now finds the store free a moment later.
      socket.destroy();
      return;
    }
    const reader = new SocketMessageReader(socket);
    // The reader's timer for half a message is never cleared: a client killed in the middle of one would keep us alive.
    reader.partialMessageTimeout = 0;
    const connection = createMessageConnection(reader, new SocketMessageWriter(socket));
    this.connections.set(connection, socket);
    connection.onRequest(wire.hello, () => ({ protocol: protocolVersion }));
    serveEngine(connection, () => this.forClients());
    const forwarding = this.engine.then((opened) => forwardChanges(connection, opened)).catch(() => undefined);
    connection.onClose(() => {
      this.connections.delete(connection);
      connection.dispose();
      void forwarding.then((subscription) => subscription?.dispose());
    });
    // A client that was killed in the middle of a message; its end follows.
    connection.onError(() => undefined);
    connection.listen();
    // The handshake left it paused, and a listener alone does not set a paused socket going.
    socket.resume();
  };

  /** Takes no more calls, and waits for those under way: a client that is turned away asks the next owner. */
  async finish(): Promise<void> {
    this.leaving = true;
    await Promise.allSettled(this.underWay);
  }

  /** Answers that are written already still arrive; then the connections are closed from this side. */
  end(): void {
    for (const socket of this.connections.values()) socket.end(() => socket.destroy());
  }

  private async forClients(): Promise<Engine> {
    const engine = await this.engine;
    return {
      ...engine,
      call: (method, params, call) => {
        if (this.leaving) throw new ResponseError(ErrorCodes.PendingResponseRejected, 'This process is letting go of the store.');
        const answer = engine.call(method, params, call);
        this.underWay.add(answer);
        const done = () => void this.underWay.delete(answer);
        answer.then(done, done);
        return answer;
      },
    };
  }
}
