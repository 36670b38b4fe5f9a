import { l10n, window, type LogOutputChannel } from 'vscode';
import { Problem } from '../core/lib/problem';
import { problemWords } from './words';

/** Every view meets the same problem at once, for example a store that does not open: one message is enough. */
const sameProblem = 5_000;

/** Puts failures before the user: problems as their sentence, bugs into the log and once on screen. */
export function createFailures(log: LogOutputChannel): (error: unknown) => void {
  const shown = new Set<string>();
  const told = new Map<string, number>();
  const tell = (problem: Problem) => {
    const sentence = problemWords(problem);
    const last = told.get(sentence) ?? -Infinity;
    told.set(sentence, Date.now());
    if (Date.now() - last > sameProblem) void window.showErrorMessage(sentence);
  };
  return (error) => {
    if (error instanceof Problem) {
      if (error.code !== 'cancelled') tell(error);
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
