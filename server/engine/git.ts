import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Longer than any look at an ordinary history takes, in milliseconds. */
const patience = 5000;

/** What git says in a folder; undefined when it fails there: no git, no repository, or nothing to say. */
async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    // A repository's own settings may name programs to run: not this one.
    const { stdout } = await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', '-C', folder, ...args], {
      timeout: patience,
    });
    return stdout.trim();
  } catch {
    return undefined;
  }
}

/** A file as it is in the last commit; undefined when it is in none. */
export async function committedText(folder: string, name: string): Promise<string | undefined> {
  return git(folder, 'show', `HEAD:./${name}`);
}

export async function isInRepository(folder: string): Promise<boolean> {
  return (await git(folder, 'rev-parse', '--is-inside-work-tree')) === 'true';
}

/** Whether git has ever been told of a file in this folder, or of this one: its history keeps the old text. */
export async function hasHistory(folder: string, file = '.'): Promise<boolean> {
  if (await git(folder, 'ls-files', '--', file)) return true;
  return Boolean(await git(folder, 'log', '--all', '-1', '--format=%H', '--', file));
}

/** The rule, as file:line:pattern, that keeps a file out of git. */
export async function ruleAgainst(folder: string, file: string): Promise<string | undefined> {
  // A file that is tracked stays so, whatever the rules say.
  if (await git(folder, 'ls-files', '--', file)) return undefined;
  const rule = (await git(folder, 'check-ignore', '--verbose', '--', file))?.split('\t')[0];
  // Told as well when it says the opposite: `.gitignore:5:!/store.json`.
  return rule !== undefined && /:\d+:!/.test(rule) ? undefined : rule;
}
