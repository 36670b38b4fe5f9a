import { CancellationTokenSource, l10n, workspace, type ExtensionContext, type LogOutputChannel } from 'vscode';
import type { LanguageClient, LanguageClientOptions } from 'vscode-languageclient/node';
import type { Cancel } from '../../core/lib/cancel';
import type { Line } from '../engine/channel';
import { documentSelector, rubricPatterns } from './documents';
import { createDeferring, type Deferring } from './deferring';
import { rulePage } from './rule-pages';

type Listener = (params: unknown) => void;

interface Subscription {
  readonly method: string;
  readonly listener: Listener;
  attached: { dispose(): void } | undefined;
}

/**
 * The server process: language features and the engine. One per window. Nothing runs, and the client library is not even
 * loaded, before the first `start` or `request`.
 */
export class Server implements Line {
  private readonly subscriptions = new Set<Subscription>();
  private readonly fresh = new Set<() => void>();
  private client: Promise<LanguageClient> | undefined;

  constructor(
    private readonly context: ExtensionContext,
    private readonly log: LogOutputChannel,
  ) {}

  async start(): Promise<void> {
    await this.started();
  }

  async request(method: string, params: unknown, cancel: Cancel): Promise<unknown> {
    const client = await this.started();
    const source = new CancellationTokenSource();
    const stop = () => source.cancel();
    const signal = cancel instanceof AbortSignal ? cancel : undefined;
    signal?.addEventListener('abort', stop);
    try {
      return await client.sendRequest(method, params, source.token);
    } finally {
      signal?.removeEventListener('abort', stop);
      source.dispose();
    }
  }

  onNotification(method: string, listener: Listener): { dispose(): void } {
    const entry: Subscription = { method, listener, attached: undefined };
    this.subscriptions.add(entry);
    void this.client?.then((made) => (entry.attached ??= made.onNotification(method, listener)));
    return {
      dispose: () => {
        entry.attached?.dispose();
        this.subscriptions.delete(entry);
      },
    };
  }

  onFresh(listener: () => void): { dispose(): void } {
    this.fresh.add(listener);
    return { dispose: () => void this.fresh.delete(listener) };
  }

  async restart(): Promise<void> {
    const client = await this.client;
    if (client?.isRunning()) await client.restart();
    else await this.started();
  }

  async stop(): Promise<void> {
    const client = await this.client;
    await client?.dispose();
  }

  private async started(): Promise<LanguageClient> {
    this.client ??= this.make();
    const client = await this.client;
    await client.start();
    return client;
  }

  private async make(): Promise<LanguageClient> {
    // Loading the client takes as long as the whole activation may: it waits until the server is wanted.
    const { DocumentDiagnosticRequest, LanguageClient, State, TransportKind } = await import('vscode-languageclient/node');
    const deferring = createDeferring();
    const run = { module: this.context.asAbsolutePath('dist/server.js'), transport: TransportKind.ipc };
    const client = new LanguageClient(
      'loop',
      'Conscious Loop',
      { run, debug: run },
      clientOptions(this.context, this.log, deferring),
    );
    // What the editor says of a skill comes when it likes: then ours are asked for again.
    const again = deferring.follow((document) => {
      const diagnostics = client.getFeature(DocumentDiagnosticRequest.method);
      diagnostics.getProvider(document)?.onDidChangeDiagnosticsEmitter.fire();
    });
    this.context.subscriptions.push(again);
    let runs = 0;
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running && runs++ > 0) this.fresh.forEach((listener) => listener());
    });
    for (const entry of this.subscriptions) entry.attached ??= client.onNotification(entry.method, entry.listener);
    return client;
  }
}

function clientOptions(context: ExtensionContext, log: LogOutputChannel, deferring: Deferring): LanguageClientOptions {
  const watchers = Object.values(rubricPatterns).map((pattern) => workspace.createFileSystemWatcher(pattern));
  context.subscriptions.push(...watchers);
  return {
    documentSelector: documentSelector(),
    outputChannel: log,
    synchronize: { fileEvents: watchers },
    initializationOptions: { commands: true, pages: rulePage('{code}'), ...(l10n.bundle ? { words: l10n.bundle } : {}) },
    middleware: deferring.middleware,
  };
}
