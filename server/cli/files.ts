import { readFile } from 'node:fs/promises';
import { isUtf8 } from 'node:buffer';
import { Problem } from '../../core/lib/problem';
import { readProblem } from '../read-problem';

/** Longer than any answer, and not so long that reading a film by mistake takes the memory. */
const longest = 20 * 1024 * 1024;

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
    throw readProblem(error, file);
  }
}
