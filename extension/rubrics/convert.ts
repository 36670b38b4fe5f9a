import path from 'node:path';
import { l10n, Uri, window, workspace } from 'vscode';
import type { Host } from '../host';
import { createRubric } from './create';
import { graderParam } from './files';

/** Opens a `*.judge.yaml` as the `*.judge.md` it means, beside it and still to be saved. */
export async function convertJudge(host: Host, arg: unknown): Promise<void> {
  const uri = arg instanceof Uri ? arg : window.activeTextEditor?.document.uri;
  if (!uri || !/\.judge\.ya?ml$/i.test(uri.path)) {
    void window.showInformationMessage(l10n.t('Open a *.judge.yaml file first.'));
    return;
  }
  const { text } = await host.engine.call('judge.convert', { judge: graderParam(uri) });
  const name = path.posix.basename(uri.path).replace(/\.ya?ml$/i, '.md');
  const place = Uri.joinPath(uri, '..', name);
  if (await isThere(place)) {
    const open = l10n.t('Open');
    const chosen = await window.showWarningMessage(l10n.t('{0} is there already; nothing was changed.', name), open);
    if (chosen === open) await window.showTextDocument(place);
    return;
  }
  await createRubric({ name, text }, place);
}

function isThere(uri: Uri): Thenable<boolean> {
  return workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
