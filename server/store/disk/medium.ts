import fs from 'node:fs';
import { promisify } from 'node:util';

const fdatasync = promisify(fs.fdatasync);

/**
 * What the system is asked to do to files. The product runs on the system's own; tests run on one that forgets, when its
 * power is lost, what nobody synced.
 */
export interface Medium {
  open(file: string, flags: 'r+' | 'wx+' | 'w+', mode: number): number;
  /** All the bytes: a short write goes on where it stopped. */
  write(fd: number, bytes: Uint8Array, position: number): void;
  truncate(fd: number, size: number): void;
  /** The bytes written until now, and how many there are. */
  sync(fd: number): Promise<void>;
  rename(from: string, to: string): void;
  /** A second name for a file; EEXIST when the name is taken. */
  link(from: string, to: string): void;
  /** One that is gone already is fine. */
  unlink(file: string): void;
  /** The folder above is there. */
  makeFolder(folder: string, mode: number): void;
  /** With all that is in it. */
  removeFolder(folder: string): void;
  /** The names in it that were made, changed or taken away until now. */
  syncFolder(folder: string): void;
}

export const system: Medium = {
  open: (file, flags, mode) => fs.openSync(file, flags, mode),
  write: (fd, bytes, position) => {
    let done = 0;
    while (done < bytes.length) done += fs.writeSync(fd, bytes, done, bytes.length - done, position + done);
  },
  truncate: (fd, size) => {
    fs.ftruncateSync(fd, size);
  },
  sync: (fd) => fdatasync(fd),
  rename: (from, to) => {
    fs.renameSync(from, to);
  },
  link: (from, to) => {
    fs.linkSync(from, to);
  },
  unlink: (file) => {
    fs.rmSync(file, { force: true });
  },
  makeFolder: (folder, mode) => {
    fs.mkdirSync(folder, { mode });
  },
  removeFolder: (folder) => {
    fs.rmSync(folder, { recursive: true, force: true });
  },
  syncFolder: (folder) => {
    const fd = fs.openSync(folder, 'r');
    try {
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
  },
};
