import { CancellationTokenSource, languages, workspace, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';
import type { Line } from '../engine/channel';
import { documentSelector, rubricPatterns } from './documents';
import { withoutOverlap } from './overlap';

/** The server process: language features and the engine. One per window. */
export interface Server extends Line {
  start(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
}

type Listener = (params: unknown) => void;

/** Nothing runs, and the client library is not even loaded, before the first `start` or `request`. */
export function createServer(context: ExtensionContext, log: LogOutputChannel): Server {
  const notifications: { method: string; listener: Listener; attached?: { dispose(): void } | undefined }[] = [];
  const fresh = new Set<() => void>();
  let client: Promise<LanguageClient> | undefined;

  const make = async () => {
    // Loading the client takes as long as the whole activation may: it waits until the server is wanted.
    const { LanguageClient, State, TransportKind } = await import('vscode-languageclient/node');
    const module = context.asAbsolutePath('dist/server.js');
    const run = { module, transport: TransportKind.ipc };
    const made = new LanguageClient('loop', 'Conscious Loop', { run, debug: run }, clientOptions(context, log));
    let runs = 0;
    made.onDidChangeState(({ newState }) => {
      if (newState === State.Running && runs++ > 0) fresh.forEach((listener) => listener());
    });
    for (const entry of notifications) entry.attached = made.onNotification(entry.method, entry.listener);
    return made;
  };
  const started = async () => {
    client ??= make();
    const running = await client;
    await running.start();
    return running;
  };
  return {
    async start() {
      await started();
    },
    async request(method, params, cancel) {
      const running = await started();
      const source = new CancellationTokenSource();
      const stop = () => source.cancel();
      const signal = cancel instanceof AbortSignal ? cancel : undefined;
      signal?.addEventListener('abort', stop);
      try {
        return await running.sendRequest(method, params, source.token);
      } finally {
        signal?.removeEventListener('abort', stop);
        source.dispose();
      }
    },
    onNotification(method, listener) {
      const entry: (typeof notifications)[number] = { method, listener };
      notifications.push(entry);
      void client?.then((made) => (entry.attached ??= made.onNotification(method, listener)));
      return {
        dispose() {
          entry.attached?.dispose();
          notifications.splice(notifications.indexOf(entry), 1);
        },
      };
    },
    onFresh(listener) {
      fresh.add(listener);
      return { dispose: () => void fresh.delete(listener) };
    },
    async restart() {
      const running = await client;
      if (running?.isRunning()) await running.restart();
      else await started();
    },
    async stop() {
      const running = await client;
      await running?.dispose();
    },
  };
}

function clientOptions(context: ExtensionContext, log: LogOutputChannel): LanguageClientOptions {
  const watchers = Object.values(rubricPatterns).map((pattern) => workspace.createFileSystemWatcher(pattern));
  context.subscriptions.push(...watchers);
  return {
    documentSelector: documentSelector(),
    outputChannel: log,
    synchronize: {
      fileEvents: watchers,
    },
    initializationOptions: { trusted: workspace.isTrusted },
    middleware: {
      handleDiagnostics(uri, diagnostics, next) {
        const document = workspace.textDocuments.find((d) => d.uri.toString() === uri.toString());
        const defer = workspace.getConfiguration('loop', uri).get('skills.deferToVSCode', true);
        const skip = document?.languageId === 'skill' && defer;
        next(uri, skip ? withoutOverlap(diagnostics, languages.getDiagnostics(uri)) : diagnostics);
      },
    },
  };
}
