import fs from 'node:fs';
import { codeOf, fileProblem } from '../disk/errors';
import { parseSegmentFile, segmentKinds, type Layout, type SegmentKind, type SegmentName } from '../disk/layout';

export interface SegmentOnDisk {
  readonly name: SegmentName;
  readonly size: number;
  /** Milliseconds since 1970 when the file, or what its name stands for, was changed last. */
  readonly changed: number;
  /** Tells the file from another one of its name. */
  readonly file: number;
}

/** What lies in the segment folders. */
export interface Inventory {
  /** The newest generation of each segment; conversations first, so that acts find them. */
  readonly segments: readonly SegmentOnDisk[];
  /** Rows of imports that were never committed, or are committed and not yet renamed. */
  readonly parts: readonly SegmentName[];
  /** Earlier generations of segments that were written anew. */
  readonly outdated: readonly SegmentName[];
}

export function takeInventory(layout: Layout): Inventory {
  const found = segmentKinds.flatMap((kind) => filesOf(layout, kind));
  const newest = new Map<string, SegmentOnDisk>();
  for (const { name, size, changed, file, part } of found) {
    const key = `${name.kind}/${name.writer}-${name.n}`;
    if (!part && name.gen >= (newest.get(key)?.name.gen ?? 0)) newest.set(key, { name, size, changed, file });
  }
  const whole = found.filter(({ part }) => !part);
  const current = new Set([...newest.values()].map(({ name }) => name));
  return {
    outdated: whole.map(({ name }) => name).filter((name) => !current.has(name)),
    segments: [...newest.values()].sort((a, b) => order(a.name, b.name)),
    parts: found.filter(({ part }) => part).map(({ name }) => name),
  };
}

function order(a: SegmentName, b: SegmentName): number {
  if (a.kind !== b.kind) return segmentKinds.indexOf(a.kind) - segmentKinds.indexOf(b.kind);
  return a.writer === b.writer ? a.n - b.n : a.writer < b.writer ? -1 : 1;
}

function filesOf(layout: Layout, kind: SegmentKind): (SegmentOnDisk & { part: boolean })[] {
  const folder = layout.folder(kind);
  return names(folder).flatMap((file) => {
    const parsed = parseSegmentFile(kind, file);
    if (!parsed) return [];
    const { size, mtimeMs, ctimeMs, ino } = fs.statSync(layout.at(kind, file));
    return [{ ...parsed, size, changed: Math.max(mtimeMs, ctimeMs), file: ino }];
  });
}

function names(folder: string): string[] {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    // A store whose conversations are not shared has no such folder until something is recorded.
    if (codeOf(error) === 'ENOENT') return [];
    throw fileProblem(error, folder);
  }
}
