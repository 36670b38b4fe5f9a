import fs from 'node:fs';
import { Problem } from '../../../core/lib/problem';
import { codeOf } from '../disk/errors';
import { rawLines } from '../log/scan';

const pieceSize = 1 << 18;

/** Values as the pieces of a file with one JSON text a line. */
export async function* jsonLines(values: Iterable<unknown> | AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let lines: string[] = [];
  let size = 0;
  for await (const value of values) {
    const line = `${JSON.stringify(value)}\n`;
    lines.push(line);
    size += line.length;
    if (size < pieceSize) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
    size = 0;
  }
  if (lines.length > 0) yield Buffer.from(lines.join(''));
}

/** The values of such a file. The store wrote it, so they are what it wrote. @throws Problem `file_not_found`, `store_damaged` */
export function* readJsonLines(file: string): Generator {
  const fd = open(file);
  try {
    for (const { bytes } of rawLines(fd, 0, fs.fstatSync(fd).size)) {
      if (bytes.length > 1) yield parse(bytes, file);
    }
  } finally {
    fs.closeSync(fd);
  }
}

function open(file: string): number {
  try {
    return fs.openSync(file, 'r');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw new Problem('file_not_found', { path: file });
    throw error;
  }
}

function parse(bytes: Buffer, file: string): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Problem('store_damaged', { path: file, reason: 'a line cannot be read' });
  }
}
