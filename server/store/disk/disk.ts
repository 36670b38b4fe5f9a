import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { Problem } from '../../../core/lib/problem';
import { codeOf, fileProblem } from './errors';
import { modeOf, type Faults, type FileRole, type FileStep } from './faults';
import { system, type Medium } from './medium';

/** How long a file that another program holds is tried again, in milliseconds. */
const patience = 2000;
const pause = 50;
/** A folder that cannot be entered is of no use. */
const executable = 0o111;
/** Bytes of a long write after which it is synced. */
const syncEvery = 1 << 20;

/** What tests put in the place of the system, or between it and the store. */
export interface Tampering {
  /** Fail points: called before and after every step that changes a file. */
  readonly faults?: Faults | undefined;
  /** Default: the system's own. */
  readonly medium?: Medium | undefined;
}

export interface DiskOptions extends Tampering {
  /** Nothing may be changed, and whoever tries is told so, or that there is no room. Default false. */
  readonly readOnly?: boolean | 'full' | undefined;
  /** Puts a failure into words. Default: as it is said of the store's own files. */
  readonly problem?: (error: unknown, file: string) => unknown;
}

/** Every change to a file goes through here, so that it can be watched, failed and put into words. */
export class Disk {
  readonly readOnly: boolean;
  private readonly faults: Faults | undefined;
  private readonly medium: Medium;
  private readonly problem: (error: unknown, file: string) => unknown;
  /** Nothing may be changed because there is no room. */
  readonly isFull: boolean;

  constructor({ faults, medium = system, readOnly = false, problem = fileProblem }: DiskOptions = {}) {
    this.faults = faults;
    this.medium = medium;
    this.readOnly = readOnly !== false;
    this.isFull = readOnly === 'full';
    this.problem = problem;
  }

  /** Opens for reading and writing; `wx+` fails when the file is there already. */
  open(file: string, flags: 'r+' | 'wx+' | 'w+', role: FileRole): number {
    return this.step(role, 'create', file, () => this.medium.open(file, flags, modeOf(role)));
  }

  /** Writes all the bytes at a position. */
  write(fd: number, bytes: Uint8Array, position: number, file: string, role: FileRole): void {
    this.step(role, 'write', file, () => {
      this.medium.write(fd, bytes, position);
    });
  }

  /** Overwrites bytes that are already there. */
  overwrite(fd: number, bytes: Uint8Array, position: number, file: string, role: FileRole): void {
    this.step(role, 'overwrite', file, () => {
      this.medium.write(fd, bytes, position);
    });
  }

  truncate(fd: number, size: number, file: string, role: FileRole): void {
    this.step(role, 'truncate', file, () => {
      this.medium.truncate(fd, size);
    });
  }

  /** Returns when the bytes are on disk, under this name. Bytes that nobody finds there any more are `store_vanished`. */
  async sync(fd: number, file: string, role: FileRole): Promise<void> {
    await this.flush(fd, file, file, role);
  }

  /** @throws Problem `store_locked_file` when another program does not let go of it */
  async rename(from: string, to: string, role: FileRole): Promise<void> {
    await this.patiently(role, 'rename', to, () => {
      this.medium.rename(from, to);
    });
  }

  /** Deletes a file; one that is gone already is fine. @throws Problem `store_locked_file` */
  async unlink(file: string, role: FileRole): Promise<void> {
    await this.patiently(role, 'unlink', file, () => {
      this.medium.unlink(file);
    });
  }

  /** The same at once: whoever holds it is not waited for. */
  unlinkNow(file: string, role: FileRole): void {
    this.step(role, 'unlink', file, () => {
      this.medium.unlink(file);
    });
  }

  /** Gives a file a second name; false when that is taken. */
  link(from: string, to: string, role: FileRole): boolean {
    return unlessTaken(() => {
      this.step(role, 'link', to, () => {
        this.medium.link(from, to);
      });
    });
  }

  /** Deletes a folder and all that is in it. */
  removeFolder(folder: string, role: FileRole): void {
    this.step(role, 'unlink', folder, () => {
      this.medium.removeFolder(folder);
    });
  }

  /** Makes created, renamed and deleted names last. Windows has no such thing and needs none. */
  syncFolder(folder: string, role: FileRole): void {
    if (process.platform === 'win32') return;
    this.step(role, 'sync_folder', folder, () => {
      this.medium.syncFolder(folder);
    });
  }

  /** Makes a folder and those above it that are not there, for good. */
  makeFolder(folder: string, role: FileRole): void {
    this.mayWrite(folder);
    if (isFolder(folder)) return;
    const above = path.dirname(folder);
    // What is there and no folder has its error from the system.
    if (!fs.existsSync(above)) this.makeFolder(above, role);
    this.step(role, 'create', folder, () => {
      try {
        this.medium.makeFolder(folder, modeOf(role) | executable);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST' || !isFolder(folder)) throw error;
      }
    });
    this.syncAbove(folder, role);
  }

  /** Makes the name of a folder last, unless the folder above is somebody else's, who lets nobody look into it. */
  syncAbove(folder: string, role: FileRole): void {
    try {
      this.syncFolder(path.dirname(folder), role);
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'folder_not_writable') throw error;
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
      this.drop(temporary, error, role);
      throw error;
    }
    fs.closeSync(fd);
    try {
      await this.rename(temporary, file, role);
    } catch (error) {
      this.drop(temporary, error, role);
      throw error;
    }
    this.syncFolder(path.dirname(file), role);
  }

  /** What was to replace a file goes when the user is told that it did not. One that cannot go now does later. */
  private drop(temporary: string, error: unknown, role: FileRole): void {
    if (!(error instanceof Problem)) return;
    try {
      this.unlinkNow(temporary, role);
    } catch (another) {
      if (!(another instanceof Problem)) throw another;
    }
  }

  /** `place`: where the file is, `file`: what it is called when something is said of it. */
  private async flush(fd: number, place: string, file: string, role: FileRole): Promise<void> {
    this.mayWrite(file);
    try {
      this.faults?.(`${role}.sync.before`);
      await this.medium.sync(fd);
      if (!isSame(fd, place)) throw Object.assign(new Error('gone'), { code: 'ENOENT' });
      this.faults?.(`${role}.sync.after`);
    } catch (error) {
      throw this.problem(error, file);
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

  /** @throws Problem `folder_not_writable`, `disk_full` */
  mayWrite(file: string): void {
    if (this.isFull) throw new Problem('disk_full', { path: file });
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
      throw this.problem(error, file);
    }
  }
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

function isFolder(place: string): boolean {
  return fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** False when there is something of that name already. */
export function unlessTaken(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}
