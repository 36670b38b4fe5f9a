import { URI } from 'vscode-uri';
import { fileKind, type FileKind } from '../../core/lint/kinds';
import { isInside } from '../../core/lint/paths';

/** The kind of file an address names; `undefined` when it is none of ours. The language the editor gives it counts nothing. */
export function kindOfUri(uri: string): FileKind | undefined {
  return fileKind(URI.parse(uri).path);
}

/** The path of a saved file, with `/`. `undefined` for documents that are nowhere on this disk. */
export function pathOfUri(uri: string): string | undefined {
  const parsed = URI.parse(uri);
  return parsed.scheme === 'file' ? parsed.fsPath.replaceAll('\\', '/') : undefined;
}

export function uriOfPath(path: string): string {
  return URI.file(path).toString();
}

/** The innermost workspace folder a path is in. */
export function folderOfPath(path: string, folderUris: readonly string[]): string | undefined {
  const folders = folderUris.map(pathOfUri).filter((folder) => folder !== undefined && isInside(path, folder));
  return folders.sort((a, b) => (b?.length ?? 0) - (a?.length ?? 0))[0];
}
