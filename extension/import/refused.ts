import path from 'node:path';
import { commands, Diagnostic, DiagnosticSeverity, l10n, languages, Range, Uri, type DiagnosticCollection } from 'vscode';
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
  clear(): void;
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
    clear: () => collection?.clear(),
    dispose: () => collection?.dispose(),
  };
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
