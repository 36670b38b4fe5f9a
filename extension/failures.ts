import { l10n, window, type LogOutputChannel } from 'vscode';
import { Problem } from '../core/lib/problem';
import { problemWords } from './words';

/** Puts failures before the user: problems as their sentence, bugs into the log and once on screen. */
export function createFailures(log: LogOutputChannel): (error: unknown) => void {
  const shown = new Set<string>();
  return (error) => {
    if (error instanceof Problem) {
      if (error.code !== 'cancelled') void window.showErrorMessage(problemWords(error));
      return;
    }
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.error(what);
    const first = what.split('\n', 1)[0] ?? what;
    if (shown.has(first)) return;
    shown.add(first);
    // The text of a bug may quote a conversation, so it stays in the log.
    const open = l10n.t('Show Output');
    void window
      .showErrorMessage(l10n.t('Conscious Loop ran into an error it did not expect. The output has the details.'), open)
      .then((choice) => choice === open && log.show());
  };
}
