import { l10n, window } from 'vscode';
import type { DatasetRow } from '../../core/protocol/results';
import type { Host } from '../host';
import { age, rows as countRows } from '../words';
import type { DatasetNode } from './nodes';

/** The dataset a command is about: the row it was called on, its id, or the user's choice. */
export async function datasetOf(host: Host, arg: unknown): Promise<DatasetRow | undefined> {
  const rows = await host.engine.call('dataset.list', {});
  if (typeof arg === 'string') return rows.find(({ dataset_id }) => dataset_id === arg);
  if (isDatasetNode(arg)) {
    if (arg.kind === 'version' || arg.kind === 'export') return arg.row;
    if (arg.kind === 'name') return arg.versions[0];
  }
  return pickDataset(rows, l10n.t('Which dataset?'));
}

/** How many rows it has, or that nobody can tell. */
export function sizeOf({ rows, unreadable }: DatasetRow): string {
  return unreadable === undefined ? countRows(rows) : l10n.t('cannot be read');
}

export async function pickDataset(rows: readonly DatasetRow[], placeHolder: string): Promise<DatasetRow | undefined> {
  if (rows.length === 0) {
    void window.showInformationMessage(l10n.t('No dataset was built yet. Run “Loop: Build Dataset…” first.'));
    return undefined;
  }
  const items = rows.map((row) => ({
    row,
    label: `${row.name}@${row.version}`,
    description: [row.method, sizeOf(row), age(row.built_at)].join(' · '),
  }));
  return (await window.showQuickPick(items, { placeHolder }))?.row;
}

export function isDatasetNode(value: unknown): value is DatasetNode {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  return ['recipe', 'name', 'version', 'export'].some((kind) => value.kind === kind);
}
