import { DataTransferItem, Uri, type DataTransfer, type TreeDragAndDropController } from 'vscode';
import { isTraceNode, type ReviewNode } from './tree/nodes';

const uriList = 'text/uri-list';
/** Traces on their way to a label: their ids as JSON. */
export const traceMime = 'application/vnd.code.tree.loop.review';

/** Files and folders dropped on the Review view are imported; its traces can be dragged to a label. */
export function dropController(importFiles: (paths: string[]) => unknown): TreeDragAndDropController<ReviewNode> {
  return {
    dragMimeTypes: [traceMime],
    dropMimeTypes: [uriList, 'files'],
    handleDrag(nodes, transfer) {
      const traces = [...new Set(nodes.filter(isTraceNode).map(({ row }) => row.id))];
      if (traces.length > 0) transfer.set(traceMime, new DataTransferItem(JSON.stringify(traces)));
    },
    async handleDrop(_target, transfer) {
      const paths = await droppedPaths(transfer);
      if (paths.length > 0) await importFiles(paths);
    },
  };
}

/** Local paths among what was dropped, each once. */
async function droppedPaths(transfer: DataTransfer): Promise<string[]> {
  const text = (await transfer.get(uriList)?.asString()) ?? '';
  const listed = text
    .split(/\r?\n/)
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => Uri.parse(line));
  const files = [...transfer].map(([, item]) => item.asFile()?.uri).filter((uri) => uri !== undefined);
  const local = [...listed, ...files].filter((uri) => uri.scheme === 'file' || uri.scheme === 'vscode-remote');
  return [...new Set(local.map((uri) => uri.fsPath))];
}
