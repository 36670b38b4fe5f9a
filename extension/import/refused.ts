import { commands, Diagnostic, DiagnosticSeverity, l10n, languages, Range, Uri, type DiagnosticCollection } from 'vscode';
import type { ImportResult } from '../../core/protocol/results';
import { candidates } from '../review/reveal';

/** Refused rows as entries of the Problems panel: each leads to its line. They stand until the next import. */
export interface RefusedRows {
  set(rows: ImportResult['refused_rows']): void;
  show(): Promise<void>;
  clear(): void;
  dispose(): void;
}

export function createRefusedRows(): RefusedRows {
  let collection: DiagnosticCollection | undefined;
  return {
    set(rows) {
      collection ??= languages.createDiagnosticCollection('loop-import');
      collection.clear();
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
