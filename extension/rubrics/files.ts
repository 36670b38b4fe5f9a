import { l10n, Uri, window, workspace } from 'vscode';
import { rubricPatterns, type RubricKind } from '../language/documents';

/** The order in which a grader's reader meets them. */
export const rubricKinds: readonly RubricKind[] = ['grader', 'judge', 'recipe', 'skill'];
/** A workspace with more of one kind shows the first. */
const mostFiles = 2000;

export async function rubricFiles(kind: RubricKind, most = mostFiles): Promise<Uri[]> {
  const found = await workspace.findFiles(rubricPatterns[kind], '**/node_modules/**', most);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function isGraderFile(uri: Uri): boolean {
  return /\.grader\.ya?ml$/i.test(uri.path);
}

/** A grader as the engine is told of it: what stands in the editor, when that is not saved. */
export function graderParam(uri: Uri): { path: string; text?: string } {
  const open = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  return { path: uri.fsPath, ...(open && (open.isDirty || open.isUntitled) ? { text: open.getText() } : {}) };
}

/** The grader a command is about: the file it was called on, the one in the editor, or the user's choice. */
export async function graderUri(arg: unknown): Promise<Uri | undefined> {
  if (arg instanceof Uri) return arg;
  // A lens names its file as the language server knows it.
  if (typeof arg === 'string') return Uri.parse(arg);
  if (typeof arg === 'object' && arg !== null && 'uri' in arg && arg.uri instanceof Uri) return arg.uri;
  const open = window.activeTextEditor?.document.uri;
  if (open && isGraderFile(open)) return open;
  const files = await rubricFiles('grader');
  if (files.length === 0) {
    void window.showInformationMessage(l10n.t('There is no *.grader.yaml file. “Loop: New Grader” makes one.'));
    return undefined;
  }
  if (files.length === 1) return files[0];
  const items = files.map((uri) => ({ uri, label: workspace.asRelativePath(uri) }));
  return (await window.showQuickPick(items, { placeHolder: l10n.t('Which grader?') }))?.uri;
}
