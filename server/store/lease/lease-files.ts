import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { Problem } from '../../../core/lib/problem';
import { unlessTaken, type Disk } from '../disk/disk';
import { codeOf, fileProblem } from '../disk/errors';

/**
 * A lease is the file `lease.<k>`; the highest k counts, and its owner holds the store. Numbers only grow and a file is
 * only ever made when it is not there yet, so of all who want to follow a dead owner exactly one succeeds.
 */
export const leaseRecord = z.object({
  host: z.string(),
  /** Changes with every start of the machine. */
  boot: z.string(),
  /** For people to read; never used to tell whether the owner lives. */
  pid: z.number().int(),
  /** Unix socket or named pipe the owner answers on. */
  socket: z.string(),
  /** The owner echoes it to whoever connects. */
  nonce: z.string(),
  /** The owner let go of the store. */
  free: z.boolean(),
});
export type LeaseRecord = z.infer<typeof leaseRecord>;

export interface LeaseFile {
  readonly k: number;
  /** Undefined when the file cannot be read as a lease. */
  readonly record: LeaseRecord | undefined;
  /** Milliseconds since 1970 of the owner's last heartbeat. */
  readonly beat: number;
}

const pattern = /^lease\.(\d{1,15})$/;

export function leasePath(root: string, k: number): string {
  return path.join(root, `lease.${k}`);
}

/** The numbers of the leases that are there, ascending. */
export function leaseNumbers(root: string): number[] {
  return names(root)
    .flatMap((name) => pattern.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/** @throws Problem `store_vanished` */
function names(root: string): string[] {
  try {
    return fs.readdirSync(root);
  } catch (error) {
    throw fileProblem(error, root);
  }
}

/** Undefined when it is gone by now. */
export function readLease(root: string, k: number): LeaseFile | undefined {
  try {
    const file = leasePath(root, k);
    const parsed = leaseRecord.safeParse(parse(fs.readFileSync(file, 'utf8')));
    return { k, record: parsed.success ? parsed.data : undefined, beat: fs.statSync(file).mtimeMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw fileProblem(error, root);
  }
}

/** Makes a lease with its content in one step; false when somebody was quicker. */
export function makeLease(disk: Disk, root: string, k: number, record: LeaseRecord): boolean {
  const temporary = path.join(root, `.lease.${randomBytes(6).toString('hex')}`);
  try {
    write(disk, temporary, record);
    return linked(disk, temporary, leasePath(root, k), record);
  } finally {
    disk.unlinkNow(temporary, 'lease');
  }
}

function linked(disk: Disk, from: string, to: string, record: LeaseRecord): boolean {
  try {
    return disk.link(from, to, 'lease');
  } catch (error) {
    // An owner has tidied up meanwhile, or the folder is gone, which the next look at it says.
    if (error instanceof Problem && error.code === 'store_vanished') return false;
    if (!hasNoLinks(error)) throw error;
  }
  return unlessTaken(() => {
    write(disk, to, record);
  });
}

/** Some file systems have none: there a lease is written at its place, still only when the name is free. */
function hasNoLinks(error: unknown): boolean {
  const refused = error instanceof Problem && error.code === 'folder_not_writable';
  return refused || ['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error) ?? '');
}

function write(disk: Disk, file: string, record: LeaseRecord): void {
  const fd = disk.open(file, 'wx+', 'lease');
  try {
    disk.write(fd, Buffer.from(JSON.stringify(record)), 0, file, 'lease');
  } finally {
    fs.closeSync(fd);
  }
}

export function dropLease(disk: Disk, root: string, k: number): void {
  disk.unlinkNow(leasePath(root, k), 'lease');
}

/** Says in the file that its owner is done. The file stays, so that numbers keep growing. */
export async function freeLease(disk: Disk, root: string, k: number, record: LeaseRecord): Promise<void> {
  const temporary = path.join(root, `.lease.${record.nonce}`);
  try {
    write(disk, temporary, { ...record, free: true });
    await disk.rename(temporary, leasePath(root, k), 'lease');
  } catch (error) {
    // Whoever comes next calls, and hears nothing: an owner that is not there has let go.
    if (!(error instanceof Problem)) throw error;
    await disk.unlink(temporary, 'lease');
    if (error.code === 'disk_full') freeInPlace(disk, root, k, record);
  }
}

/** Where there is no room for another file: in as many bytes as there are. Whoever reads half of it looks again. */
function freeInPlace(disk: Disk, root: string, k: number, record: LeaseRecord): void {
  const held = JSON.stringify(record);
  const free = JSON.stringify({ ...record, free: true }).padEnd(held.length);
  const file = leasePath(root, k);
  try {
    const fd = disk.open(file, 'r+', 'lease');
    try {
      disk.overwrite(fd, Buffer.from(free), 0, file, 'lease');
    } finally {
      fs.closeSync(fd);
    }
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

const unfinished = /^\.lease\.[0-9a-f]+$/;

/** What a killed process left of a lease that it was making. For its owner, after whom nobody makes one. */
export function removeUnfinished(disk: Disk, root: string): void {
  for (const name of names(root)) if (unfinished.test(name)) disk.unlinkNow(path.join(root, name), 'lease');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
