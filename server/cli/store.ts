import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import type { Engine } from '../../core/protocol/engine';
import { reviewerName } from '../../core/feedback/reviewer';
import type { Report } from '../../core/lib/cancel';
import { Problem } from '../../core/lib/problem';
import { openEngine } from '../engine/open';
import { passingEngine } from '../engine/passing';
import { isStore } from '../store';
import type { GlobalOptions } from './program';

/**
 * Opens the store that the options name. `create`: make one when there is none; `passing`: one that is gone when the
 * engine is closed. `report` is told while its index is made anew.
 * @throws Problem `store_not_found`, `usage`, and those of opening
 */
export async function openFor(
  options: GlobalOptions,
  create: boolean | 'passing',
  say: (line: string) => void,
  report: Report,
): Promise<Engine> {
  const found = findStore(options.store, currentFolder());
  const reviewer = reviewerOf(options.reviewer);
  if (statSync(found, { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Problem('usage', { reason: `The store ${found} is a file. Name a folder with --store.` });
  const start = (store: string) =>
    openEngine({
      store,
      reviewer,
      onProgress: report,
      onStatus: (state, detail) => {
        if (state === 'waiting')
          say(`Waiting up to half a minute to see whether the store is still open on ${detail ?? 'its last computer'}.`);
        if (state === 'expired') say(`${detail ?? 'Some'} conversations reached the end of their retention and were deleted.`);
      },
    });
  if (create === 'passing' && !isStore(found)) return passingEngine(start);
  if (!create && !isStore(found)) throw new Problem('store_not_found', { path: found });
  return start(found);
}

/** @throws Problem `usage` when somebody removed the folder this was started in */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new Problem('usage', { reason: 'The folder you are in is gone. Change to another one.' });
  }
}

/** `--store`, else $LOOP_STORE, else the nearest `.loop` upwards, else `./.loop`. */
export function findStore(given: string | undefined, from: string): string {
  // A script whose variable is unset must not end up in another store.
  if (given === '') throw new Problem('usage', { reason: 'The name after --store is empty. Name a folder.' });
  const named = given ?? process.env['LOOP_STORE'];
  if (named) return path.resolve(from, named);
  for (let folder = path.resolve(from); ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, '.loop');
    if (statSync(candidate, { throwIfNoEntry: false })?.isDirectory()) return candidate;
    if (path.dirname(folder) === folder) return path.join(path.resolve(from), '.loop');
  }
}

/** The name given, else git's user.email, else the user of this computer. @throws Problem `usage` */
export function reviewerOf(given: string | undefined): string {
  if (given === undefined) return whoAmI();
  const name = reviewerName(given);
  if (name === undefined)
    throw new Problem('usage', { reason: 'A reviewer needs a name of 1 to 120 characters, without line breaks.' });
  return name;
}

function whoAmI(): string {
  try {
    const email = execFileSync('git', ['config', 'user.email'], {
      encoding: 'utf8',
      timeout: 2000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const name = reviewerName(email);
    if (name !== undefined) return name;
  } catch {
    // No git here, or one whose settings cannot be read: the user of this computer it is.
  }
  try {
    return userInfo().username;
  } catch {
    // A container may run as a number that has no name.
    return process.env['USER'] ?? process.env['USERNAME'] ?? 'unknown';
  }
}
