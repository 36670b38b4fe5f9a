import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import * as z from 'zod';
import { Problem } from '../../../core/lib/problem';
import type { Disk } from './disk';
import { codeOf } from './errors';
import { segmentKinds, type Layout } from './layout';
import { ignoreAll } from './sharing';

/** The format this version writes. A store of a higher one is refused. */
export const formatVersion = 1;

const storeFile = z.object({ format: z.number().int().positive(), id: z.string().min(1) });
const localFile = z.object({
  writer: z.string().regex(/^[a-z0-9]{1,26}$/),
  path: z.string(),
  device: z.string(),
  inode: z.string(),
});

export interface Identity {
  /** The store's own id, the same in every copy and clone. */
  readonly store: string;
  /** Who this copy appends as; no other copy has the same one. */
  readonly writer: string;
  /** True when the folder was just made. */
  readonly created: boolean;
}

/** Reads who the store is, making it when it is new. @throws Problem `store_not_found`, `store_too_new`, `store_damaged` */
export async function identify(disk: Disk, layout: Layout, create: boolean): Promise<Identity> {
  const known = readJson(layout.store);
  if (known === undefined && !create) throw new Problem('store_not_found', { path: layout.root });
  if (known === undefined) await makeStore(disk, layout);
  else makeFolders(disk, layout);
  return { store: readStore(layout), writer: await writerOf(disk, layout), created: known === undefined };
}

/** git keeps no empty folders: a clone of a shared log comes without most of them. */
function makeFolders(disk: Disk, layout: Layout): void {
  const folders = [...segmentKinds, 'datasets', 'exports'].map((name) => layout.at(name));
  for (const folder of folders) if (!fs.existsSync(folder)) disk.makeFolder(folder);
}

async function makeStore(disk: Disk, layout: Layout): Promise<void> {
  makeFolders(disk, layout);
  await disk.replace(layout.ignore, [Buffer.from(ignoreAll)], 'identity');
  await writeJson(disk, layout.store, { format: formatVersion, id: randomName(16) });
}

function readStore(layout: Layout): string {
  const parsed = storeFile.safeParse(readJson(layout.store));
  if (!parsed.success) throw new Problem('store_damaged', { path: layout.root, reason: 'store.json cannot be read' });
  const { format, id } = parsed.data;
  if (format > formatVersion) throw new Problem('store_too_new', { path: layout.root, version: format });
  return id;
}

/**
 * A copied folder gets a new writer id: two copies appending as one would make two different files with one name.
 * The folder is the same when its inode is, and either its place or its device (devices are renumbered on reboot).
 */
async function writerOf(disk: Disk, layout: Layout): Promise<string> {
  const { dev, ino } = fs.statSync(layout.root, { bigint: true });
  const here = { path: fs.realpathSync(layout.root), device: String(dev), inode: String(ino) };
  const known = localFile.safeParse(readJson(layout.local));
  const same =
    known.success && known.data.inode === here.inode && (known.data.path === here.path || known.data.device === here.device);
  const writer = same ? known.data.writer : randomName(10);
  const unchanged = same && known.data.path === here.path && known.data.device === here.device;
  if (!unchanged) await writeJson(disk, layout.local, { writer, ...here });
  return writer;
}

function randomName(length: number): string {
  const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
  return [...randomBytes(length)].map((byte) => alphabet.charAt(byte & 31)).join('');
}

/** Undefined when there is no such file, null when it is no JSON. */
function readJson(file: string): unknown {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

async function writeJson(disk: Disk, file: string, value: unknown): Promise<void> {
  await disk.replace(file, [Buffer.from(`${JSON.stringify(value)}\n`)], 'identity');
}
