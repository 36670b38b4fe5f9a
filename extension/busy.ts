import { commands, l10n, window, type TreeView } from 'vscode';
import type { Progress } from '../core/lib/cancel';
import type { Call } from '../core/protocol/engine';
import { number } from './words';

/** Long work of one view: its bar, how far it is as the view's message, and a way to stop it in the title bar. */
export interface Busy {
  run<T>(title: string, work: (call: Pick<Call, 'cancel' | 'report'>) => Promise<T>): Promise<T>;
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
  const shown = unit === 'bytes' ? megabytes : number;
  const amount = total === undefined ? shown(done) : l10n.t('{0} of {1}', shown(done), shown(total));
  switch (unit) {
    case 'bytes':
      return amount;
    case 'rows':
      return l10n.t('{0} rows', amount);
    case 'traces':
      return l10n.t('{0} conversations', amount);
    case 'files':
      return l10n.t('{0} files', amount);
  }
}

function megabytes(bytes: number): string {
  return `${number(Math.round(bytes / 1e5) / 10)} MB`;
}
