import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, existsSync, realpathSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { ExportedFile } from '../../core/log/events';
import { Problem } from '../../core/lib/problem';
import { pathInside } from '../inside';
import { fileProblem } from './problems';

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

/**
 * Makes the folder and those above it.
 * @throws Problem `folder_name_unsafe`, `folder_not_writable`
 */
export async function prepareFolder(folder: string): Promise<void> {
  if (patternCharacters.test(folder)) throw new Problem('folder_name_unsafe', { path: folder });
  try {
    await makeFolder(folder);
  } catch (error) {
    throw fileProblem(error, folder);
  }
}

/**
 * Sees to it that nothing in the folder would be lost or mixed up: it must be empty, or hold only what earlier exports
 * wrote and nobody changed since.
 * @throws Problem `folder_not_empty`
 */
export async function clearFolder(folder: string, earlier: ReadonlyMap<string, ExportedFile>): Promise<void> {
  for (const name of await readdir(folder)) {
    const place = path.join(folder, name);
    const known = earlier.get(place);
    if (leftover.test(name)) await rm(place, { force: true });
    else if (!known || (await sha256Of(place)) !== known.sha256)
      throw new Problem('folder_not_empty', { path: folder, file: name });
  }
}

/** Node's own way never ends where nothing can be made, such as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(path.dirname(folder))) throw error;
    await makeFolder(path.dirname(folder));
    await mkdir(folder);
  }
}

/** Writes a file beside its place and syncs it; `moveFiles` moves it there. @returns its SHA-256 */
export async function writeBeside(place: string, token: string, chunks: Iterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  try {
    const file = await open(besideOf(place, token), 'w', 0o644);
    try {
      for (const batch of batched(chunks)) {
        hash.update(batch);
        await file.write(batch);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    return hash.digest('hex');
  } catch (error) {
    throw fileProblem(error, path.dirname(place));
  }
}

/** Moves files to their places, for good: a reader sees the old file or the new one. */
export async function moveFiles(folder: string, token: string, places: readonly string[]): Promise<void> {
  try {
    for (const place of places) await rename(besideOf(place, token), place);
    await syncFolder(folder);
  } catch (error) {
    throw fileProblem(error, folder);
  }
}

/** Removes what was not moved to its place, as far as that can be done: the next export into the folder does the rest. */
export async function removeParts(folder: string, token: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const parts = names.filter((name) => isPartOf(token, name));
  await Promise.allSettled(parts.map((name) => rm(path.join(folder, name), { force: true })));
}

function besideOf(place: string, token: string): string {
  return path.join(path.dirname(place), partName(path.basename(place), token));
}

/** Windows has no such thing and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
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

/** Removes what an earlier export wrote and this one did not write anew (a holdout that is empty now). */
export async function removeOld(earlier: ReadonlyMap<string, ExportedFile>, kept: ReadonlySet<string>): Promise<void> {
  for (const place of earlier.keys()) if (!kept.has(place)) await rm(place, { force: true });
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
