import { l10n, window } from 'vscode';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { oneLine } from '../plain';
import { number } from '../words';
import { graderParam, graderUri } from './files';
import { score } from './items';

/** Grades the whole slice of a grader, and says what came of it. */
export async function runGrader(host: Host, busy: Busy, arg: unknown, showLowest: () => Promise<unknown>): Promise<void> {
  const uri = await graderUri(arg);
  if (!uri) return;
  const file = oneLine(uri.path.split('/').at(-1) ?? '', 60);
  const result = await busy.run(l10n.t('Grading by {0}', file), (call) =>
    host.engine.call('grade.run', { grader: graderParam(uri) }, call),
  );
  const lowest = l10n.t('Show Lowest Scores');
  const chosen = await window.showInformationMessage(outcome(result), ...(result.failed > 0 ? [lowest] : []));
  if (chosen === lowest) await showLowest();
}

function outcome(result: {
  grader: string;
  graded: number;
  passed: number;
  failed: number;
  no_score: number;
  mean_score: number | null;
  written: number;
}): string {
  const name = oneLine(result.grader, 60);
  if (result.passed + result.failed === 0)
    return l10n.t('{0}: none of {1} answers could be scored.', name, number(result.graded));
  const what = l10n.t(
    '{0}: {1} passed, {2} failed, mean {3}.',
    name,
    number(result.passed),
    number(result.failed),
    score(result.mean_score ?? 0),
  );
  return result.written === 0 ? `${what} ${l10n.t('Nothing has changed since the last run.')}` : what;
}
