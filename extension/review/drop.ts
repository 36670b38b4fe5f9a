import { Uri, type DataTransfer, type TreeDragAndDropController } from 'vscode';
import type { ReviewNode } from './tree/nodes';

const uriList = 'text/uri-list';

/** Files and folders dropped on the Review view are imported. */
export function dropController(importFiles: (paths: string[]) => unknown): TreeDragAndDropController<ReviewNode> {
  return {
    dragMimeTypes: [],
    dropMimeTypes: [uriList, 'files'],
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
