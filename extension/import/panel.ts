import { commands, l10n, ViewColumn, window, type WebviewPanel } from 'vscode';
import type { ImportResult } from '../../core/protocol/results';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { attachPanel, type OwnMessage, type PanelPage } from '../panel/attach';
import type { Follower } from '../panel/calls';
import type { PanelFocus } from '../panel/focus';
import { candidates, openAtLine } from '../review/reveal';
import { proposeSource } from './files';
import { isWithin } from './refused';

/** What an import dialog asks of the host. */
export interface ImportPanelParts {
  readonly busy: Busy;
  readonly focus: PanelFocus;
  /** An import came to its end; `seen` when the dialog is there to say so. */
  done(paths: readonly string[], result: ImportResult, seen: boolean): unknown;
  /** The user wants to see what came in. */
  review(source: string | undefined): unknown;
}

/** The import dialog: one panel, which shows what an import would do before anything is written. */
export class ImportPanel {
  private panel: WebviewPanel | undefined;
  private page: PanelPage | undefined;
  /** The files the user chose: the page cannot name others. */
  private paths: readonly string[] = [];
  /** Those files are imported. */
  private ended = false;

  constructor(
    private readonly host: Host,
    private readonly parts: ImportPanelParts,
  ) {}

  async open(paths: readonly string[]): Promise<void> {
    if (paths.length === 0) return;
    if (this.panel && !(await this.mayReplace(paths))) return;
    this.paths = paths;
    this.ended = false;
    if (!this.panel) return this.create();
    this.panel.reveal();
    this.page?.show();
  }

  /** A preview that is open may hold decisions: it goes when that is wanted. One that came to its end goes by itself. */
  private async mayReplace(paths: readonly string[]): Promise<boolean> {
    const same = paths.length === this.paths.length && paths.every((one, n) => one === this.paths[n]);
    if (same || this.ended) return true;
    this.panel?.reveal();
    const yes = l10n.t('Show the Other Files');
    const answer = await window.showWarningMessage(
      l10n.t('An import is being prepared. Put it aside and show the other files?'),
      { modal: true, detail: l10n.t('What was chosen for it, such as columns and labels, is lost. Nothing was written.') },
      yes,
    );
    return answer === yes;
  }

  dispose(): void {
    this.panel?.dispose();
  }

  private async create(): Promise<void> {
    // An import that runs is followed on the page, also while another tab is in front.
    const options = { retainContextWhenHidden: true };
    this.panel = window.createWebviewPanel('loop.import', l10n.t('Import Conversations'), ViewColumn.Active, options);
    this.panel.onDidDispose(() => {
      this.panel = undefined;
      this.page = undefined;
    });
    this.page = await attachPanel(this.host, this.parts.focus, this.panel, {
      view: 'import',
      settings: () => Promise.resolve({}),
      show: () => ({ type: 'show', paths: this.paths, source: proposeSource(this.paths), labels: [] }),
      handle: (message) => this.handle(message),
      around: (method, run) => this.follow(method, run),
      amend: (method, params) =>
        method.startsWith('import.') && typeof params === 'object' ? { ...params, paths: [...this.paths] } : params,
    });
  }

  private async handle(message: OwnMessage<'import'>): Promise<void> {
    switch (message.type) {
      case 'open_file':
        if (isChosen(this.paths, message.file)) await openAtLine(message.file, message.line);
        return;
      case 'close':
        this.panel?.dispose();
        if (message.review) await this.parts.review(message.source);
        return;
      case 'run':
        // Choosing other files is said on the page itself: no further question.
        this.ended = true;
        await commands.executeCommand('loop.import.choose');
    }
  }

  /** An import shows in the Review view too, can be stopped there, and outlives the dialog. */
  private async follow<T>(method: string, run: (also: Follower) => Promise<T>): Promise<T> {
    if (method !== 'import.run') return run({});
    const { paths } = this;
    const result = await this.parts.busy.run(l10n.t('Importing'), run);
    this.ended = true;
    // `import.run` answers with an import's result.
    this.parts.done(paths, result as ImportResult, this.panel?.visible ?? false);
    return result;
  }
}

/** One of the chosen files, or a file in one of the chosen folders. */
function isChosen(paths: readonly string[], file: string): boolean {
  return candidates(file).some(({ fsPath }) => isWithin(fsPath, paths));
}
