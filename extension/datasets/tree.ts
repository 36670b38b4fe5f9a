import {
  EventEmitter,
  l10n,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  workspace,
  type TreeDataProvider,
  type Uri,
} from 'vscode';
import type { Host } from '../host';
import { rubricPatterns } from '../language/documents';
import { oneLine } from '../plain';
import { age, number, rows } from '../words';
import { byName, exportState, type DatasetNode, type ExportNode, type FileState, type NameNode, type VersionNode } from './nodes';
import { sizeOf } from './pick';

export interface DatasetTree extends TreeDataProvider<DatasetNode> {
  refresh(): void;
  dispose(): void;
}

/** Recipe files, built datasets with their versions, and what was exported of each. */
export function createDatasetTree(host: Host): DatasetTree {
  const changed = new EventEmitter<undefined>();
  return {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      try {
        return node ? await children(host, node) : await roots(host);
      } catch (error) {
        host.fail(error);
        return [];
      }
    },
    getTreeItem: item,
    refresh: () => changed.fire(undefined),
    dispose: () => changed.dispose(),
  };
}

async function roots(host: Host): Promise<DatasetNode[]> {
  const [rows, recipes] = await Promise.all([host.engine.call('dataset.list', {}), recipeFiles()]);
  return [...recipes.map((uri) => ({ kind: 'recipe' as const, uri })), ...byName(rows)];
}

export async function recipeFiles(): Promise<Uri[]> {
  const found = await workspace.findFiles(rubricPatterns.recipe, '**/node_modules/**', 500);
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function children(host: Host, node: DatasetNode): Promise<DatasetNode[]> {
  if (node.kind === 'name') return node.versions.map((row, n) => ({ kind: 'version', row, newest: n === 0 }));
  if (node.kind !== 'version' || node.row.exports.length === 0) return [];
  const { files } = await host.engine.call('export.verify', { dataset: node.row.dataset_id });
  return node.row.exports.map((exported) => ({
    kind: 'export',
    row: node.row,
    exported,
    state: exportState(exported.folder, files),
  }));
}

function item(node: DatasetNode): TreeItem {
  switch (node.kind) {
    case 'recipe':
      return recipeItem(node.uri);
    case 'name':
      return nameItem(node);
    case 'version':
      return versionItem(node);
    case 'export':
      return exportItem(node);
  }
}

function recipeItem(uri: Uri): TreeItem {
  const made = new TreeItem(uri, TreeItemCollapsibleState.None);
  made.id = `recipe:${uri.toString()}`;
  made.contextValue = 'recipe';
  made.iconPath = new ThemeIcon('list-ordered');
  made.description = workspace.asRelativePath(uri).split('/').slice(0, -1).join('/');
  made.command = { command: 'vscode.open', title: l10n.t('Open'), arguments: [uri] };
  return made;
}

function nameItem({ name, versions }: NameNode): TreeItem {
  const [newest] = versions;
  const made = new TreeItem(oneLine(name, 120), TreeItemCollapsibleState.Expanded);
  made.id = `name:${name}`;
  made.contextValue = 'name';
  made.iconPath = new ThemeIcon('database');
  made.description = newest ? `${newest.method} · ${sizeOf(newest)}` : '';
  return made;
}

function versionItem({ row, newest }: VersionNode): TreeItem {
  const state = row.exports.length > 0 ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None;
  const made = new TreeItem(l10n.t('Version {0}', row.version), state);
  const warnings = row.warnings.length;
  made.id = `version:${row.dataset_id}`;
  made.contextValue = newest ? 'version.newest' : 'version';
  const isWarned = warnings > 0 || row.unreadable !== undefined;
  made.iconPath = isWarned ? new ThemeIcon('warning', new ThemeColor('list.warningForeground')) : new ThemeIcon('check');
  const parts = [
    row.unreadable === undefined && l10n.t('{0} train, {1} holdout', number(row.train_rows), number(row.holdout_rows)),
    row.unreadable !== undefined && l10n.t('cannot be read'),
    warnings === 1 ? l10n.t('1 warning') : warnings > 1 && l10n.t('{0} warnings', number(warnings)),
    row.purged_rows > 0 && l10n.t('{0} deleted', rows(row.purged_rows)),
    age(row.built_at),
  ];
  made.description = parts.filter((part) => part !== false).join(' · ');
  const unreadable = row.unreadable === undefined ? [] : [l10n.t('Its recipe or report cannot be read: {0}.', row.unreadable)];
  made.tooltip = [`${row.name}@${row.version}`, row.hash, ...unreadable, ...row.warnings].join('\n');
  made.command = { command: 'loop.dataset.open', title: l10n.t('Open Report'), arguments: [{ kind: 'version', row, newest }] };
  return made;
}

function exportItem({ exported, state, row }: ExportNode): TreeItem {
  const made = new TreeItem(exported.target, TreeItemCollapsibleState.None);
  made.id = `export:${row.dataset_id}:${exported.export}`;
  made.contextValue = 'export';
  made.iconPath = stateIcon(state);
  made.description = [stateWords(state), exported.folder, age(exported.at)].filter((part) => part !== '').join(' · ');
  return made;
}

function stateIcon(state: FileState | undefined): ThemeIcon {
  if (state === undefined || state === 'current') return new ThemeIcon('export');
  return new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
}

export function stateWords(state: FileState | undefined): string {
  switch (state) {
    case 'current':
      return l10n.t('current');
    case 'stale':
      return l10n.t('stale: a newer version was built');
    case 'missing':
      return l10n.t('missing');
    case 'changed':
      return l10n.t('changed by hand');
    case 'holds_purged':
      return l10n.t('holds deleted conversations');
    case undefined:
      return '';
  }
}
