import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Problem } from '../../../core/lib/problem';
import { fileProblem } from './errors';
import type { Faults, FileRole, FileStep } from './faults';

const fdatasync = promisify(fs.fdatasync);

/** How long a file that another program holds is tried again, in milliseconds. */
const patience = 2000;
const pause = 50;
/** Bytes of a long write after which it is synced. */
const syncEvery = 1 << 20;

/** Every change the store makes to a file goes through here, so that it can be watched, failed and put into words. */
export class Disk {
  /** `readOnly`: nothing may be changed, and whoever tries is told so. */
  constructor(
    private readonly faults?: Faults,
    readonly readOnly = false,
  ) {}

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

  /** Returns when the bytes are on disk, under this name. Bytes that nobody finds there any more are `store_vanished`. */
  async sync(fd: number, file: string, role: FileRole): Promise<void> {
    await this.flush(fd, file, file, role);
  }

  /** @throws Problem `store_locked_file` when another program does not let go of it */
  async rename(from: string, to: string, role: FileRole): Promise<void> {
    await this.patiently(role, 'rename', to, () => fs.renameSync(from, to));
  }

  /** Deletes a file; one that is gone already is fine. @throws Problem `store_locked_file` */
  async unlink(file: string, role: FileRole): Promise<void> {
    await this.patiently(role, 'unlink', file, () => fs.rmSync(file, { force: true }));
  }

  /** Deletes a folder and all that is in it. */
  removeFolder(folder: string, role: FileRole): void {
    this.step(role, 'unlink', folder, () => fs.rmSync(folder, { recursive: true, force: true }));
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
    this.mayWrite(folder);
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
        await this.flush(fd, temporary, file, role);
        synced = position;
      }
      await this.flush(fd, temporary, file, role);
    } catch (error) {
      fs.closeSync(fd);
      drop(temporary, error);
      throw error;
    }
    fs.closeSync(fd);
    try {
      await this.rename(temporary, file, role);
    } catch (error) {
      drop(temporary, error);
      throw error;
    }
    this.syncFolder(path.dirname(file), role);
  }

  /** `place`: where the file is, `file`: what it is called when something is said of it. */
  private async flush(fd: number, place: string, file: string, role: FileRole): Promise<void> {
    this.mayWrite(file);
    try {
      this.faults?.(`${role}.sync.before`);
      await fdatasync(fd);
      if (!isSame(fd, place)) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
      this.faults?.(`${role}.sync.after`);
    } catch (error) {
      throw fileProblem(error, file);
    }
  }

  /** Virus scanners and the like hold a file for a moment, and let go soon. */
  private async patiently(role: FileRole, step: FileStep, file: string, action: () => void): Promise<void> {
    const until = performance.now() + patience;
    for (;;) {
      try {
        this.step(role, step, file, action);
        return;
      } catch (error) {
        const held = error instanceof Problem && error.code === 'store_locked_file';
        if (!held || performance.now() > until) throw error;
        await after(pause);
      }
    }
  }

  /** @throws Problem `folder_not_writable` */
  mayWrite(file: string): void {
    if (this.readOnly) throw new Problem('folder_not_writable', { path: file, reason: 'the store is open for reading only' });
  }

  private step<T>(role: FileRole, step: FileStep, file: string, action: () => T): T {
    this.mayWrite(file);
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

/** What was to replace a file goes when the user is told that it did not. */
function drop(temporary: string, error: unknown): void {
  if (error instanceof Problem) fs.rmSync(temporary, { force: true });
}

/** False when another program holds the file. */
export async function unlessLocked(work: Promise<void>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'store_locked_file') return false;
    throw error;
  }
}

/** Whether this is the file of that name, and not one that was moved or deleted under our hands. */
export function isSame(fd: number, file: string): boolean {
  const [open, named] = [fs.fstatSync(fd), fs.statSync(file, { throwIfNoEntry: false })];
  return open.nlink > 0 && named !== undefined && named.ino === open.ino && named.dev === open.dev;
}

function writeFully(fd: number, bytes: Uint8Array, position: number): void {
  let done = 0;
  while (done < bytes.length) done += fs.writeSync(fd, bytes, done, bytes.length - done, position + done);
}
