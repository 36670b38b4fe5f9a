import { DataTransferItem, type TreeDragAndDropController } from 'vscode';
import type { Host } from '../host';
import { traceMime } from '../review/drop';
import { isLabelNode, type LabelsNode } from './nodes';

const labelMime = 'application/vnd.code.tree.loop.labels';

/** A label dropped on another goes under it, on the empty part it stands alone; traces dropped on a label get it. */
export function labelDrops(host: Host): TreeDragAndDropController<LabelsNode> {
  return {
    dragMimeTypes: [labelMime],
    dropMimeTypes: [labelMime, traceMime],
    handleDrag(nodes, transfer) {
      const [node] = nodes;
      if (node?.kind === 'label') transfer.set(labelMime, new DataTransferItem(JSON.stringify([node.label])));
    },
    async handleDrop(target, transfer) {
      try {
        const [label] = (await read(transfer.get(labelMime))) ?? [];
        const traces = await read(transfer.get(traceMime));
        const parent = isLabelNode(target) ? target.label : null;
        if (traces && parent !== null) await host.engine.call('label.add', { traces, labels: [parent] });
        else if (label !== undefined && label !== parent) await host.engine.call('label.change', { label, parent });
      } catch (error) {
        host.fail(error);
      }
    },
  };
}

async function read(item: DataTransferItem | undefined): Promise<string[] | undefined> {
  const names: unknown = item ? JSON.parse(await item.asString()) : undefined;
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined;
}
