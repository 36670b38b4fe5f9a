import { l10n, window } from 'vscode';
import type { Result } from '../../core/protocol/operations';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { number } from '../words';

type Deleted = Result<'trace.delete'>;

/** Deletes for good, after saying everything that goes. There is no undo, so the question is a modal one. */
export async function deleteTraces(host: Host, busy: Busy, traces: readonly string[]): Promise<void> {
  const would = await host.engine.call('trace.delete', { traces: [...traces], dry_run: true });
  const yes = l10n.t('Delete for Good');
  const question =
    traces.length === 1 ? l10n.t('Delete this trace for good?') : l10n.t('Delete {0} traces for good?', number(traces.length));
  const answer = await window.showWarningMessage(question, { modal: true, detail: whatGoes(would) }, yes);
  if (answer !== yes) return;
  const done = await busy.run(l10n.t('Deleting'), (call) =>
    host.engine.call('trace.delete', { traces: [...traces], confirmed: true }, call),
  );
  if (done.exports_unreachable.length > 0) {
    void window.showWarningMessage(
      l10n.t(
        'Deleted. These exported files could not be changed and may still hold it: {0}',
        done.exports_unreachable.join(', '),
      ),
    );
  }
}

/** Everything a deletion takes with it, a line each. */
function whatGoes(would: Deleted): string {
  const lines = [
    l10n.t('With it go its verdicts, corrections, notes and candidates. This cannot be undone.'),
    would.datasets_changed > 0 && l10n.t('Datasets that lose rows: {0}', number(would.datasets_changed)),
    would.exports_rewritten.length > 0 && l10n.t('Exported files written anew: {0}', would.exports_rewritten.join(', ')),
    would.exports_unreachable.length > 0 &&
      l10n.t('Exported files that cannot be changed: {0}', would.exports_unreachable.join(', ')),
    l10n.t('The log it was imported from, if it is still there, is yours: importing it again would bring the conversation back.'),
    would.git_history &&
      l10n.t('Git knows files of the store or exported ones: its history keeps the old text until you rewrite it.'),
  ];
  return lines.filter((line) => line !== false).join('\n');
}
