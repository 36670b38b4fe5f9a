import { type ClientCapabilities, type Connection, DocumentDiagnosticReportKind } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { RegisterFeature, State } from '../state';
import { diagnosticsOf } from '../to-lsp';
import { registerWorkspaceDiagnostics } from './workspace-diagnostics';

/** How long a person has to pause before a client that does not ask is told, in milliseconds. */
const pause = 150;

/** What is wrong with a document: given when the client asks; a client that cannot ask is told. */
export const registerDiagnostics: RegisterFeature = (state) => {
  const { connection, rubrics, documents } = state;
  connection.languages.diagnostics.on(async ({ textDocument, previousResultId }) => {
    const document = documents.get(textDocument.uri);
    // A document closed in the meantime has nothing wrong with it; its file is looked at with the workspace.
    if (!document) return { kind: DocumentDiagnosticReportKind.Full, items: [] };
    const resultId = rubrics.stateOf(document);
    if (previousResultId === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
    const items = await itemsOf(state, document);
    return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
  });
  const workspace = registerWorkspaceDiagnostics(state);
  let pushing: { dispose(): void } | undefined;
  documents.onDidClose(({ document }) => {
    rubrics.forget(document.uri);
    rubrics.changed();
  });
  return {
    capabilities: (client) => {
      if (!canPull(client)) return {};
      return { diagnosticProvider: { identifier: 'loop', interFileDependencies: true, workspaceDiagnostics: true } };
    },
    started() {
      if (canPull(state.client())) workspace.started();
      else pushing = push(state);
    },
    stop() {
      workspace.stop();
      pushing?.dispose();
    },
  };
};

function canPull(client: ClientCapabilities): boolean {
  return client.textDocument?.diagnostic !== undefined;
}

async function itemsOf(state: State, document: TextDocument) {
  const diagnoses = await state.rubrics.diagnose(document);
  return diagnosticsOf(document.uri, document.getText(), diagnoses ?? [], state);
}

/** Tells the client after each pause in typing, and again whenever something around the documents changed. */
function push(state: State): { dispose(): void } {
  const { connection, documents, rubrics } = state;
  const waiting = new Map<string, NodeJS.Timeout>();
  const later = (document: TextDocument) => {
    clearTimeout(waiting.get(document.uri));
    waiting.set(
      document.uri,
      setTimeout(() => void tell(state, document), pause),
    );
  };
  const listening = [
    documents.onDidChangeContent(({ document }) => later(document)),
    documents.onDidClose(({ document }) => {
      clearTimeout(waiting.get(document.uri));
      waiting.delete(document.uri);
      send(connection, document.uri, []);
    }),
    rubrics.onChanged(() => documents.all().forEach(later)),
  ];
  documents.all().forEach(later);
  return {
    dispose() {
      for (const listener of listening) listener.dispose();
      for (const timer of waiting.values()) clearTimeout(timer);
    },
  };
}

async function tell(state: State, document: TextDocument): Promise<void> {
  const { version, uri } = document;
  const items = await itemsOf(state, document);
  // Closed or typed on meanwhile: what was found is about a text that is no more.
  if (state.documents.get(uri)?.version === version) send(state.connection, uri, items, version);
}

function send(connection: Connection, uri: string, diagnostics: Awaited<ReturnType<typeof itemsOf>>, version?: number): void {
  void connection.sendDiagnostics({ uri, diagnostics, ...(version === undefined ? {} : { version }) });
}
