import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Problem } from '../../core/lib/problem';
import { readProblem } from '../read-problem';

/** A file to read. */
export interface FoundFile {
  readonly path: string;
  readonly bytes: number;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** Folders inside the named ones that could not be looked into. */
  readonly unreadable: readonly { readonly path: string; readonly reason: string }[];
}

/** Deeper and more than any log folder; a mistyped `/` ends somewhere. */
const deepest = 16;
const mostFiles = 10_000;

const readable = /\.(?:(?:jsonl|ndjson|json|csv|tsv)(?:\.gz)?|eval|traj)$/i;
/** These can be opened again; any other pipe would wait for somebody to write into it once more. */
const standardInput = /^\/(?:dev\/(?:stdin|fd\/)|proc\/self\/fd\/)/;
const aPipe = 'it is a pipe; give what comes out of it as /dev/stdin';
/** The one hidden file that is a log. */
const aiderHistory = '.aider.chat.history.md';
const skipped = new Set(['node_modules', '__pycache__']);

/**
 * The files behind the paths a user named: a file is taken whatever it is called, a folder gives its log files, sorted.
 * @throws Problem when a named path is not there or not readable, or when there is nothing in it
 */
export async function findFiles(paths: readonly string[]): Promise<FoundFiles> {
  const files = new Map<string, FoundFile>();
  const unreadable: { path: string; reason: string }[] = [];
  for (const path of paths) {
    const found = await statOf(path);
    if (found.isFIFO() && !standardInput.test(path)) throw new Problem('file_not_readable', { path, reason: aPipe });
    if (!found.isDirectory()) {
      files.set(path, { path, bytes: found.size });
      continue;
    }
    const inside: FoundFile[] = [];
    await walk(path, 0, inside, unreadable);
    if (inside.length === 0 && unreadable.length === 0) throw new Problem('nothing_to_import', { path });
    for (const file of inside) files.set(file.path, file);
  }
  return { files: [...files.values()], unreadable };
}

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (error) {
    throw readProblem(error, path);
  }
}

async function walk(
  folder: string,
  depth: number,
  files: FoundFile[],
  unreadable: { path: string; reason: string }[],
): Promise<void> {
  let entries: Dirent[];
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    const problem = readProblem(error, folder);
    if (depth === 0) throw problem;
    unreadable.push({ path: folder, reason: String(problem.args['reason'] ?? 'it is gone') });
    return;
  }
  // By code points, so that every machine imports in the same order.
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (files.length >= mostFiles) return;
    const path = join(folder, entry.name);
    if (entry.name === aiderHistory) await addFile(path, files);
    if (entry.name.startsWith('.') || skipped.has(entry.name)) continue;
    if (entry.isDirectory() && depth < deepest) await walk(path, depth + 1, files, unreadable);
    else if (readable.test(basename(path))) await addFile(path, files);
  }
}

/** Links to files count, links to folders do not: they may go in circles. */
async function addFile(path: string, files: FoundFile[]): Promise<void> {
  try {
    const found = await stat(path);
    if (found.isFile()) files.push({ path, bytes: found.size });
  } catch {
    // A link to nowhere is no file.
  }
}
