import fs from 'node:fs';
import { rawLines } from '../log/scan';

/** What the first line becomes when the one before it goes. */
export type FirstLine = (was: string, now: string) => string;

/** Lines of a data file, without their ends; none of a file that is not there. */
export function* linesOf(file: string): Generator<string> {
  if (!fs.existsSync(file)) return;
  for (const bytes of rawOf(file)) yield textOf(bytes);
}

/** The bytes of a data file without some of its lines (0-based). */
export function* linesWithout(file: string, lines: ReadonlySet<number>, first?: FirstLine): Generator<Buffer> {
  let line = 0;
  let was: string | undefined;
  for (const bytes of rawOf(file)) {
    const gone = lines.has(line);
    if (gone && line === 0) was = textOf(bytes);
    line++;
    if (gone) continue;
    yield was === undefined || !first ? bytes : Buffer.from(`${first(was, textOf(bytes))}\n`);
    was = undefined;
  }
}

function* rawOf(file: string): Generator<Buffer> {
  const fd = fs.openSync(file, 'r');
  try {
    for (const { bytes } of rawLines(fd, 0, fs.fstatSync(fd).size)) yield bytes;
  } finally {
    fs.closeSync(fd);
  }
}

function textOf(bytes: Buffer): string {
  return bytes.toString('utf8').replace(/\n$/, '');
}
