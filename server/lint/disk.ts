import { closeSync, type Dirent, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import path from 'node:path';
import type { LintFiles } from '../../core/lint/context';
import { decodeDocument, diskFacts, type DiskFacts } from '../../core/lint/encoding';

/** Larger files are none that a person wrote. */
export const largestFile = 4 * 1024 * 1024;

/** An absolute path with `/`, as the rules want it. */
export function slashed(file: string): string {
  return path.sep === '/' ? path.resolve(file) : path.resolve(file).replaceAll(path.sep, '/');
}

/** Reads a file as an editor would. `undefined`: not there, no file, too large, or not readable. */
export function readDocument(file: string): { text: string; disk: DiskFacts } | undefined {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= largestFile ? decodeDocument(readFileSync(file)) : undefined;
  } catch {
    return undefined;
  }
}

/** What the first bytes of a saved file say; an editor hides them. */
export function readDiskFacts(file: string): DiskFacts | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    const bytes = new Uint8Array(3);
    return diskFacts(bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, 0)));
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/**
 * The files around the one looked at, straight from disk. Answers are kept: make a new one for each look, and give it
 * what open documents say, which counts more than what was saved.
 */
export function diskFiles(openText: (file: string) => string | undefined = () => undefined): LintFiles {
  const kinds = new Map<string, 'file' | 'folder' | undefined>();
  const lists = new Map<string, readonly string[]>();
  const isFolder = (folder: string) => remembered(kinds, folder, kindOnDisk) === 'folder';
  return {
    // Nothing is in a folder that is not there: one look at the folder instead of one for each link into it.
    kindOf: (file) => (isFolder(path.dirname(file)) ? remembered(kinds, file, kindOnDisk) : undefined),
    list: (folder) => remembered(lists, folder, (name) => entriesOf(name).map((entry) => entry.name)),
    read: (file) => openText(file) ?? readDocument(file)?.text,
  };
}

function remembered<T>(known: Map<string, T>, key: string, find: (key: string) => T): T {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found as T;
  const made = find(key);
  known.set(key, made);
  return made;
}

function kindOnDisk(file: string): 'file' | 'folder' | undefined {
  const stat = statSync(file, { throwIfNoEntry: false });
  if (stat?.isDirectory() === true) return 'folder';
  return stat?.isFile() === true ? 'file' : undefined;
}

/** A folder's entries in a fixed order; none when it cannot be read. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
