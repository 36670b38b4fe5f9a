import type { Uri } from 'vscode';
import {
  Disposable,
  EventEmitter,
  FileChangeType,
  FilePermission,
  FileSystemError,
  FileType,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
} from 'vscode';
import { readAddress, type DraftAddress } from './address';

interface Draft {
  readonly bytes: Uint8Array;
  readonly mtime: number;
}

/**
 * Answers as documents. A write goes to a draft in memory, never to a file: the text is recorded only when the user says
 * so, and by the engine, which masks what must not be kept. `original` knows no answer of a trace that was deleted.
 */
export function createDraftFiles(original: (address: DraftAddress) => Promise<string | undefined>): FileSystemProvider & {
  forget(uri: Uri): void;
} {
  const drafts = new Map<string, Draft>();
  const changed = new EventEmitter<FileChangeEvent[]>();

  const read = async (uri: Uri): Promise<Draft> => {
    const address = readAddress(uri);
    if (!address) throw FileSystemError.FileNotFound(uri);
    const known = drafts.get(uri.toString());
    if (known) return known;
    const text = await original(address);
    if (text === undefined) throw FileSystemError.FileNotFound(uri);
    const made = { bytes: new TextEncoder().encode(text), mtime: 1 };
    drafts.set(uri.toString(), made);
    return made;
  };
  const refuse = (uri: Uri): never => {
    throw FileSystemError.NoPermissions(uri);
  };
  return {
    onDidChangeFile: changed.event,
    watch: () => new Disposable(() => undefined),
    async stat(uri): Promise<FileStat> {
      const { bytes, mtime } = await read(uri);
      const fixed = readAddress(uri)?.original ? { permissions: FilePermission.Readonly } : {};
      return { type: FileType.File, ctime: 1, mtime, size: bytes.length, ...fixed };
    },
    readFile: async (uri) => (await read(uri)).bytes,
    writeFile(uri, bytes) {
      const address = readAddress(uri);
      if (!address || address.original) return refuse(uri);
      drafts.set(uri.toString(), { bytes, mtime: (drafts.get(uri.toString())?.mtime ?? 1) + 1 });
    },
    readDirectory: (uri) => refuse(uri),
    createDirectory: (uri) => refuse(uri),
    delete: (uri) => refuse(uri),
    rename: (uri) => refuse(uri),
    forget(uri) {
      drafts.delete(uri.toString());
      changed.fire([{ type: FileChangeType.Changed, uri }]);
    },
  };
}
