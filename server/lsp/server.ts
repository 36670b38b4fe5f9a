import type { Connection } from 'vscode-languageserver/node';
import { openMessage, wire } from '../../core/protocol/wire';
import { forwardChanges, serveEngine, toResponseError } from '../doors/serve';
import { startEngine } from '../engine/host';
import { EngineLink } from './engine-link';
import { features } from './features';
import { makeState } from './state';

/** The language server: the editor's files on one side, the engine's thread on the other. */
export function startServer(connection: Connection): void {
  const link = new EngineLink((options) =>
    startEngine(options, (status) => void connection.sendNotification(wire.status, status)),
  );
  const state = makeState(connection, link);
  const registered = features.map((register) => register(state));

  connection.onInitialize((params) => {
    state.start(params);
    const own = registered.map((feature) => feature.capabilities(params.capabilities));
    return { capabilities: own.reduce((all, some) => ({ ...all, ...some }), {}) };
  });
  connection.onInitialized(() => {
    state.started();
    for (const feature of registered) feature.started?.();
  });
  connection.onRequest(wire.open, async (params: unknown) => {
    try {
      const engine = await link.open(openMessage.parse(params));
      forwardChanges(connection, engine);
      return {};
    } catch (error) {
      throw toResponseError(error);
    }
  });
  serveEngine(connection, () => link.engine());
  connection.onShutdown(() => {
    for (const feature of [...registered].reverse()) feature.stop?.();
    return link.close();
  });
  connection.onExit(() => void link.close());
  state.documents.listen(connection);
  connection.listen();
}
