import type { Uri } from 'vscode';
import { commands, l10n } from 'vscode';
import type { Result } from '../../core/protocol/operations';
import type { Host } from '../host';
import { documentUri } from '../text/documents';
import { datasetOf, pickDataset } from './pick';

/** Shows what two builds are made of beside each other: recipe, counts, left-out reasons, warnings. */
export async function compareBuilds(host: Host, arg: unknown): Promise<void> {
  const row = await datasetOf(host, arg);
  if (!row) return;
  const rows = (await host.engine.call('dataset.list', {})).filter(({ dataset_id }) => dataset_id !== row.dataset_id);
  const previous = rows.find(({ name, version }) => name === row.name && version === row.version - 1);
  const other = previous ?? (await pickDataset(rows, l10n.t('Compare {0} with which build?', `${row.name}@${row.version}`)));
  if (!other) return;
  const side = (build: typeof row): Uri => documentUri('report', build.dataset_id, `${build.name}@${build.version}.json`);
  const title = `${other.name}@${other.version} ↔ ${row.name}@${row.version}`;
  await commands.executeCommand('vscode.diff', side(other), side(row), title);
}

/** A build as text for comparing: what it is made of, without what differs in every build. */
export function comparableReport({ recipe, report, hash, rows }: Result<'dataset.report'>): string {
  return `${JSON.stringify({ hash, rows, recipe, report }, undefined, 2)}\n`;
}
