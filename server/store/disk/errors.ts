import { Problem } from '../../../core/lib/problem';

/** The system's code of an error (`ENOSPC`), or undefined when it has none. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** Windows says so of a file that anybody has open when it is to be replaced or deleted; permissions it words alike. */
const heldOnWindows: readonly (string | undefined)[] = ['EPERM', 'EACCES'];

/** What a user can do about a failed file operation; an error that is nobody's fault but ours stays what it is. */
export function fileProblem(error: unknown, path: string, platform = process.platform): unknown {
  const code = codeOf(error);
  const replacing = error instanceof Error && 'syscall' in error && ['rename', 'unlink', 'rm'].includes(String(error.syscall));
  if (platform === 'win32' && replacing && heldOnWindows.includes(code)) return new Problem('store_locked_file', { path });
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new Problem('disk_full', { path });
    case 'EACCES':
    case 'EPERM':
      return new Problem('folder_not_writable', { path, reason: 'permission denied' });
    case 'EROFS':
      return new Problem('folder_not_writable', { path, reason: 'the disk is read-only' });
    case 'EBUSY':
    case 'ETXTBSY':
      return new Problem('store_locked_file', { path });
    case 'ENOENT':
    case 'ENOTDIR':
      return new Problem('store_vanished', { path });
    default:
      return error;
  }
}
