import fs from 'node:fs';
import path from 'node:path';
import type { Cancel, Report } from '../../core/lib/cancel';
import type { EventOf } from '../../core/log/events';
import type { Disk } from './disk/disk';
import { segmentFile, segmentKinds, type Layout } from './disk/layout';
import { isShared } from './disk/sharing';
import { catchUp, type CatchUpParts } from './fold/catch-up';
import { rereadActs } from './fold/reread';
import { readIndexFile } from './index/index-file';
import { makeIndexes } from './index/schema';
import { StoreIndex, type StoreIndexParts } from './index/store-index';
import { takeInventory, type Inventory, type SegmentOnDisk } from './log/inventory';
import { readAct } from './query/acts';

export interface OpeningParts extends StoreIndexParts {
  readonly disk: Disk;
  readonly layout: Layout;
  readonly store: string;
  readonly writer: string;
  readonly cancel?: Cancel | undefined;
  readonly report?: Report | undefined;
}

export interface Opened {
  readonly index: StoreIndex;
  /** Lines read because the index file did not have them. */
  readonly lines: number;
  readonly rebuilt: boolean;
}

/** The index as it was saved, brought up to date; made anew when it is missing, damaged or of another version. */
export async function openIndex(parts: OpeningParts): Promise<Opened> {
  removeLeftovers(parts);
  removeOldGenerations(parts);
  const saved = await loadIndex(parts);
  const inventory = takeInventory(parts.layout);
  let lines = 0;
  let index = saved && fits(saved, inventory) ? saved : undefined;
  if (index) lines = await catchUp(reading(parts, index, true), inventory.segments);
  if (index && !reread(parts, index, inventory, changedAfter(savedAt(parts.layout)))) index = undefined;
  const rebuilt = index === undefined;
  if (!index) {
    index = await StoreIndex.create(parts.store, parts);
    lines = await readAll(parts, index, true);
  }
  if (inventory.parts.length > 0) {
    await settleParts(parts, index, inventory);
    lines += await catchUp(reading(parts, index, true), takeInventory(parts.layout).segments);
  }
  return { index, lines, rebuilt };
}

/** What a kill left of files that were to be replaced as a whole. Rows of imports are looked at later. */
function removeLeftovers({ disk, layout }: OpeningParts): void {
  for (const folder of [layout.root, layout.datasets, layout.exports]) {
    const left = fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.endsWith('.part')) : [];
    for (const file of left) disk.unlink(path.join(folder, file), 'index');
  }
}

/** Own segments of which a newer generation is there: whoever compacted them was killed before the old one was gone. */
function removeOldGenerations({ disk, layout, writer }: OpeningParts): void {
  for (const name of takeInventory(layout).outdated) {
    if (name.writer === writer) disk.unlink(layout.at(segmentFile(name)), name.kind);
  }
}

/** Reads the whole log into an empty index. `opening`: nobody else writes, so torn tails can be cut. */
export async function readAll(parts: OpeningParts, index: StoreIndex, opening: boolean): Promise<number> {
  const { segments } = takeInventory(parts.layout);
  const ofKind = (kind: string) => segments.filter(({ name }) => name.kind === kind);
  const total = segments.reduce((sum, { size }) => sum + size, 0);
  const traceBytes = ofKind('traces').reduce((sum, { size }) => sum + size, 0);
  const shifted =
    (before: number): Report =>
    ({ done }) =>
      parts.report?.({ done: before + done, total, unit: 'bytes' });
  index.folder.startBulk();
  const traces = await catchUp({ ...reading(parts, index, opening), report: shifted(0) }, ofKind('traces'));
  makeIndexes(index.db);
  const acts = await catchUp({ ...reading(parts, index, opening), report: shifted(traceBytes) }, ofKind('log'));
  index.folder.endBulk();
  return traces + acts;
}

/**
 * Reads what was appended since, by a running store, and files that others changed (`isNew`) once more. False when
 * something that was read before is not there any more: then only an index made anew is right.
 */
