import path from 'node:path';
import { l10n, Range, Uri, window, workspace } from 'vscode';
import type { Result } from '../../core/protocol/operations';
import type { Busy } from '../busy';
import type { Host } from '../host';
import { oneLine } from '../plain';
import { number, rows, verdicts } from '../words';
import { graderParam, rubricFiles } from './files';
import { score } from './items';

type Imported = Result<'judge.import'>;

/** Asks for the judge and for the file of its verdicts, takes them in, and says what became of them. */
export async function importVerdicts(host: Host, busy: Busy, arg: unknown): Promise<void> {
  const judge = await judgeUri(arg);
  if (!judge) return;
  const [file] = (await window.showOpenDialog({
    title: l10n.t('Verdicts of {0}', oneLine(path.basename(judge.path), 60)),
    defaultUri: Uri.joinPath(judge, '..'),
    openLabel: l10n.t('Take In Verdicts'),
    filters: { [l10n.t('Logs and tables')]: ['jsonl', 'json', 'csv', 'tsv', 'gz'], [l10n.t('All files')]: ['*'] },
  })) ?? [undefined];
  if (!file) return;
  const result = await busy.run(l10n.t('Taking in verdicts'), (call) =>
    host.engine.call('judge.import', { judge: graderParam(judge), path: file.fsPath }, call),
  );
  await tell(result);
}

async function tell(result: Imported): Promise<void> {
  const [first] = result.refused_rows;
  const words = [
    l10n.t(
      '{0}: {1} recorded, {2} here already.',
      oneLine(result.judge, 60),
      verdicts(result.recorded),
      number(result.duplicates),
    ),
    result.mean_score === null ? '' : l10n.t('Mean score {0}.', score(result.mean_score)),
    first ? l10n.t('Refused: {0}, the first one because: {1}', rows(result.refused), first.message) : '',
  ];
  const open = l10n.t('Open Row');
  const text = words.filter((part) => part !== '').join(' ');
  const chosen = first ? await window.showWarningMessage(text, open) : await window.showInformationMessage(text);
  if (chosen !== open || !first) return;
  const line = Math.max(0, first.line - 1);
  await window.showTextDocument(Uri.file(first.file), { selection: new Range(line, 0, line, 0) });
}

/** The judge a command is about: the file it was called on, the one in the editor, or the user's choice. */
async function judgeUri(arg: unknown): Promise<Uri | undefined> {
  if (arg instanceof Uri) return arg;
  if (typeof arg === 'object' && arg !== null && 'uri' in arg && arg.uri instanceof Uri) return arg.uri;
  const open = window.activeTextEditor?.document.uri;
  if (open && /\.judge\.md$/i.test(open.path)) return open;
  const files = await rubricFiles('judge');
  if (files.length === 0) {
    void window.showInformationMessage(l10n.t('There is no *.judge.md file. “Loop: New Judge File” makes one.'));
    return undefined;
  }
  if (files.length === 1) return files[0];
  const items = files.map((uri) => ({ uri, label: workspace.asRelativePath(uri) }));
  return (await window.showQuickPick(items, { placeHolder: l10n.t('Which judge?') }))?.uri;
}
