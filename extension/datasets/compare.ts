import { l10n } from 'vscode';
import type { Host } from '../host';
import type { DatasetPanel } from './panel';
import { datasetOf, pickDataset } from './pick';

/** Shows in the dataset's panel what differs from the build before it, or from one the user chooses. */
export async function compareBuilds(host: Host, panel: DatasetPanel, arg: unknown): Promise<void> {
  const row = await datasetOf(host, arg);
  if (!row) return;
  const all = await host.engine.call('dataset.list', {});
  const rows = all.filter(({ dataset_id, unreadable }) => dataset_id !== row.dataset_id && unreadable === undefined);
  const previous = rows.find(({ dataset_id }) => dataset_id === row.parent);
  const other = previous ?? (await pickDataset(rows, l10n.t('Compare {0} with which build?', `${row.name}@${row.version}`)));
  if (other) await panel.open(row.dataset_id, other.dataset_id);
}
