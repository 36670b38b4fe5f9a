import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import { workspace } from 'vscode';
import { reviewerName } from '../../core/feedback/reviewer';

const run = promisify(execFile);

/**
 * Whose name acts carry: the setting, else git's `user.email` as seen from the first folder, else the account's name.
 * Git reads the folder's own configuration, so it is asked only in a trusted workspace.
 */
export async function currentReviewer(): Promise<string> {
  const setting = reviewerName(workspace.getConfiguration('loop').get<string>('reviewer', ''));
  return setting ?? (workspace.isTrusted ? await gitEmail() : undefined) ?? accountName();
}

async function gitEmail(): Promise<string | undefined> {
  const folder = workspace.workspaceFolders?.find((f) => f.uri.scheme === 'file')?.uri.fsPath;
  try {
    const { stdout } = await run('git', ['config', 'user.email'], { ...(folder ? { cwd: folder } : {}), timeout: 2000 });
    return reviewerName(stdout);
  } catch {
    // No git, or no address configured: the account's name will do.
    return undefined;
  }
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // Some containers have no entry for their user.
    return 'reviewer';
  }
}
