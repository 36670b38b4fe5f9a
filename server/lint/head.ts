import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** More folders than this are above no file. */
const mostFolders = 60;

/**
 * What changes with every commit, told from a few small files, without asking git: the commit HEAD stands for.
 * `undefined` outside a repository.
 */
export function headOf(folder: string): string | undefined {
  const own = repositoryOf(folder);
  if (own === undefined) return undefined;
  const head = textOf(path.join(own, 'HEAD'));
  const branch = head === undefined ? undefined : /^ref: (refs\/[^\0]+?)\s*$/.exec(head)?.[1];
  if (branch === undefined) return head;
  // A worktree has a HEAD of its own and shares its branches.
  const shared = textOf(path.join(own, 'commondir'))?.trim();
  const common = shared === undefined ? own : path.resolve(own, shared);
  const packed = statSync(path.join(common, 'packed-refs'), { throwIfNoEntry: false })?.mtimeMs;
  return [branch, textOf(path.join(common, branch))?.trim() ?? packed].join(' ');
}

/** The folder git keeps its own files of a place in: `.git`, or where a file of that name leads. */
function repositoryOf(folder: string): string | undefined {
  let at = path.resolve(folder);
  for (let i = 0; i < mostFolders; i++) {
    const there = path.join(at, '.git');
    const stat = statSync(there, { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) return there;
    const link = stat?.isFile() === true ? /^gitdir: ([^\0]+?)\s*$/.exec(textOf(there) ?? '')?.[1] : undefined;
    if (link !== undefined) return path.resolve(at, link);
    const above = path.dirname(at);
    if (above === at) return undefined;
    at = above;
  }
  return undefined;
}

/** These files hold a line: more is none of theirs. */
const longest = 4096;

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').slice(0, longest);
  } catch {
    return undefined;
  }
}
