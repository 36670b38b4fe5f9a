import { commands, l10n, window, type TreeView } from 'vscode';
import type { Progress } from '../core/lib/cancel';
import type { Call } from '../core/protocol/engine';
import { conversations, number, rows } from './words';

/** Long work of one view: its bar, how far it is as the view's message, and a way to stop it in the title bar. */
export interface Busy {
  run<T>(title: string, work: (call: Pick<Call, 'report'> & { readonly cancel: AbortSignal }) => Promise<T>): Promise<T>;
  /** Stops everything that runs in this view. */
  stop(): void;
}

/** `contextKey` is true while something runs: the title bar's stop button hangs on it. */
export function createBusy(view: TreeView<unknown>, viewId: string, contextKey: string): Busy {
  const running = new Set<AbortController>();
  const tell = () => void commands.executeCommand('setContext', contextKey, running.size > 0);
  return {
    async run(title, work) {
      const abort = new AbortController();
      running.add(abort);
      tell();
      view.message = `${title} …`;
      const report = (progress: Progress) => (view.message = `${title}: ${progressWords(progress)}`);
      try {
        const call = { cancel: abort.signal, report };
        return await window.withProgress({ location: { viewId } }, () => work(call));
      } finally {
        running.delete(abort);
        if (running.size === 0) view.message = '';
        tell();
      }
    },
    stop: () => running.forEach((abort) => abort.abort()),
  };
}

function progressWords({ done, total, unit }: Progress): string {
  if (total === undefined) return amount(done, unit);
  const shown = unit === 'bytes' ? megabytes(done) : number(done);
  return l10n.t('{0} of {1}', shown, amount(total, unit));
}

function amount(count: number, unit: Progress['unit']): string {
  switch (unit) {
    case 'bytes':
      return megabytes(count);
    case 'rows':
      return rows(count);
    case 'traces':
      return conversations(count);
    case 'files':
      return count === 1 ? l10n.t('1 file') : l10n.t('{0} files', number(count));
  }
}

function megabytes(bytes: number): string {
  return `${number(Math.round(bytes / 1e5) / 10)} MB`;
}
