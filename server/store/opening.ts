import fs from 'node:fs';
import path from 'node:path';
import type { Cancel, Report } from '../../core/lib/cancel';
import { unlessLocked, type Disk } from './disk/disk';
import { segmentFile, segmentKey, segmentKinds, type Layout, type SegmentName } from './disk/layout';
import { isShared } from './disk/sharing';
import { catchUp, foldedOf, note, openingBatch, type CatchUpParts } from './fold/catch-up';
import { rereadActs } from './fold/reread';
import { readIndexFile } from './index/index-file';
import { StoreIndex, type StoreIndexParts } from './index/store-index';
import { takeInventory, type Inventory, type SegmentOnDisk } from './log/inventory';
import type { Register } from './log/register';

export interface OpeningParts extends StoreIndexParts {
  readonly disk: Disk;
  readonly register: Register;
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
  /** Something was found that is not as it should be, and that only the index remembers: a torn end is cut off once. */
  readonly isNoted: boolean;
}

/** The index as it was saved, brought up to date; made anew when it is missing, damaged or of another version. */
export async function openIndex(parts: OpeningParts): Promise<Opened> {
  if (!parts.disk.readOnly) await tidy(parts);
  const saved = await loadIndex(parts);
  if (parts.register.isNew) parts.register.note(saved?.segments.all().map(({ name }) => name) ?? []);
  const inventory = lookAt(parts);
  const shorter = saved ? shortened(parts, saved, inventory) : [];
  const known = saved ? issuesIn(saved) : 0;
  const unread = inventory.segments.filter((segment) => segment.size > (saved ? foldedOf(saved, segment) : 0));
  let lines = 0;
  let index = saved && fits(saved, inventory) ? saved : undefined;
  if (index) lines = await catchUp(reading(parts, index, true), inventory.segments);
  if (index && !reread(parts, index, inventory, changedAfter(savedAt(parts.layout)))) index = undefined;
  const rebuilt = index === undefined;
  if (!index) {
    index = await StoreIndex.create(parts.store, bytesOf(inventory), parts);
    lines = await readAll(parts, index, true);
    noteShortened(index, shorter);
  }
  if (!parts.disk.readOnly) await syncTails(parts, unread);
  if (inventory.parts.length > 0) {
    await settleParts(parts, index, inventory);
    lines += await catchUp(reading(parts, index, true), lookAt(parts).segments);
  }
  return { index, lines, rebuilt, isNoted: issuesIn(index) > known };
}

/** Of all segments. */
export function bytesOf({ segments }: Pick<Inventory, 'segments'>): number {
  return segments.reduce((sum, { size }) => sum + size, 0);
}

function issuesIn({ db }: StoreIndex): number {
  return db.number('select count(*) from issues');
}

/** What is there; whatever else should be is missed from now on. */
function lookAt({ layout, files, register }: OpeningParts): Inventory {
  const inventory = takeInventory(layout, (part) => files.isPart(part));
  register.found(inventory.segments.map(({ name }) => name));
  return inventory;
}

/**
 * The ends of files that are shorter than they were: nothing of a finished line ever goes by itself. A log in git may
 * well be an earlier one.
 */
export function shortened({ layout }: OpeningParts, index: StoreIndex, { segments }: Inventory) {
  const shared = isShared(layout);
  return segments.flatMap(({ name, size }) => {
    const known = index.segments.find(name.kind, name.writer, name.n);
    const isShorter = known?.name.gen === name.gen && size < known.folded && !(shared && name.kind === 'log');
    return isShorter ? [{ name, from: size, length: known.folded - size }] : [];
  });
}

export function noteShortened(index: StoreIndex, shorter: ReturnType<typeof shortened>): void {
  for (const { name, from, length } of shorter) {
    note(index, index.segments.ensure(name).seg, { offset: from, length }, 'lines_missing');
  }
}

async function tidy(parts: OpeningParts): Promise<void> {
  syncNames(parts);
  await removeLeftovers(parts);
  await removeOldGenerations(parts);
}

/**
 * What a killed process made may not last yet, and what it replaced goes next. Where nothing was made since, this costs
 * next to nothing.
 */
function syncNames({ disk, layout }: OpeningParts): void {
  disk.syncAbove(layout.root, 'identity');
  disk.syncFolder(layout.root, 'identity');
  for (const kind of segmentKinds) disk.syncFolder(layout.folder(kind), kind);
}

/**
 * The same for its last lines, which no index file has: from now on they are answered for, to whoever sends them again,
 * and the imports and deletions they speak of are finished.
 */
