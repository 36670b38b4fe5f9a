import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { fileKind } from '../../core/lint/kinds';

/** Hidden folders of agents, and what in them holds skills. */
const agentFolders: ReadonlySet<string> = new Set([
  '.agents',
  '.claude',
  '.codex',
  '.copilot',
  '.cursor',
  '.gemini',
  '.github',
  '.opencode',
]);
const skillFolders: ReadonlySet<string> = new Set(['skills', 'skill']);

interface Folder {
  readonly path: string;
  /** Only these of its folders are entered, and none of its own files looked at. */
  readonly only: ReadonlySet<string> | undefined;
}

/** More folders than this are no workspace of rubrics; the walk ends there. */
const mostFolders = 50_000;

/**
 * Every rubric file below a folder, in a fixed order. Packages, hidden folders and the store are left out; links are not
 * followed, so there is no way around in circles.
 */
export async function* rubricFiles(folder: string): AsyncGenerator<string> {
  const waiting: Folder[] = [{ path: folder.replace(/\/$/, ''), only: undefined }];
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined && seen < mostFolders; next = waiting.pop(), seen++) {
    const inner: Folder[] = [];
    for (const entry of await entriesOf(next.path)) {
      const path = `${next.path}/${entry.name}`;
      if (entry.isFile() && next.only === undefined && fileKind(entry.name) !== undefined) yield path;
      if (entry.isDirectory()) inner.push(...entered(next, entry.name, path));
    }
    waiting.push(...inner.reverse());
  }
}

function entered({ only }: Folder, name: string, path: string): Folder[] {
  if (name === 'node_modules' || (only && !only.has(name))) return [];
  if (!name.startsWith('.')) return [{ path, only: undefined }];
  return agentFolders.has(name) ? [{ path, only: skillFolders }] : [];
}

/** A folder's entries in a fixed order; none when it cannot be read. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder === '' ? '/' : folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}
