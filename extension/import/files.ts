import path from 'node:path';
import type { Uri } from 'vscode';
import { l10n, QuickPickItemKind, window, workspace, type QuickPickItem } from 'vscode';
import { importEndings, likelyEndings } from './endings';

const mostFound = 20;

interface FileItem extends QuickPickItem {
  readonly uri?: Uri;
  readonly open?: 'files' | 'folder';
}

/** Asks what to import: files found in the workspace, or a dialog. Empty when the question was closed. */
export async function chooseFiles(): Promise<string[]> {
  const found = await workspace.findFiles(`**/*.{${likelyEndings.join(',')}}`, '**/{node_modules,.loop}/**', mostFound);
  const items: FileItem[] = [
    { label: l10n.t('$(files) Choose Files…'), open: 'files' },
    { label: l10n.t('$(folder) Choose a Folder…'), open: 'folder' },
  ];
  if (found.length > 0) items.push({ label: l10n.t('in this workspace'), kind: QuickPickItemKind.Separator });
  const sorted = found.map((uri) => ({ label: workspace.asRelativePath(uri), uri })).sort((a, b) => (a.label < b.label ? -1 : 1));
  const picked = await window.showQuickPick<FileItem>([...items, ...sorted], {
    title: l10n.t('Import Conversations'),
    placeHolder: l10n.t('What to read; nothing is written before you saw what it holds'),
    matchOnDescription: true,
  });
  if (picked?.uri) return [picked.uri.fsPath];
  return picked?.open ? openDialog(picked.open) : [];
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
  const name = path.basename(paths[0] ?? '').replace(/(\.(jsonl|ndjson|json|csv|tsv|gz))+$/i, '');
  return name.slice(0, 120) || 'import';
}

/** The bundled conversations: two weeks of a support agent. */
export const sample = { source: 'support-agent', path: ['extension', 'sample', 'support-agent.jsonl'] } as const;
