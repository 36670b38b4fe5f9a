import { EventEmitter, l10n, ThemeIcon, TreeItem, TreeItemCollapsibleState, type TreeDataProvider } from 'vscode';
import type { Engine } from '../../core/protocol/engine';
import { oneLine } from '../plain';
import { number, traces } from '../words';
import { labelTree, type LabelNode, type LabelsNode } from './nodes';

/** The labels of the store under their parents, and how many traces have none. */
export interface LabelsProvider extends TreeDataProvider<LabelsNode> {
  refresh(): void;
  dispose(): void;
}

export function createLabels(engine: Engine, fail: (error: unknown) => void): LabelsProvider {
  const changed = new EventEmitter<undefined>();
  const roots = async (): Promise<LabelsNode[]> => {
    const [known, { count }] = await Promise.all([
      engine.call('label.list', {}),
      engine.call('trace.count', { slice: { unlabelled: true } }),
    ]);
    const labels = labelTree(known);
    return labels.length === 0 ? [] : [...labels, { kind: 'unlabelled', count }];
  };
  return {
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      if (node) return node.kind === 'label' ? [...node.children] : [];
      return roots().catch((error: unknown) => {
        fail(error);
        return [];
      });
    },
    getTreeItem: (node) => (node.kind === 'label' ? labelItem(node) : unlabelledItem(node.count)),
    refresh: () => changed.fire(undefined),
    dispose: () => changed.dispose(),
  };
}

function labelItem(node: LabelNode): TreeItem {
  const { label, count, children } = node;
  const isGroup = children.length > 0;
  const item = new TreeItem(oneLine(label, 120), isGroup ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.None);
  // A label that becomes a master group opens: the editor would keep it as closed as a leaf is.
  item.id = `${isGroup ? 'group' : 'label'}:${label}`;
  item.contextValue = 'label';
  item.iconPath = new ThemeIcon(isGroup ? 'folder' : 'tag');
  item.description = number(count);
  item.tooltip = isGroup ? l10n.t('{0}: {1}, with what is under it', label, traces(count)) : `${label}: ${traces(count)}`;
  item.command = { command: 'loop.label.show', title: l10n.t('Show Traces'), arguments: [node] };
  return item;
}

function unlabelledItem(count: number): TreeItem {
  const item = new TreeItem(l10n.t('Not labelled yet'), TreeItemCollapsibleState.None);
  item.id = 'unlabelled';
  item.contextValue = 'unlabelled';
  item.iconPath = new ThemeIcon('circle-large-outline');
  item.description = number(count);
  item.command = { command: 'loop.label.show', title: l10n.t('Show Traces'), arguments: [{ kind: 'unlabelled', count }] };
  return item;
}