async function syncTails({ disk, layout, writer }: OpeningParts, unread: readonly SegmentOnDisk[]): Promise<void> {
  for (const { name } of unread) {
    if (name.writer !== writer) continue;
    const file = layout.at(segmentFile(name));
    const fd = disk.open(file, 'r+', name.kind);
    try {
      await disk.sync(fd, file, name.kind);
    } finally {
      fs.closeSync(fd);
    }
  }
}

/** What a kill left of files that were to be replaced as a whole. Rows of imports are looked at later. */
async function removeLeftovers({ disk, layout }: OpeningParts): Promise<void> {
  for (const folder of [layout.root, layout.datasets, layout.exports]) {
    const left = fs.existsSync(folder) ? fs.readdirSync(folder).filter((file) => file.endsWith('.part')) : [];
    for (const file of left) await unlessLocked(disk.unlink(path.join(folder, file), 'index'));
  }
}

/** Own segments of which a newer generation is there: whoever compacted them was killed before the old one was gone. */
async function removeOldGenerations({ disk, layout, writer }: OpeningParts): Promise<void> {
  for (const name of takeInventory(layout).outdated) {
    if (name.writer === writer) await unlessLocked(disk.unlink(layout.at(segmentFile(name)), name.kind));
  }
}

/** Reads the whole log into an empty index. `opening`: nobody else writes, so torn tails can be cut. */
export async function readAll(parts: OpeningParts, index: StoreIndex, opening: boolean): Promise<number> {
  const { segments } = lookAt(parts);
  const ofKind = (kind: string) => segments.filter(({ name }) => name.kind === kind);
  const total = bytesOf({ segments });
  const traceBytes = bytesOf({ segments: ofKind('traces') });
  const shifted =
    (before: number): Report =>
    ({ done }) =>
      parts.report?.({ done: before + done, total, unit: 'bytes' });
  index.folder.startBulk();
  const traces = await catchUp({ ...reading(parts, index, opening), report: shifted(0) }, ofKind('traces'));
  index.folder.endBulkOfTraces();
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
  const inventory = lookAt(parts);
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
  const there = new Map(segments.map((segment) => [segmentKey(segment.name), segment]));
  return index.segments.all().every(({ name, folded }) => {
    const found = there.get(segmentKey(name));
    return found !== undefined && found.name.gen === name.gen && found.size >= folded;
  });
}

function reading(parts: OpeningParts, index: StoreIndex, opening: boolean): CatchUpParts {
  return {
    index,
    files: parts.files,
    cancel: parts.cancel,
    report: parts.report,
    batch: opening ? openingBatch : undefined,
    isTorn: ({ name }) => opening && name.writer === parts.writer && !parts.disk.readOnly,
    cut: (segment, offset) => {
      cut(parts, segment, offset);
    },
  };
}

/** Not synced: an end that comes back is cut off again, unless something was appended and synced in its place. */
function cut({ disk, layout }: OpeningParts, { name }: SegmentOnDisk, size: number): void {
  const file = layout.at(segmentFile(name));
  const fd = disk.open(file, 'r+', name.kind);
  try {
    disk.truncate(fd, size, file, name.kind);
  } finally {
    fs.closeSync(fd);
  }
}

/** Own rows of imports: those an act in the log names become visible, the others are what a kill left behind. */
async function settleParts(
  { disk, files, layout, writer }: OpeningParts,
  index: StoreIndex,
  { parts }: Inventory,
): Promise<void> {
  const committed = committedSegments(index, parts);
  if (disk.readOnly) {
    for (const name of parts) if (committed.has(segmentFile(name))) files.setPart(name, true);
    return;
  }
  for (const name of parts.filter((part) => part.writer === writer)) {
    const file = segmentFile(name);
    const part = layout.at(`${file}.part`);
    const counts = committed.has(file);
    const done = await unlessLocked(counts ? disk.rename(part, layout.at(file), name.kind) : disk.unlink(part, name.kind));
    if (counts && !done) files.setPart(name, true);
  }
  for (const kind of segmentKinds) if (parts.some((name) => name.kind === kind)) disk.syncFolder(layout.folder(kind), kind);
}

/**
 * Told from the bytes of the acts, the damaged ones too, which nobody can read: what was taken in must not go because
 * the line that says so has a wrong byte elsewhere.
 */
function committedSegments(index: StoreIndex, parts: readonly SegmentName[]): ReadonlySet<string> {
  const rows = index.db.rows(
    "select x.seg, x.off, x.len from imports i join acts x on x.a = i.a union all select seg, off, len from issues where kind = 'damaged'",
  );
  const texts = rows.map(([seg, offset, length]) => {
    const bytes = index.bytesAt({ seg: Number(seg), offset: Number(offset), length: Number(length) });
    return bytes.toString('latin1').split('"segments":')[1] ?? '';
  });
  return new Set(parts.map(segmentFile).filter((file) => texts.some((text) => text.includes(`"${file}"`))));
}
