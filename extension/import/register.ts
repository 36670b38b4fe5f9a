import { commands, Disposable, l10n, Uri, window } from 'vscode';
import type { ImportResult } from '../../core/protocol/results';
import type { Busy } from '../busy';
import type { Host } from '../host';
import type { PanelFocus } from '../panel/focus';
import type { ReviewSession } from '../review/session';
import { conversations, number } from '../words';
import { chooseFiles, sample } from './files';
import { ImportPanel } from './panel';
import { createRefusedRows, type RefusedRows } from './refused';

export interface Importing {
  readonly subscription: Disposable;
  /** Shows what an import of these files would do. */
  open(paths: readonly string[]): Promise<void>;
}

/** Importing: from the explorer, the palette, a drop on the Review view, and the sample. */
export function registerImport(host: Host, parts: { busy: Busy; focus: PanelFocus; session: ReviewSession }): Importing {
  const refused = createRefusedRows();
  const panel = new ImportPanel(host, {
    ...parts,
    done(paths, result, seen) {
      refused.set(paths, result.refused_rows);
      if (!seen) void tell(result, refused).catch(host.fail);
    },
    review: (source) => reviewSource(host, parts.session, source),
  });
  const subscription = Disposable.from(
    refused,
    panel,
    host.command('loop.import.choose', async () => panel.open(await chooseFiles())),
    host.command('loop.import.files', (first, all) => panel.open(pathsOf(first, all))),
    host.command('loop.import.sample', async () => {
      const paths = [Uri.joinPath(host.context.extensionUri, ...sample.path).fsPath];
      const result = await parts.busy.run(l10n.t('Importing'), (call) =>
        host.engine.call('import.run', { paths, source: sample.source }, call),
      );
      refused.set(paths, result.refused_rows);
      await commands.executeCommand('loop.review.focus');
      void tell(result, refused).catch(host.fail);
    }),
    host.command('loop.import.show_refused', () => refused.show()),
    host.command('loop.import.clear_refused', () => refused.clear()),
  );
  return { subscription, open: (paths) => panel.open(paths) };
}

/** The explorer passes the clicked entry and the whole selection. */
function pathsOf(first: unknown, all: unknown): string[] {
  const uris: readonly unknown[] = Array.isArray(all) && all.length > 0 ? all : [first];
  return uris.map((uri) => (uri instanceof Uri ? uri.fsPath : uri)).filter((path) => typeof path === 'string');
}

async function tell(result: ImportResult, refused: RefusedRows): Promise<void> {
  const review = l10n.t('Review');
  const rows = l10n.t('Show Refused Rows');
  const actions = [...(result.imported > 0 ? [review] : []), ...(result.refused > 0 ? [rows] : [])];
  const show = result.refused > 0 ? window.showWarningMessage : window.showInformationMessage;
  const answer = await show(resultWords(result), ...actions);
  if (answer === review) await commands.executeCommand('loop.review.next');
  if (answer === rows) await refused.show();
}

/** `Imported 412 conversations; 3 were there already; 2 refused.` */
function resultWords({ imported, duplicates, refused }: ImportResult): string {
  const parts = [
    l10n.t('Imported {0}', conversations(imported)),
    duplicates > 0 && l10n.t('already there: {0}', number(duplicates)),
    refused > 0 && l10n.t('refused: {0}', number(refused)),
  ];
  return `${parts.filter((part) => part !== false).join('; ')}.`;
}

/** Goes to the first of a source's conversations; other sources are filtered away when there are any. */
async function reviewSource(host: Host, session: ReviewSession, source: string | undefined): Promise<void> {
  const sources = await host.engine.call('source.list', {});
  if (source !== undefined && sources.length > 1) {
    const { printSlice } = await import('../../core/slice/print');
    await session.setFilter({ text: printSlice({ source }), slice: { source } });
  } else {
    await session.setFilter(undefined);
  }
  await commands.executeCommand('loop.review.focus');
  await commands.executeCommand('loop.review.next');
}
