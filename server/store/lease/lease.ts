import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type net from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { Problem } from '../../../core/lib/problem';
import { fileProblem } from '../disk/errors';
import type { Faults } from '../disk/faults';
import type { HeldLease } from '../options';
import { call, listen } from './handshake';
import {
  dropLease,
  freeLease,
  leaseNumbers,
  leasePath,
  makeLease,
  readLease,
  type LeaseFile,
  type LeaseRecord,
} from './lease-files';
import { bootId, hostName, socketAddress } from './place';

export interface LeaseOptions {
  /** False: a folder that is not there is the problem `store_not_found`. Default true. */
  readonly create?: boolean;
  /** Somebody attached: the connection is theirs to talk on. Absent: callers hear that the store is in use, and no more. */
  readonly onClient?: (socket: net.Socket) => void;
  /** The lease was lost to another host while this process slept. */
  readonly onLost?: () => void;
  /** Fail points, for tests. */
  readonly faults?: Faults | undefined;
}

export type Acquired =
  | { readonly kind: 'owner'; readonly lease: HeldLease }
  /** An owner lives in another process of this computer: talk to it. */
  | { readonly kind: 'attached'; readonly socket: net.Socket };

const heartbeat = 10_000;
/** After this long without a heartbeat an owner on another computer counts as dead. */
const otherHostPatience = 120_000;
/** An owner whose socket file was cleaned away puts it back with its next heartbeat. */
const goneSocketPatience = 15_000;
const pause = 500;

/**
 * Takes the right to be the only engine of a store, or connects to the one there is. Whether an owner lives is told by
 * calling it, never by its process id.
 * @throws Problem `store_in_use` (it is there but does not answer), `store_in_use_elsewhere` (on another computer)
 */
export async function acquireLease(root: string, options: LeaseOptions = {}): Promise<Acquired> {
  makeRoot(root, options.create ?? true);
  const record: LeaseRecord = {
    host: hostName(),
    boot: bootId(),
    pid: process.pid,
    socket: socketAddress(root),
    nonce: randomBytes(16).toString('hex'),
    free: false,
  };
  const clients = options.onClient ?? ((socket: net.Socket) => void socket.resume());
  // Listening comes first: whoever sees the lease can call its owner at once.
  const server = await listen(record.socket, record.nonce, clients);
  try {
    for (;;) {
      const k = leaseNumbers(root).at(-1) ?? 0;
      const holder = k === 0 ? undefined : readLease(root, k);
      if (k > 0 && !holder) continue;
      const socket = holder && (await callHolder(root, holder));
      if (socket) {
        closeServer(server, record.socket);
        return { kind: 'attached', socket };
      }
      if (take(root, k + 1, record, options.faults)) return { kind: 'owner', lease: held(root, k + 1, record, server, options) };
    }
  } catch (error) {
    closeServer(server, record.socket);
    throw error;
  }
}

function makeRoot(root: string, create: boolean): void {
  if (fs.existsSync(root)) return;
  if (!create) throw new Problem('store_not_found', { path: root });
  try {
    fs.mkdirSync(root, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw fileProblem(error, root);
  }
}

/** False when somebody else was quicker. Whoever finds a higher number than its own was late, and steps back. */
function take(root: string, k: number, record: LeaseRecord, faults?: Faults): boolean {
  if (!makeLease(root, k, record, faults)) return false;
  const numbers = leaseNumbers(root);
  if (numbers.some((other) => other > k)) {
    dropLease(root, k, faults);
    return false;
  }
  for (const other of numbers) if (other < k) dropLease(root, other, faults);
  return true;
}

/** A connection to the owner; undefined when there is none any more. */
async function callHolder(root: string, { k, record, beat }: LeaseFile): Promise<net.Socket | undefined> {
  if (!record || record.free) return undefined;
  if (record.host !== hostName()) {
    if (Date.now() - beat > otherHostPatience) return undefined;
    throw new Problem('store_in_use_elsewhere', { path: root, host: record.host });
  }
  if (record.boot !== bootId()) return undefined;
  const called = await call(record.socket, record.nonce);
  if (called.kind === 'alive') return called.socket;
  if (called.kind === 'silent') throw new Problem('store_in_use', { path: root });
  if (called.kind === 'gone' && process.platform !== 'win32') return waitForSocket(root, k, record);
  return undefined;
}

/** The socket's file may have been cleaned away under a living owner: wait until a heartbeat brings it back, or none comes. */
async function waitForSocket(root: string, k: number, record: LeaseRecord): Promise<net.Socket | undefined> {
  for (;;) {
    const now = readLease(root, k);
    if (!now?.record || now.record.free || Date.now() - now.beat > goneSocketPatience) return undefined;
    const called = await call(record.socket, record.nonce);
    if (called.kind === 'alive') return called.socket;
    if (called.kind === 'dead') return undefined;
    await after(pause);
  }
}

function held(root: string, k: number, record: LeaseRecord, server: net.Server, options: LeaseOptions): HeldLease {
  let serving = server;
  let verified = Date.now();
  let lost = false;
  const taken = Date.now();
  const verify = () => {
    const highest = leaseNumbers(root).at(-1) ?? 0;
    if (highest < k && isOld(root, highest, taken)) makeLease(root, k, record, options.faults);
    else lost ||= highest !== k;
    verified = Date.now();
    if (lost) options.onLost?.();
  };
  const beat = async () => {
    try {
      verify();
      if (lost) return;
      const now = new Date();
      fs.utimesSync(leasePath(root, k), now, now);
      if (process.platform === 'win32' || fs.existsSync(record.socket)) return;
      serving.close();
      serving = await listen(record.socket, record.nonce, options.onClient ?? ((socket) => void socket.resume()));
    } catch {
      // The folder may be away for a moment; a write will say so.
    }
  };
  const timer = setInterval(() => void beat(), heartbeat);
  timer.unref();
  return {
    check() {
      // A process that slept for long may have been given up by others: look before writing.
      if (Date.now() - verified > heartbeat * 3) verify();
      if (lost) throw new Problem('store_in_use_elsewhere', { path: root, host: 'another computer' });
    },
    release() {
      clearInterval(timer);
      closeServer(serving, record.socket);
      if (!lost && fs.existsSync(leasePath(root, k))) freeLease(root, k, record, options.faults);
      return Promise.resolve();
    },
  };
}

/** A folder that was put back from a copy has the lease of an earlier owner, or none: then ours still stands. */
function isOld(root: string, k: number, taken: number): boolean {
  return k === 0 || (readLease(root, k)?.beat ?? 0) < taken;
}

function closeServer(server: net.Server, address: string): void {
  server.close();
  if (process.platform !== 'win32') fs.rmSync(address, { force: true });
}
