import type { Connection, ServerCapabilities } from 'vscode-languageserver/node';
import type { Engine } from '../../core/protocol/engine';
import { openMessage, type OpenMessage, wire } from '../../core/protocol/wire';
import { forwardChanges, serveEngine, toResponseError } from '../doors/serve';
import { startEngine, type Status } from '../engine/host';
import { EngineLink } from './engine-link';
import { features } from './features';
import { answerLooks } from './look';
import { makeState } from './state';

/** The language server: the editor's files on one side, the engine on the other, in a thread of its own unless `start` says otherwise. */
export function startServer(connection: Connection, start?: (options: OpenMessage) => Promise<Engine>): void {
  const tell = (status: Status) => void connection.sendNotification(wire.status, status);
  const link = new EngineLink(start ?? ((options) => startEngine(options, tell)));
  const state = makeState(connection, link);
  const registered = features.map((register) => register(state));

  connection.onInitialize((params) => {
    state.start(params);
    const own = registered.map((feature) => feature.capabilities(params.capabilities));
    return { capabilities: own.reduce(together, {}) };
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
  answerLooks(connection, start ?? ((options) => startEngine(options, () => undefined)));
  serveEngine(connection, () => link.engine());
  connection.onShutdown(() => {
    for (const feature of [...registered].reverse()) feature.stop?.();
    state.facts.stop();
    return link.close();
  });
  connection.onExit(() => void link.close());
  state.documents.listen(connection);
  connection.listen();
}

/** Several features may add to the capabilities of the workspace. */
function together(all: ServerCapabilities, some: ServerCapabilities): ServerCapabilities {
  const workspace = { ...all.workspace, ...some.workspace };
  return { ...all, ...some, workspace };
}
