import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf, fileProblem } from './errors';
import type { Faults, FileRole, FileStep } from './faults';

const fdatasync = promisify(fs.fdatasync);

/** How long a rename over a file somebody holds open is tried (Windows), in milliseconds. */
const renamePatience = 2000;
const renamePause = 50;
/** Bytes of a long write after which it is synced. */
const syncEvery = 1 << 20;

/** Every change the store makes to a file goes through here, so that it can be watched, failed and put into words. */
export class Disk {
  constructor(private readonly faults?: Faults) {}

  /** Opens for reading and writing; `wx+` fails when the file is there already. */
  open(file: string, flags: 'r+' | 'wx+' | 'w+', role: FileRole): number {
    return this.step(role, 'create', file, () => fs.openSync(file, flags, 0o600));
  }

  /** Writes all the bytes at a position: a short write goes on where it stopped. */
  write(fd: number, bytes: Uint8Array, position: number, file: string, role: FileRole): void {
    this.step(role, 'write', file, () => writeFully(fd, bytes, position));
  }

  /** Overwrites bytes that are already there. */
  overwrite(fd: number, bytes: Uint8Array, position: number, file: string, role: FileRole): void {
    this.step(role, 'overwrite', file, () => writeFully(fd, bytes, position));
  }

  truncate(fd: number, size: number, file: string, role: FileRole): void {
    this.step(role, 'truncate', file, () => fs.ftruncateSync(fd, size));
  }

  /** Returns when the bytes are on disk. A file without a name any more (its folder was deleted) is `store_vanished`. */
  async sync(fd: number, file: string, role: FileRole): Promise<void> {
    try {
      this.faults?.(`${role}.sync.before`);
      await fdatasync(fd);
      if (fs.fstatSync(fd).nlink === 0) throw Object.assign(new Error('deleted'), { code: 'ENOENT' });
      this.faults?.(`${role}.sync.after`);
    } catch (error) {
      throw fileProblem(error, file);
    }
  }

  async rename(from: string, to: string, role: FileRole): Promise<void> {
    try {
      this.faults?.(`${role}.rename.before`);
      await renamePatiently(from, to);
      this.faults?.(`${role}.rename.after`);
    } catch (error) {
      throw fileProblem(error, to);
    }
  }

  /** Deletes a file; one that is gone already is fine. */
  unlink(file: string, role: FileRole): void {
    this.step(role, 'unlink', file, () => fs.rmSync(file, { force: true }));
  }

  /** Makes created, renamed and deleted names last. Windows has no such thing and needs none. */
  syncFolder(folder: string, role: FileRole): void {
    if (process.platform === 'win32') return;
    this.step(role, 'sync_folder', folder, () => {
      const fd = fs.openSync(folder, 'r');
      try {
        fs.fsyncSync(fd);
      } finally {
        fs.closeSync(fd);
      }
    });
  }

  makeFolder(folder: string): void {
    try {
      fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    } catch (error) {
      throw fileProblem(error, folder);
    }
  }

  /** Replaces a file as a whole: temporary file, sync, rename, sync of the folder. */
  async replace(file: string, chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>, role: FileRole): Promise<void> {
    const temporary = `${file}.part`;
    const fd = this.open(temporary, 'w+', role);
    try {
      let position = 0;
      let synced = 0;
      for await (const chunk of chunks) {
        this.write(fd, chunk, position, file, role);
        position += chunk.length;
        if (position - synced < syncEvery) continue;
        // One large sync at the end would hold up everybody else's small ones.
        await this.sync(fd, file, role);
        synced = position;
      }
      await this.sync(fd, file, role);
    } catch (error) {
      fs.closeSync(fd);
      fs.rmSync(temporary, { force: true });
      throw error;
    }
    fs.closeSync(fd);
    await this.rename(temporary, file, role);
    this.syncFolder(path.dirname(file), role);
  }

  private step<T>(role: FileRole, step: FileStep, file: string, action: () => T): T {
    try {
      this.faults?.(`${role}.${step}.before`);
      const result = action();
      this.faults?.(`${role}.${step}.after`);
      return result;
    } catch (error) {
      throw fileProblem(error, file);
    }
  }
}

/** Windows refuses to replace a file that anybody has open, virus scanners too: they let go soon. */
async function renamePatiently(from: string, to: string): Promise<void> {
  const until = Date.now() + renamePatience;
  for (;;) {
    try {
      fs.renameSync(from, to);
      return;
    } catch (error) {
      const held = process.platform === 'win32' && ['EBUSY', 'EPERM', 'EACCES'].includes(codeOf(error) ?? '');
      if (!held) throw error;
      if (Date.now() > until) throw Object.assign(new Error('held by another program'), { code: 'EBUSY' });
      await after(renamePause);
    }
  }
}

function writeFully(fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += fs.writeSync(fd, bytes, done, bytes.length - done, position + done);
}
