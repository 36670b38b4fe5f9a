import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { Problem } from '../../../core/lib/problem';
import { codeOf, fileProblem } from '../disk/errors';
import type { Faults } from '../disk/faults';

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
export function makeLease(root: string, k: number, record: LeaseRecord, faults?: Faults): boolean {
  const temporary = path.join(root, `.lease.${randomBytes(6).toString('hex')}`);
  try {
    faults?.('lease.create.before');
    fs.writeFileSync(temporary, JSON.stringify(record), { mode: 0o600 });
    const made = linked(temporary, leasePath(root, k));
    faults?.('lease.create.after');
    return made;
  } catch (error) {
    throw fileProblem(error, root);
  } finally {
    fs.rmSync(temporary, { force: true });
  }
}

/** Some file systems have no hard links: there the content is copied, still only when the name is free. */
function linked(from: string, to: string): boolean {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'].includes(codeOf(error) ?? '')) throw error;
  }
  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

export function dropLease(root: string, k: number, faults?: Faults): void {
  faults?.('lease.unlink.before');
  fs.rmSync(leasePath(root, k), { force: true });
  faults?.('lease.unlink.after');
}

/** Says in the file that its owner is done. The file stays, so that numbers keep growing. */
export function freeLease(root: string, k: number, record: LeaseRecord, faults?: Faults): void {
  const temporary = path.join(root, `.lease.${record.nonce}`);
  try {
    fs.writeFileSync(temporary, JSON.stringify({ ...record, free: true }), { mode: 0o600 });
    faults?.('lease.rename.before');
    fs.renameSync(temporary, leasePath(root, k));
    faults?.('lease.rename.after');
  } catch (error) {
    // Whoever comes next calls, and hears nothing: an owner that is not there has let go.
    const problem = fileProblem(error, root);
    if (!(problem instanceof Problem)) throw error;
    fs.rmSync(temporary, { force: true });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