export async function readOn(
  parts: OpeningParts,
  index: StoreIndex,
  isNew: IsNew,
  onFolded?: CatchUpParts['onFolded'],
): Promise<boolean> {
  const inventory = takeInventory(parts.layout);
  if (!fits(index, inventory)) return false;
  await catchUp({ ...reading(parts, index, false), onFolded }, inventory.segments);
  return reread(parts, index, inventory, isNew, onFolded);
}

type IsNew = (segment: SegmentOnDisk) => boolean;

/** File systems keep times more coarsely than we ask for them, by up to this many milliseconds. */
const coarseness = 2000;

/** Only a log that goes through git is ever merged line by line. */
function reread(
  { layout, files }: OpeningParts,
  index: StoreIndex,
  { segments }: Inventory,
  isNew: IsNew,
  onFolded?: CatchUpParts['onFolded'],
): boolean {
  if (!isShared(layout)) return true;
  const changed = segments.filter((segment) => segment.name.kind === 'log' && isNew(segment));
  const known = changed.flatMap(({ name }) => index.segments.find(name.kind, name.writer, name.n) ?? []);
  const moved: boolean[] = [];
  const changes = index.folder.transaction(() => {
    for (const segment of known) moved.push(rereadActs(index, files, segment));
  });
  if (moved.includes(false)) return false;
  onFolded?.(changes, 0);
  return true;
}

function changedAfter(time: number): IsNew {
  return ({ changed }) => changed > time - coarseness;
}

function savedAt({ index }: Layout): number {
  return fs.statSync(index, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function loadIndex(parts: OpeningParts): Promise<StoreIndex | undefined> {
  const bytes = readIndexFile(parts.layout.index);
  return bytes && (await StoreIndex.load(bytes, parts.store, parts));
}

/** Whether everything the index has read is still there: as long, and of the same generation. */
function fits(index: StoreIndex, { segments }: Inventory): boolean {
  const key = ({ kind, writer, n }: SegmentOnDisk['name']) => `${kind}/${writer}-${n}`;
  const there = new Map(segments.map((segment) => [key(segment.name), segment]));
  return index.segments.all().every(({ name, folded }) => {
    const found = there.get(key(name));
    return found !== undefined && found.name.gen === name.gen && found.size >= folded;
  });
}

function reading(parts: OpeningParts, index: StoreIndex, opening: boolean): CatchUpParts {
  return {
    index,
    files: parts.files,
    cancel: parts.cancel,
    report: parts.report,
    isTorn: ({ name }) => opening && name.writer === parts.writer,
    cut: (segment, offset) => cut(parts, segment, offset),
  };
}

function cut({ disk, layout }: OpeningParts, { name }: SegmentOnDisk, size: number): void {
  const file = layout.at(segmentFile(name));
  const fd = disk.open(file, 'r+', name.kind);
  try {
    disk.truncate(fd, size, file, name.kind);
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** Own rows of imports: those an act in the log names become visible, the others are what a kill left behind. */
async function settleParts({ disk, layout, writer }: OpeningParts, index: StoreIndex, { parts }: Inventory): Promise<void> {
  const committed = committedSegments(index);
  for (const name of parts.filter((part) => part.writer === writer)) {
    const file = segmentFile(name);
    const part = layout.at(`${file}.part`);
    if (committed.has(file)) await disk.rename(part, layout.at(file), name.kind);
    else disk.unlink(part, name.kind);
  }
  for (const kind of segmentKinds) if (parts.some((name) => name.kind === kind)) disk.syncFolder(layout.folder(kind), kind);
}

function committedSegments(index: StoreIndex): ReadonlySet<string> {
  const rows = index.db.rows('select x.a, x.seg, x.off, x.len from imports i join acts x on x.a = i.a');
  const bodies = rows.flatMap((row) => readAct(index, row)?.body ?? []);
  return new Set(bodies.flatMap((body) => (hasSegments(body) ? body.segments : [])));
}

function hasSegments(body: { type: string }): body is EventOf<'imported' | 'graded'> {
  return body.type === 'imported' || body.type === 'graded';
}
