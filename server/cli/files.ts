import { readFile } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import { Problem } from '../../core/lib/problem';

/** Longer than any answer, and not so long that reading a film by mistake takes the memory. */
const longest = 20 * 1024 * 1024;

const reasons: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOTDIR: 'a part of the path is a file',
  ENAMETOOLONG: 'the name is too long',
  ELOOP: 'links go in a circle',
  EIO: 'the disk reports an error',
};

/** What the operating system said of a file that was named, as a problem the user can act on. */
export function fileProblem(error: unknown, file: string): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT') return new Problem('file_not_found', { path: file });
  return code === '' ? error : new Problem('file_not_readable', { path: file, reason: reasons[code] ?? code });
}

/** The text of a file without a byte order mark and without its last line break. @throws Problem `file_*` */
export async function textOf(file: string): Promise<string> {
  const bytes = await bytesOf(file);
  if (bytes.length > longest) throw new Problem('file_not_readable', { path: file, reason: 'it is larger than 20 MB' });
  if (bytes.includes(0) || !isUtf8(bytes)) {
    const advice = 'An answer is text: save the file as UTF-8, or name another one.';
    throw new Problem('file_not_text', { path: file, kind: 'not UTF-8 text', advice });
  }
  return bytes
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '');
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileProblem(error, file);
  }
}
