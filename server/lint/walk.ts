import { fileKind } from '../../core/lint/kinds';
import { entriesOf } from './disk';

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

/** So long the walk keeps the thread before others have their turn, in milliseconds. */
const turn = 5;

/** More folders than this are no workspace of rubrics; the walk ends there. */
const mostFolders = 50_000;

/**
 * Every rubric file below a folder, in a fixed order. Packages, hidden folders and the store are left out; links are not
 * followed, so there is no way around in circles. Folders are read without promises, which would cost three times what
 * the disk does.
 */
export async function* rubricFiles(folder: string): AsyncGenerator<string> {
  const waiting: Folder[] = [{ path: folder.replace(/\/$/, ''), only: undefined }];
  let began = performance.now();
  let seen = 0;
  for (let next = waiting.pop(); next !== undefined && seen < mostFolders; next = waiting.pop(), seen++) {
    const inner: Folder[] = [];
    for (const entry of entriesOf(next.path === '' ? '/' : next.path)) {
      const path = `${next.path}/${entry.name}`;
      if (entry.isFile() && next.only === undefined && fileKind(entry.name) !== undefined) yield path;
      if (entry.isDirectory()) inner.push(...entered(next, entry.name, path));
    }
    waiting.push(...inner.reverse());
    if (performance.now() - began < turn) continue;
    await new Promise((resolve) => setImmediate(resolve));
    began = performance.now();
  }
}

function entered({ only }: Folder, name: string, path: string): Folder[] {
  if (name === 'node_modules' || (only && !only.has(name))) return [];
  if (!name.startsWith('.')) return [{ path, only: undefined }];
  return agentFolders.has(name) ? [{ path, only: skillFolders }] : [];
}
