import fs from 'node:fs';
import path from 'node:path';
import { Problem } from '../../../core/lib/problem';
import { bodyText, encodeLine, headerText, readSeal, sealLine } from '../log/line';
import { scanSegment } from '../log/scan';
import type { Disk } from './disk';
import { parseSegmentFile, segmentKinds, type Layout, type SegmentKind } from './layout';

/** A line of a segment as JSON values. */
export interface LineValues {
  readonly header: unknown;
  readonly body: unknown;
}

/** How a store of one format becomes one of the next. */
export interface Migration {
  readonly from: number;
  /**
   * A pure function: a migration that was interrupted is done again from the copy. Absent when lines of before are read as
   * they are, and only earlier versions could not read the new ones.
   */
  readonly line?: (kind: SegmentKind, line: LineValues) => LineValues;
}

type Step = NonNullable<Migration['line']>;

/** The format this version writes, and the ways to it from earlier ones. A store of a higher one is refused. */
export interface Formats {
  readonly version: number;
  readonly migrations: readonly Migration[];
}

/**
 * When the format changes: the next number, and a migration from the one before. Earlier stores keep opening for ever.
 * - 2: the body of a conversation's line says no more what its header says.
 */
export const formats: Formats = { version: 2, migrations: [{ from: 1 }] };

const copied = ['store.json', '.gitignore', '.gitattributes', 'traces', 'log', 'datasets', 'exports'];

/**
 * Brings the files of an older store up to date, if any line has to change; what it was like stays in `kept/format-<n>` until something is deleted
 * for good. Everything is written from that copy, and the caller notes the new number last: whatever interrupts it, the
 * next opening does it again.
 * @param begin called when the copy is made, before the first file changes: from then on earlier versions must keep out,
 *   for what they wrote would be lost when it is done again
 * @throws Problem `store_damaged`, `folder_not_writable`, `disk_full`
 */
export async function migrate(
  disk: Disk,
  layout: Layout,
  from: number,
  { version, migrations }: Formats,
  begin: () => Promise<void>,
): Promise<void> {
  const steps = stepsOf(layout, from, { version, migrations });
  if (steps.length === 0) return;
  disk.mayWrite(layout.root);
  const copy = path.join(layout.kept, `format-${from}`);
  if (!fs.existsSync(copy)) await keepCopy(disk, layout, copy);
  await begin();
  // Made of lines that stand elsewhere now.
  await disk.unlink(layout.index, 'index');
  for (const kind of segmentKinds) {
    const folder = path.join(copy, kind);
    const files = fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => parseSegmentFile(kind, file)) : [];
    for (const file of files) await disk.replace(layout.at(kind, file), migrated(path.join(folder, file), kind, steps), kind);
  }
}

/** What has to be done with the lines of such a store. @throws Problem `store_damaged` when there is no way */
export function stepsOf(layout: Layout, from: number, { version, migrations }: Formats): Step[] {
  const steps: Step[] = [];
  for (let format = from; format < version; format++) {
    const step = migrations.find((migration) => migration.from === format);
    if (!step) throw new Problem('store_damaged', { path: layout.root, reason: `there never was a format ${format}` });
    if (step.line) steps.push(step.line);
  }
  return steps;
}

async function keepCopy(disk: Disk, layout: Layout, copy: string): Promise<void> {
  const part = `${copy}.part`;
  disk.removeFolder(part, 'identity');
  for (const name of copied) await copyInto(disk, layout.at(name), path.join(part, name));
  await disk.rename(part, copy, 'identity');
  disk.syncFolder(layout.kept, 'identity');
}

async function copyInto(disk: Disk, from: string, to: string): Promise<void> {
  const stats = fs.statSync(from, { throwIfNoEntry: false });
  if (!stats) return;
  disk.makeFolder(stats.isDirectory() ? to : path.dirname(to), 'identity');
  if (stats.isDirectory())
    for (const name of fs.readdirSync(from)) await copyInto(disk, path.join(from, name), path.join(to, name));
  else await disk.replace(to, pieces(from, stats.size), 'identity');
}

const pieceSize = 1 << 20;

function* pieces(file: string, size: number): Generator<Buffer> {
  const fd = fs.openSync(file, 'r');
  try {
    for (let at = 0; at < size;) {
      const piece = Buffer.allocUnsafe(Math.min(pieceSize, size - at));
      const read = fs.readSync(fd, piece, 0, piece.length, at);
      if (read === 0) return;
      yield piece.subarray(0, read);
      at += read;
    }
  } finally {
    fs.closeSync(fd);
  }
}

/** Line by line; what is scrubbed or damaged stays as it is, and a seal counts what is before it now. */
function* migrated(file: string, kind: SegmentKind, steps: readonly Step[]): Generator<Buffer> {
  const fd = fs.openSync(file, 'r');
  const { size } = fs.fstatSync(fd);
  let [lines, bytes] = [0, 0];
  try {
    for (const piece of scanSegment(fd, 0, size)) {
      let out: Buffer;
      if (piece.kind !== 'line') {
        out = Buffer.allocUnsafe(piece.length);
        fs.readSync(fd, out, 0, piece.length, piece.offset);
      } else if (readSeal(piece.line)) out = sealLine({ lines, bytes });
      else out = migratedLine(piece.line, kind, steps);
      yield out;
      lines += 1;
      bytes += out.length;
    }
  } finally {
    fs.closeSync(fd);
  }
}

function migratedLine(line: Buffer, kind: SegmentKind, steps: readonly Step[]): Buffer {
  const before: LineValues = { header: JSON.parse(headerText(line) ?? '{}'), body: JSON.parse(bodyText(line)) };
  const { header, body } = steps.reduce((values, step) => step(kind, values), before);
  return encodeLine(JSON.stringify(header), JSON.stringify(body));
}
