import { EventEmitter, type CancellationToken, type TreeDataProvider, type TreeItem } from 'vscode';
import type { Engine } from '../../../core/protocol/engine';
import { tooltip, treeItem, type Look } from './items';
import { ReviewModel } from './model';
import { isTraceNode, startNodes, type ReviewNode, type TreeQuery } from './nodes';

/** The model as the editor's tree. `loaded` hears of every look how it ended (undefined: well), whether the store is empty, and whether it was a look at the whole. Nothing is asked of the engine before the view is seen. */
export interface ReviewProvider extends TreeDataProvider<ReviewNode> {
  readonly model: ReviewModel;
  dispose(): void;
}

export function createProvider(
  engine: Engine,
  query: TreeQuery,
  look: () => Look,
  loaded: (error: unknown, isEmpty: boolean, isWhole: boolean) => void,
): ReviewProvider {
  const changed = new EventEmitter<ReviewNode[] | undefined>();
  const model = new ReviewModel(engine, query, (nodes) => changed.fire(nodes && [...nodes]));
  return {
    model,
    onDidChangeTreeData: changed.event,
    async getChildren(node) {
      try {
        const nodes = !node ? await model.roots() : node.kind === 'group' ? await model.children(node) : [];
        const isEmpty = !node && nodes.length === 0 && isUnfiltered(model.shown);
        loaded(undefined, isEmpty, !node);
        return isEmpty ? [...startNodes] : [...nodes];
      } catch (error) {
        loaded(error, false, !node);
        return [];
      }
    },
    getTreeItem: (node) => treeItem(node, look()),
    getParent: (node) => ('group' in node ? node.group : undefined),
    async resolveTreeItem(item: TreeItem, node: ReviewNode, token: CancellationToken) {
      if (!isTraceNode(node)) return item;
      const facts = await engine.call('trace.facts', { trace: node.row.id }).catch(() => undefined);
      if (facts && !token.isCancellationRequested) item.tooltip = tooltip(node.row, facts, look());
      return item;
    },
    dispose: () => changed.dispose(),
  };
}

function isUnfiltered({ slice, part }: TreeQuery): boolean {
  return part === undefined && Object.keys(slice).length === 0;
}
