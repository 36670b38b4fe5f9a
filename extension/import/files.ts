import path from 'node:path';
import type { Uri } from 'vscode';
import { l10n, QuickPickItemKind, window, workspace, type QuickPickItem } from 'vscode';
import { importEndings, likelyEndings, possibleEndings, settingsFiles } from './endings';

const mostFound = 20;

interface FileItem extends QuickPickItem {
  readonly uri?: Uri;
  readonly open?: 'files' | 'folder';
}

/** Asks what to import: files found in the workspace, or a dialog. Empty when the question was closed. */
export async function chooseFiles(): Promise<string[]> {
  const items: FileItem[] = [
    { label: l10n.t('$(files) Choose Files…'), open: 'files' },
    { label: l10n.t('$(folder) Choose a Folder…'), open: 'folder' },
  ];
  const likely = await find(likelyEndings);
  const possible = await find(possibleEndings);
  if (likely.length + possible.length > 0) {
    items.push({ label: l10n.t('in this workspace'), kind: QuickPickItemKind.Separator });
  }
  const picked = await window.showQuickPick<FileItem>([...items, ...likely, ...possible], {
    title: l10n.t('Import Conversations'),
    placeHolder: l10n.t('What to read; nothing is written before you saw what it holds'),
    matchOnDescription: true,
  });
  if (picked?.uri) return [picked.uri.fsPath];
  return picked?.open ? openDialog(picked.open) : [];
}

/** Files of the workspace that may hold conversations, by their paths. */
async function find(endings: readonly string[]): Promise<FileItem[]> {
  const found = await workspace.findFiles(`**/*.{${endings.join(',')}}`, '**/{node_modules,.loop,.vscode}/**', mostFound);
  return found
    .filter((uri) => !settingsFiles.test(path.basename(uri.path)))
    .map((uri) => ({ label: workspace.asRelativePath(uri), uri }))
    .sort((a, b) => (a.label < b.label ? -1 : 1));
}

async function openDialog(what: 'files' | 'folder'): Promise<string[]> {
  const uris = await window.showOpenDialog({
    canSelectFiles: what === 'files',
    canSelectFolders: what === 'folder',
    canSelectMany: true,
    openLabel: l10n.t('Preview Import'),
    ...(what === 'files' ? { filters: { [l10n.t('Logs and tables')]: [...importEndings], [l10n.t('All files')]: ['*'] } } : {}),
  });
  return (uris ?? []).map((uri) => uri.fsPath);
}

/** A name for the source, from the first file's: `support-agent.2026.jsonl.gz` → `support-agent.2026`. */
export function proposeSource(paths: readonly string[]): string {
  const name = path.basename(paths[0] ?? '').replace(/(\.(jsonl|ndjson|json|csv|tsv|gz|eval|traj|md))+$/i, '');
  return name.slice(0, 120) || 'import';
}

/** The bundled conversations: two weeks of a support agent. */
export const sample = { source: 'support-agent', path: ['extension', 'sample', 'support-agent.jsonl'] } as const;
