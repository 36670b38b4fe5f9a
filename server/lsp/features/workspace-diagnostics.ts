import { statSync } from 'node:fs';
import {
  type CancellationToken,
  DocumentDiagnosticReportKind,
  LSPErrorCodes,
  ResponseError,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import { rubricFiles } from '../../lint/walk';
import { pathOfUri, uriOfPath } from '../places';
import type { State } from '../state';
import { diagnosticsOf } from '../to-lsp';

/** Files looked at before other requests get their turn. */
const batch = 20;
/** Many changes at once (a checkout) make one refresh, after this many milliseconds. */
const settling = 200;

/**
 * Files that are not open. A client asks again and again: the first time it is answered, later only once something has
 * changed, so that a quiet workspace costs nothing.
 */
export function registerWorkspaceDiagnostics(state: State): { started(): void; stop(): void } {
  const { connection, rubrics } = state;
  const seen = new Seen();
  connection.languages.diagnostics.onWorkspace(async (params, token) => {
    const knowsAll = params.previousResultIds.length > 0 || seen.files === 0;
    if (knowsAll && seen.epoch === rubrics.epoch) await changeOf(state, token);
    return report(state, seen, params, token);
  });
  let refreshing: { dispose(): void } | undefined;
  return {
    started: () => (refreshing = refreshOnChange(state)),
    stop: () => refreshing?.dispose(),
  };
}

/** Which epoch the last complete report was about, and how many files there were. */
class Seen {
  epoch = -1;
  files = 0;
}

function changeOf({ rubrics }: State, token: CancellationToken): Promise<void> {
  return new Promise((resolve, reject) => {
    const changed = rubrics.onChanged(() => {
      changed.dispose();
      cancelled.dispose();
      resolve();
    });
    const cancelled = token.onCancellationRequested(() => {
      changed.dispose();
      cancelled.dispose();
      reject(new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled'));
    });
  });
}

async function report(
  state: State,
  seen: Seen,
  { previousResultIds }: WorkspaceDiagnosticParams,
  token: CancellationToken,
): Promise<WorkspaceDiagnosticReport> {
  const epoch = state.rubrics.epoch;
  const previous = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
  const items: WorkspaceDocumentDiagnosticReport[] = [];
  let looked = 0;
  for await (const path of filesOf(state)) {
    const uri = uriOfPath(path);
    // Open documents are asked for one by one.
    if (state.documents.get(uri)) {
      previous.delete(uri);
      continue;
    }
    items.push(await reportOf(state, path, uri, epoch, previous.get(uri)));
    previous.delete(uri);
    if (++looked % batch === 0) await new Promise((resolve) => setImmediate(resolve));
    if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled');
  }
  // What was reported earlier and is gone now.
  for (const uri of previous.keys()) items.push({ kind: DocumentDiagnosticReportKind.Full, uri, version: null, items: [] });
  seen.epoch = epoch;
  seen.files = looked;
  return { items };
}

async function* filesOf(state: State): AsyncGenerator<string> {
  for (const folder of state.folders()) {
    const path = pathOfUri(folder);
    if (path !== undefined) yield* rubricFiles(path);
  }
}

async function reportOf(
  state: State,
  path: string,
  uri: string,
  epoch: number,
  previous: string | undefined,
): Promise<WorkspaceDocumentDiagnosticReport> {
  const stat = statSync(path, { throwIfNoEntry: false });
  const resultId = `${stat?.mtimeMs ?? 0}.${stat?.size ?? 0}.${epoch}`;
  if (previous === resultId) return { kind: DocumentDiagnosticReportKind.Unchanged, uri, version: null, resultId };
  const looked = await state.rubrics.look(path);
  const items = looked ? diagnosticsOf(uri, looked.text, looked.diagnoses, state) : [];
  return { kind: DocumentDiagnosticReportKind.Full, uri, version: null, resultId, items };
}

/** Open documents may depend on what changed: the client is asked to ask again. */
function refreshOnChange({ connection, rubrics, client }: State): { dispose(): void } | undefined {
  if (!client().workspace?.diagnostics?.refreshSupport) return undefined;
  let waiting: NodeJS.Timeout | undefined;
  const listening = rubrics.onChanged(() => {
    clearTimeout(waiting);
    waiting = setTimeout(() => void connection.languages.diagnostics.refresh().catch(() => undefined), settling);
  });
  return {
    dispose() {
      clearTimeout(waiting);
      listening.dispose();
    },
  };
}
