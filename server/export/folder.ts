import { createHash, randomBytes } from 'node:crypto';
import { closeSync, createReadStream, realpathSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { ExportedFile } from '../../core/log/events';
import { Problem } from '../../core/lib/problem';
import { pathInside } from '../inside';
import { Disk, type Tampering } from '../store/disk/disk';
import { fileProblem } from './problems';

const role = 'exported_file';

/** Loaders take a path for a pattern (EXPORT W6): with one of these in it they find nothing, and do not say why. */
const patternCharacters = /[[\]*?]/;

/**
 * The store's folder is no place for other files: it is swept, and carried about, as one.
 * @throws Problem `folder_in_store`
 */
export function keepOutOf(store: string, folder: string): void {
  if (pathInside(realPlace(store), realPlace(folder)) !== undefined) throw new Problem('folder_in_store', { path: folder });
}

/** Where a path leads, also when its end is not there yet. */
function realPlace(place: string): string {
  try {
    return realpathSync(place);
  } catch {
    const parent = path.dirname(place);
    return parent === place ? place : path.join(realPlace(parent), path.basename(place));
  }
}

/** Left behind by an export that was killed. */
const leftover = /^\..+\.[0-9a-f]{8}\.part$/;

/** Eight hex digits that tell the unfinished files of one export from all others. */
export function newToken(): string {
  return randomBytes(4).toString('hex');
}

/** What a file is called until it is moved to its place. */
export function partName(name: string, token: string): string {
  return `.${name}.${token}.part`;
}

export function isPartOf(token: string, name: string): boolean {
  return name.startsWith('.') && name.endsWith(`.${token}.part`);
}

/** What exported files are written through: whatever goes wrong with one is said of its folder. */
export function exportDisk({ faults, medium }: Tampering = {}): Disk {
  return new Disk({ faults, medium, problem: (error, file) => fileProblem(error, path.dirname(file)) });
}

/**
 * Makes the folder and those above it.
 * @throws Problem `folder_name_unsafe`, `folder_not_writable`
 */
export function prepareFolder(disk: Disk, folder: string): void {
  if (patternCharacters.test(folder)) throw new Problem('folder_name_unsafe', { path: folder });
  disk.makeFolder(folder, role);
}

/**
 * Sees to it that nothing in the folder would be lost or mixed up: it must be empty, or hold only what earlier exports
 * wrote and nobody changed since.
 * @throws Problem `folder_not_empty`
 */
export async function clearFolder(disk: Disk, folder: string, earlier: ReadonlyMap<string, ExportedFile>): Promise<void> {
  for (const name of await readdir(folder)) {
    const place = path.join(folder, name);
    const known = earlier.get(place);
    if (leftover.test(name)) await disk.unlink(place, role);
    else if (!known || (await sha256Of(place)) !== known.sha256)
      throw new Problem('folder_not_empty', { path: folder, file: name });
  }
}

/** Writes a file beside its place and syncs it; `settleFiles` moves it there. @returns its SHA-256 */
export async function writeBeside(disk: Disk, place: string, token: string, chunks: Iterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  const beside = besideOf(place, token);
  const fd = disk.open(beside, 'w+', role);
  try {
    let size = 0;
    for (const batch of batched(chunks)) {
      hash.update(batch);
      disk.write(fd, batch, size, beside, role);
      size += batch.length;
      await turn();
    }
    await disk.sync(fd, beside, role);
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}

/**
 * Moves files to their places: a reader sees the old file or the new one. What an earlier export wrote and this one did
 * not write anew (a holdout that is empty now) goes. All of it lasts when this returns.
 */
export async function settleFiles(
  disk: Disk,
  folder: string,
  token: string,
  places: readonly string[],
  earlier: ReadonlyMap<string, ExportedFile>,
): Promise<void> {
  const kept = new Set(places);
  for (const place of places) await disk.rename(besideOf(place, token), place, role);
  for (const place of earlier.keys()) if (!kept.has(place)) await disk.unlink(place, role);
  disk.syncFolder(folder, role);
}

/** Removes what was not moved to its place, as far as that can be done: the next export into the folder does the rest. */
export async function removeParts(disk: Disk, folder: string, token: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const parts = names.filter((name) => isPartOf(token, name));
  await Promise.allSettled(parts.map((name) => disk.unlink(path.join(folder, name), role)));
}

function besideOf(place: string, token: string): string {
  return path.join(path.dirname(place), partName(path.basename(place), token));
}

const batchSize = 1024 * 1024;

function* batched(chunks: Iterable<Buffer>): Generator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    if (size < batchSize) continue;
    yield Buffer.concat(waiting);
    [waiting, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** Hash of a file's bytes; undefined when it is not there, a folder, or not readable. */
export async function sha256Of(place: string): Promise<string | undefined> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(place), hash);
    return hash.digest('hex');
  } catch {
    // Whatever it is, it is not a file of ours as we wrote it.
    return undefined;
  }
}
