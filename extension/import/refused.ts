import path from 'node:path';
import {
  commands,
  Diagnostic,
  DiagnosticSeverity,
  l10n,
  languages,
  Range,
  Uri,
  window,
  workspace,
  type DiagnosticCollection,
} from 'vscode';
import type { ImportResult } from '../../core/protocol/results';
import { candidates } from '../review/reveal';

/**
 * Refused rows as entries of the Problems panel: each leads to its line. Those of a file stand until it is imported again
 * or all are cleared.
 */
export interface RefusedRows {
  /** `paths`: the files and folders that were imported. */
  set(paths: readonly string[], rows: ImportResult['refused_rows']): void;
  show(): Promise<void>;
  /** Of all files, or of one of several that is asked for. */
  clear(): Promise<void>;
  dispose(): void;
}

export function createRefusedRows(): RefusedRows {
  let collection: DiagnosticCollection | undefined;
  return {
    set(paths, rows) {
      collection ??= languages.createDiagnosticCollection('loop-import');
      const before: Uri[] = [];
      collection.forEach((uri) => before.push(uri));
      for (const uri of before) if (isWithin(uri.fsPath, paths)) collection.delete(uri);
      const files = new Map<string, Diagnostic[]>();
      for (const row of rows) files.set(row.file, [...(files.get(row.file) ?? []), diagnostic(row)]);
      for (const [file, refused] of files) collection.set(candidates(file)[0] ?? Uri.file(file), refused);
    },
    async show() {
      await commands.executeCommand('workbench.actions.view.problems');
    },
    async clear() {
      const files: Uri[] = [];
      collection?.forEach((uri, rows) => rows.length > 0 && files.push(uri));
      const chosen = files.length > 1 ? await chooseFile(files) : 'all';
      if (chosen === 'all') collection?.clear();
      else if (chosen) collection?.delete(chosen);
    },
    dispose: () => collection?.dispose(),
  };
}

async function chooseFile(files: readonly Uri[]): Promise<Uri | 'all' | undefined> {
  const items = [
    { label: l10n.t('All files'), clear: 'all' as const },
    ...files.map((uri) => ({ label: path.basename(uri.fsPath), description: workspace.asRelativePath(uri), clear: uri })),
  ];
  return (await window.showQuickPick(items, { title: l10n.t('Clear the Refused Rows Of') }))?.clear;
}

/** One of these files, or in one of these folders. */
export function isWithin(file: string, paths: readonly string[]): boolean {
  return paths.some((chosen) => file === chosen || file.startsWith(chosen + path.sep));
}

function diagnostic({ line, code, message }: ImportResult['refused_rows'][number]): Diagnostic {
  const at = Math.max(0, line - 1);
  const text =
    code === 'unrecognised_shape'
      ? l10n.t('Not imported: import the file again and say which column holds the question and which the answer.')
      : l10n.t('Not imported: {0}', message);
  const made = new Diagnostic(new Range(at, 0, at, 1), text, DiagnosticSeverity.Warning);
  made.source = 'loop';
  made.code = code;
  return made;
}
