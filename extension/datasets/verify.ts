import { l10n, window } from 'vscode';
import type { Host } from '../host';
import { number } from '../words';
import { stateWords } from './tree';
import { isDatasetNode } from './pick';

/** Checks exported files against the store and says which are not as they were written. */
export async function verifyExports(host: Host, arg: unknown): Promise<void> {
  const row = isDatasetNode(arg) && (arg.kind === 'version' || arg.kind === 'export') ? arg.row : undefined;
  const { ok, files, missing } = await host.engine.call('export.verify', row ? { dataset: row.dataset_id } : {});
  if (missing.length > 0) {
    const words = l10n.t('Files of the store are gone: {0}. Put them back from a copy.', missing.slice(0, 5).join(', '));
    void window.showWarningMessage(words);
  }
  if (files.length === 0) return void window.showInformationMessage(l10n.t('Nothing was exported yet.'));
  const odd = files.filter(({ state }) => state !== 'current');
  const words = l10n.t('{0} exported files checked.', number(files.length));
  const list = odd.slice(0, 5).map(({ path, state }) => `${path}: ${stateWords(state)}`);
  const show = ok ? window.showInformationMessage : window.showWarningMessage;
  void show([words, odd.length === 0 ? l10n.t('All are current.') : list.join('; ')].join(' '));
}
