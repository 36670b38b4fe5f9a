import { Problem } from '../../core/lib/problem';

/** What the operating system said of a folder that is written to, as a problem the user can act on. */
export function fileProblem(error: unknown, place: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOSPC' || code === 'EDQUOT') return new Problem('disk_full', { path: place });
  if (code === 'EBUSY' || code === 'ETXTBSY') return new Problem('store_locked_file', { path: place });
  const reasons: Readonly<Record<string, string>> = {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk is read-only',
    ENOTDIR: 'a part of the path is a file',
    EEXIST: 'there is a file of that name',
    ENOENT: 'the folder is gone',
    ENAMETOOLONG: 'the name is too long',
  };
  const reason = reasons[code];
  return reason === undefined ? error : new Problem('folder_not_writable', { path: place, reason });
}
