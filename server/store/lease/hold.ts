import fs from 'node:fs';
import type net from 'node:net';
import { Problem } from '../../../core/lib/problem';
import type { Disk } from '../disk/disk';
import type { HeldLease } from '../options';
import { closeServer, listen } from './handshake';
import { freeLease, leaseNumbers, leasePath, makeLease, readLease, type LeaseRecord } from './lease-files';

export interface HoldOptions {
  readonly clients: (socket: net.Socket) => void;
  readonly heartbeat: number;
  readonly onLost?: (() => void) | undefined;
}

export interface TakenLease {
  readonly k: number;
  readonly record: LeaseRecord;
}

/** Keeps a lease that was taken: its heart beats and its socket is there until it is released, or lost to somebody else. */
export function hold(disk: Disk, root: string, taken: TakenLease, server: net.Server, options: HoldOptions): HeldLease {
  const { k, record } = taken;
  const { clients, heartbeat } = options;
  const beat = heart(disk, root, taken, options);
  let serving = server;
  const serveAgain = async () => {
    if (beat.over() || process.platform === 'win32' || fs.existsSync(record.socket)) return;
    serving.close();
    serving = await listen(record.socket, record.nonce, clients);
    if (beat.over()) closeServer(serving, record.socket);
  };
  const attend = async () => {
    // The socket comes first: whoever sees the heart beat can call. Without one it still beats.
    await serveAgain().catch(() => undefined);
    try {
      beat.now();
    } catch {
      // The folder may be away for a moment; a write will say so.
    }
  };
  const timer = setInterval(() => void attend(), heartbeat);
  timer.unref();
  return {
    check() {
      // Whoever was held up or slept may have been given up by others, after twice this time: look before writing.
      if (beat.isDue(heartbeat * 1.5)) beat.now();
      if (beat.over()) throw new Problem('store_in_use_elsewhere', { path: root, host: 'another computer' });
    },
    async release() {
      clearInterval(timer);
      const held = !beat.over();
      beat.stop();
      // The socket goes last: whoever finds the lease of one killed in between is refused there, and need not wait.
      try {
        if (held && fs.existsSync(leasePath(root, k))) await freeLease(disk, root, k, record);
      } finally {
        closeServer(serving, record.socket);
      }
    },
  };
}

function heart(disk: Disk, root: string, { k, record }: TakenLease, { onLost }: HoldOptions) {
  const taken = Date.now();
  let over = false;
  let beaten = instant();
  return {
    over: () => over,
    isDue: (ms: number) => hasPassed(beaten, ms),
    stop: () => void (over = true),
    now() {
      if (over) return;
      const highest = leaseNumbers(root).at(-1) ?? 0;
      if (highest < k && isOld(root, highest, taken)) makeLease(disk, root, k, record);
      else over = highest !== k;
      if (over) return onLost?.();
      const begun = instant();
      if (touched(leasePath(root, k))) beaten = begun;
    },
  };
}

/** A beat that nobody can see counts as none. Past the disk, because it changes nothing in the file. */
function touched(file: string): boolean {
  const now = Date.now() / 1000;
  try {
    fs.utimesSync(file, now, now);
    return true;
  } catch {
    return false;
  }
}

interface Instant {
  readonly wall: number;
  readonly steady: number;
}

function instant(): Instant {
  return { wall: Date.now(), steady: performance.now() };
}

/** The steady clock may stand still while the computer sleeps, the other may be set: either will do. */
function hasPassed({ wall, steady }: Instant, ms: number): boolean {
  return Math.abs(Date.now() - wall) > ms || performance.now() - steady > ms;
}

/** A folder that was put back from a copy has the lease of an earlier owner, or none: then ours still stands. */
function isOld(root: string, k: number, taken: number): boolean {
  return k === 0 || (readLease(root, k)?.beat ?? 0) < taken;
}
