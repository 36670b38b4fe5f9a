import fs from 'node:fs';
import { codeOf, fileProblem } from '../disk/errors';
import { parseSegmentFile, segmentKey, segmentKinds, type Layout, type SegmentKind, type SegmentName } from '../disk/layout';

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

/** `counts`: whether a `.part` file is one of the segments. @throws Problem `store_vanished`: a store that is not there is not an empty one */
export function takeInventory(layout: Layout, counts: (part: SegmentName) => boolean = () => false): Inventory {
  const all = segmentKinds.flatMap((kind) => filesOf(layout, kind));
  const found = all.map((file) => ({ ...file, part: file.part && !counts(file.name) }));
  const newest = new Map<string, SegmentOnDisk>();
  for (const { name, size, changed, file, part } of found) {
    const key = segmentKey(name);
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
  return names(layout, kind).flatMap((file) => {
    const parsed = parseSegmentFile(kind, file);
    // Gone since its name was read: as if it had not been there.
    const stats = parsed && fs.statSync(layout.at(kind, file), { throwIfNoEntry: false });
    if (!stats) return [];
    const { size, mtimeMs, ctimeMs, ino } = stats;
    return [{ ...parsed, size, changed: Math.max(mtimeMs, ctimeMs), file: ino }];
  });
}

function names(layout: Layout, kind: SegmentKind): string[] {
  try {
    return fs.readdirSync(layout.folder(kind));
  } catch (error) {
    // A store whose conversations are not shared has no such folder until something is recorded.
    if (codeOf(error) === 'ENOENT' && fs.existsSync(layout.store)) return [];
    throw fileProblem(error, layout.root);
  }
}
