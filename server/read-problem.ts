import { Problem } from '../core/lib/problem';

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder, and one file is wanted',
  EACCES: 'permission denied; let your user read it',
  EPERM: 'permission denied; let your user read it',
  ENAMETOOLONG: 'the name is too long',
  ENOTDIR: 'a part of the path is not a folder',
  ELOOP: 'links go in a circle',
  EIO: 'the disk reports an error',
  EBUSY: 'another program holds it; close that one',
  EMFILE: 'too many files are open',
};

/**
 * What the operating system said of a file or folder that was to be read, as a problem the user can act on.
 * @throws the error itself when it is not the operating system's
 */
export function readProblem(error: unknown, path: string): Problem {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new Problem('file_not_found', { path });
  if (code === '') throw error;
  return new Problem('file_not_readable', { path, reason: reasons[code] ?? code });
}
