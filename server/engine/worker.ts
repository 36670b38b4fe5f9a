import { parentPort } from 'node:worker_threads';
import { createMessageConnection, PortMessageReader, PortMessageWriter } from 'vscode-jsonrpc/node';
import type { Engine } from '../../core/protocol/engine';
import { openMessage, wire } from '../../core/protocol/wire';
import { forwardChanges, serveEngine, toResponseError } from '../doors/serve';
import { keepHeapSmall } from '../memory';
import { deferred } from './deferred';
import { openEngine } from './open';

/**
 * The engine in a thread of its own: sql.js and imports block, and hovers and diagnostics must not wait for them.
 * The first message is `loop/open`; every later one is a call.
 */
function main(): void {
  if (!parentPort) return;
  const connection = createMessageConnection(new PortMessageReader(parentPort), new PortMessageWriter(parentPort));
  const opening = deferred<Engine>();
  // Whoever calls before the store is open waits; a failure to open is answered to each of them.
  opening.promise.catch(() => undefined);
  connection.onRequest(wire.open, async (params: unknown) => {
    try {
      const options = openMessage.parse(params);
      const engine = await openEngine({
        ...options,
        onStatus: (state, detail) =>
          void connection.sendNotification(wire.status, {
            store: options.store,
            state,
            ...(detail === undefined ? {} : { detail }),
          }),
      });
      forwardChanges(connection, engine);
      opening.resolve(engine);
    } catch (error) {
      opening.reject(error);
      throw toResponseError(error);
    }
  });
  connection.onRequest(wire.close, async () => {
    await (await opening.promise).close();
  });
  serveEngine(connection, () => opening.promise);
  connection.listen();
}

keepHeapSmall();
main();
