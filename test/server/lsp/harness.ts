import { PassThrough } from 'node:stream';
import {
  type ClientCapabilities,
  ConfigurationRequest,
  createConnection,
  createProtocolConnection,
  type Diagnostic,
  DiagnosticRefreshRequest,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  type DocumentDiagnosticReport,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
  ProposedFeatures,
  type Range,
  RegistrationRequest,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  UnregistrationRequest,
} from 'vscode-languageserver/node';
import type { Engine } from '../../../core/protocol/engine';
import type { Method, Params, Result } from '../../../core/protocol/operations';
import { type OpenMessage, wire } from '../../../core/protocol/wire';
import { startServer } from '../../../server/lsp/server';

/** What an editor of today can do. */
export const modern: ClientCapabilities = {
  textDocument: { diagnostic: {}, completion: { completionItem: { snippetSupport: true } } },
  workspace: {
    configuration: true,
    workspaceFolders: true,
    diagnostics: { refreshSupport: true },
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
  },
};

interface Options {
  /** Opens the store when `openStore` is called; a thread of its own when missing. */
  readonly engine?: (options: OpenMessage) => Promise<Engine>;
  readonly capabilities?: ClientCapabilities;
  readonly folders?: readonly string[];
  /** It runs our extension. */
  readonly commands?: boolean;
}

/** An editor on the other side of the server, in this process. */
export class Editor {
  /** Answers of `loop` settings. */
  settings: unknown = null;
  readonly registered: string[] = [];
  refreshes = 0;
  private readonly published: PublishDiagnosticsParams[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly versions = new Map<string, number>();

  private constructor(
    readonly connection: ProtocolConnection,
    private readonly stop: () => void,
    readonly capabilities: InitializeResult['capabilities'],
  ) {}

  static async start({ capabilities = modern, folders = [], engine, commands = false }: Options = {}): Promise<Editor> {
    const [toServer, toClient] = [new PassThrough(), new PassThrough()];
    const server = createConnection(ProposedFeatures.all, new StreamMessageReader(toServer), new StreamMessageWriter(toClient));
    startServer(server, engine);
    const client = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
    client.listen();
    const result = await client.sendRequest<InitializeResult>(InitializeRequest.method, {
      processId: null,
      capabilities,
      initializationOptions: { commands },
      workspaceFolders: folders.map((uri) => ({ uri, name: uri })),
    });
    const stop = () => {
      client.dispose();
      server.dispose();
    };
    const editor = new Editor(client, stop, result.capabilities);
    editor.answer();
    await client.sendNotification(InitializedNotification.type, {});
    return editor;
  }

  private answer(): void {
    this.connection.onRequest(ConfigurationRequest.type, ({ items }) => items.map(() => this.settings));
    this.connection.onRequest(RegistrationRequest.type, ({ registrations }) => {
      this.registered.push(...registrations.map(({ method }) => method));
    });
    this.connection.onRequest(UnregistrationRequest.type, () => undefined);
    this.connection.onRequest(DiagnosticRefreshRequest.type, () => {
      this.refreshes++;
      this.wake();
    });
    this.connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
      this.published.push(params);
      this.wake();
    });
  }

  private wake(): void {
    for (const check of this.waiting) check();
  }

  async open(uri: string, text: string, languageId = 'plaintext'): Promise<void> {
    this.versions.set(uri, 1);
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, {
      textDocument: { uri, languageId, version: 1, text },
    });
  }

  /** Replaces a range, as typing does. */
  async type(uri: string, range: Range, text: string): Promise<void> {
    const version = (this.versions.get(uri) ?? 1) + 1;
    this.versions.set(uri, version);
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
  }

  async close(uri: string): Promise<void> {
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  async pull(uri: string, previousResultId?: string): Promise<DocumentDiagnosticReport> {
    const params = { textDocument: { uri }, ...(previousResultId === undefined ? {} : { previousResultId }) };
    return this.connection.sendRequest(DocumentDiagnosticRequest.type, params);
  }

  /** What is wrong with a document, when asked. */
  async diagnose(uri: string): Promise<Diagnostic[]> {
    const report = await this.pull(uri);
    return report.kind === 'full' ? report.items : [];
  }

  /** Turns to a store, as a window does. */
  async openStore(store: string): Promise<void> {
    await this.connection.sendRequest(wire.open, { store, reviewer: 'ana' });
  }

  /** Calls an operation of the engine behind the server. */
  async call<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
    return this.connection.sendRequest(wire.call, { method, params });
  }

  /** The next set of diagnostics the server sends for a document by itself. */
  async told(uri: string): Promise<PublishDiagnosticsParams> {
    const found = () => this.published.findIndex((params) => params.uri === uri);
    await this.until(() => found() >= 0);
    const [params] = this.published.splice(found(), 1);
    if (!params) throw new Error('nothing published');
    return params;
  }

  /** Waits for a message of the server to make something true. */
  async until(holds: () => boolean): Promise<void> {
    if (holds()) return;
    await new Promise<void>((resolve, reject) => {
      const check = () => {
        if (!holds()) return;
        clearTimeout(deadline);
        this.waiting.delete(check);
        resolve();
      };
      const deadline = setTimeout(() => {
        this.waiting.delete(check);
        reject(new Error('The server did not say it within 10 seconds.'));
      }, 10_000);
      this.waiting.add(check);
    });
  }

  /** Ends as an editor does: the server is told first. */
  async dispose(): Promise<void> {
    await this.connection.sendRequest(ShutdownRequest.type);
    this.stop();
  }
}

export function codesOf(diagnostics: readonly Diagnostic[]): unknown[] {
  return diagnostics.map(({ code }) => code);
}
