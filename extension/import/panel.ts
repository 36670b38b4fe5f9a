import path from 'node:path';
import { commands, l10n, ViewColumn, window, type WebviewPanel } from 'vscode';
import type { ImportResult } from '../../core/protocol/results';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { attachPanel, type Attached, type OwnMessage } from '../panel/attach';
import type { PanelFocus } from '../panel/focus';
import { openAtLine } from '../review/reveal';
import { proposeSource } from './files';

/** What an import dialog asks of the host. */
export interface ImportPanelParts {
  readonly busy: Busy;
  readonly focus: PanelFocus;
  /** An import came to its end; `seen` when the dialog is there to say so. */
  done(result: ImportResult, seen: boolean): unknown;
  /** The user wants to see what came in. */
  review(source: string | undefined): unknown;
}

/** The import dialog: one panel, which shows what an import would do before anything is written. */
export interface ImportPanel {
  open(paths: readonly string[]): Promise<void>;
  dispose(): void;
}

export function createImportPanel(host: Host, parts: ImportPanelParts): ImportPanel {
  let shown: { panel: WebviewPanel; attached?: Attached } | undefined;
  /** The files the user chose: the page cannot name others. */
  let paths: readonly string[] = [];

  const handle = async (message: OwnMessage<'import'>) => {
    switch (message.type) {
      case 'open_file':
        if (isChosen(paths, message.file)) await openAtLine(message.file, message.line);
        return;
      case 'close':
        shown?.panel.dispose();
        if (message.review) await parts.review(message.source);
        return;
      case 'run':
        await commands.executeCommand('loop.import.choose');
    }
  };
  const around = async <T>(method: string, run: (also: object) => Promise<T>): Promise<T> => {
    if (method !== 'import.run') return run({});
    const result = await parts.busy.run(l10n.t('Importing'), run);
    // `import.run` answers with an import's result.
    parts.done(result as ImportResult, shown?.panel.visible ?? false);
    return result;
  };
  const create = async () => {
    const options = { retainContextWhenHidden: true };
    const panel = window.createWebviewPanel('loop.import', l10n.t('Import Conversations'), ViewColumn.Active, options);
    const made: NonNullable<typeof shown> = { panel };
    shown = made;
    panel.onDidDispose(() => (shown = undefined));
    made.attached = await attachPanel(host, parts.focus, panel, {
      view: 'import',
      settings: () => Promise.resolve({}),
      show: () => ({ type: 'show', paths, source: proposeSource(paths), labels: [] }),
      handle,
      around,
      amend: (method, params) =>
        method.startsWith('import.') && typeof params === 'object' ? { ...params, paths: [...paths] } : params,
    });
  };
  return {
    async open(chosen) {
      if (chosen.length === 0) return;
      paths = chosen;
      if (!shown) return create();
      shown.panel.reveal();
      shown.attached?.show();
    },
    dispose() {
      shown?.panel.dispose();
    },
  };
}

/** One of the chosen files, or a file in one of the chosen folders. */
function isChosen(paths: readonly string[], file: string): boolean {
  const wanted = path.resolve(file);
  return paths.some((chosen) => wanted === chosen || wanted.startsWith(chosen + path.sep));
}
