import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
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
  let handle: number | undefined;
  try {
    // A pipe would keep whoever opens it waiting. Where there is no such flag it counts as nothing.
    handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = fstatSync(handle);
    return stat.isFile() && stat.size <= largestFile ? decodeDocument(readFileSync(handle)) : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
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
  const kinds = new Map<string, Kind>();
  const folders = new Map<string, ReadonlyMap<string, Dirent>>();
  const listed = (folder: string) => remembered(folders, folder, byName);
  return {
    // One look at a folder tells of all that is in it.
    kindOf: (file) => remembered(kinds, file, () => kindAmong(listed(path.dirname(file)), file)),
    list: (folder) => [...listed(folder).keys()],
    read: (file) => openText(file) ?? readDocument(file)?.text,
  };
}

function byName(folder: string): ReadonlyMap<string, Dirent> {
  return new Map(entriesOf(folder).map((entry) => [entry.name, entry]));
}

type Kind = 'file' | 'folder' | undefined;

function kindAmong(entries: ReadonlyMap<string, Dirent>, file: string): Kind {
  const entry = entries.get(path.basename(file));
  if (entry?.isFile() === true) return 'file';
  if (entry?.isDirectory() === true) return 'folder';
  // A link leads elsewhere; a name in other letters may still be the same file; a folder may be closed to looks.
  return kindOnDisk(file);
}

function remembered<T>(known: Map<string, T>, key: string, find: (key: string) => T): T {
  const found = known.get(key);
  if (found !== undefined || known.has(key)) return found as T;
  const made = find(key);
  known.set(key, made);
  return made;
}

function kindOnDisk(file: string): Kind {
  const stat = statOf(file);
  if (stat?.isDirectory() === true) return 'folder';
  return stat?.isFile() === true ? 'file' : undefined;
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** A folder's entries in a fixed order; none when it cannot be read. */
export function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
