import path from 'node:path';
import { Position, Range, Uri, window, workspace } from 'vscode';
import { Problem } from '../../core/lib/problem';
import type { Host } from '../host';

/** Opens the file a trace came from at its line. */
export async function revealInLog(host: Host, trace: string): Promise<void> {
  const [row] = await host.engine.call('trace.rows', { traces: [trace] });
  if (!row) throw new Problem('trace_not_found', { id: trace });
  const { file, line = 1 } = row.origin ?? {};
  if (!file) throw new Problem('file_not_found', { path: row.source });
  await openAtLine(file, line);
}

/** Opens a file at a 1-based line. Relative paths are under one of the workspace's folders. */
export async function openAtLine(file: string, line: number): Promise<void> {
  const uri = await locate(file);
  if (!uri) throw new Problem('file_not_found', { path: file });
  const at = new Position(Math.max(0, line - 1), 0);
  await window.showTextDocument(uri, { selection: new Range(at, at), preview: true });
}

async function locate(file: string): Promise<Uri | undefined> {
  for (const uri of candidates(file)) {
    const found = await workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (found) return uri;
  }
  return undefined;
}

/** Where a file may be, called as the store calls it: relative inside the workspace, else by its full path. */
export function candidates(file: string): Uri[] {
  if (!path.isAbsolute(file)) return (workspace.workspaceFolders ?? []).map((folder) => Uri.joinPath(folder.uri, file));
  const uri = Uri.file(file);
  // A path in someone else's log must not make this machine greet a network share.
  return uri.authority === '' || workspace.getWorkspaceFolder(uri) ? [uri] : [];
}
