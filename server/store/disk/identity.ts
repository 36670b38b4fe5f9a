import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import * as z from 'zod';
import { Problem } from '../../../core/lib/problem';
import type { Disk } from './disk';
import { Layout, segmentKinds } from './layout';
import { readJson, readLocal, writeJson, writeLocal, type LocalFile } from './local-file';
import { formats, migrate, stepsOf, type Formats } from './migrate';
import { ignoreAll } from './sharing';

const storeFile = z.object({
  format: z.number().int().positive(),
  /** Files are on their way from this format; some may have arrived. */
  migrating_from: z.number().int().positive().optional(),
  id: z.string().min(1),
});

export interface Identity {
  /** The store's own id, the same in every copy and clone. */
  readonly store: string;
  /** This copy. Its `writer` is who it appends as; no other copy has the same one. */
  readonly local: LocalFile;
}

/** Whether there is a store in this folder. */
export function isStore(folder: string): boolean {
  return fs.existsSync(new Layout(folder).store);
}

/** Reads who the store is, making it when it is new. @throws Problem `store_not_found`, `store_too_new`, `store_damaged` */
export async function identify(disk: Disk, layout: Layout, create: boolean, known = formats): Promise<Identity> {
  const isNew = readJson(layout.store) === undefined;
  if (isNew && !create) throw new Problem('store_not_found', { path: layout.root });
  if (isNew) await makeStore(disk, layout, known);
  else if (!disk.readOnly) makeFolders(disk, layout);
  return { store: await readStore(disk, layout, known), local: await localOf(disk, layout) };
}

/** git keeps no empty folders: a clone of a shared log comes without most of them. */
function makeFolders(disk: Disk, layout: Layout): void {
  const folders = [...segmentKinds, 'datasets', 'exports'].map((name) => layout.at(name));
  for (const folder of folders) disk.makeFolder(folder, 'identity');
}

async function makeStore(disk: Disk, layout: Layout, { version }: Formats): Promise<void> {
  makeFolders(disk, layout);
  await disk.replace(layout.ignore, [Buffer.from(ignoreAll)], 'identity');
  await writeJson(disk, layout.store, { format: version, id: randomName(16) });
}

async function readStore(disk: Disk, layout: Layout, known: Formats): Promise<string> {
  const parsed = storeFile.safeParse(readJson(layout.store));
  if (!parsed.success) throw new Problem('store_damaged', { path: layout.root, reason: 'store.json cannot be read' });
  const { format, migrating_from: from = format, id } = parsed.data;
  const now = { format: known.version, id };
  if (format > known.version) throw new Problem('store_too_new', { path: layout.root, version: format });
  // In a folder that cannot be written there is nothing to note, as long as all of it can be read.
  const isReadable = disk.readOnly && stepsOf(layout, from, known).length === 0;
  if (from < known.version && !isReadable) {
    await migrate(disk, layout, from, known, () => writeJson(disk, layout.store, { ...now, migrating_from: from }));
    await writeJson(disk, layout.store, now);
  }
  return id;
}

/**
 * A copied folder gets a new writer id: two copies appending as one would make two different files with one name.
 * The folder is the same when its inode is, and either its place or its device (devices are renumbered on reboot).
 */
async function localOf(disk: Disk, layout: Layout): Promise<LocalFile> {
  const { dev, ino } = fs.statSync(layout.root, { bigint: true });
  const here = { path: fs.realpathSync(layout.root), device: String(dev), inode: String(ino) };
  const known = readLocal(layout);
  const same = known?.inode === here.inode && (known.path === here.path || known.device === here.device);
  const local = { writer: same ? known.writer : randomName(10), ...here, segments: known?.segments };
  // A folder that cannot be written is read all the same, and nobody appends to it.
  if (disk.readOnly) return local;
  const unchanged = same && known.path === here.path && known.device === here.device;
  if (!unchanged) await writeLocal(disk, layout, local);
  return local;
}

function randomName(length: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  return [...randomBytes(length)].map((byte) => alphabet.charAt(byte & 31)).join('');
}
