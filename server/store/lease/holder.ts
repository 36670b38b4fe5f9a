import type net from 'node:net';
import os from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import { Problem } from '../../../core/lib/problem';
import { codeOf } from '../disk/errors';
import { call, type Called } from './handshake';
import { readLease, type LeaseFile, type LeaseRecord } from './lease-files';
import { hostName, isThisBoot } from './place';

export interface WatchOptions {
  /** Milliseconds between two heartbeats of an owner. */
  readonly heartbeat: number;
  /** An owner does not answer and is watched for `beatsMissed` heartbeats; told once. */
  readonly onWaiting?: ((host: string) => void) | undefined;
}

/** An owner that misses this many heartbeats in a row has given its store up, and knows it. */
const beatsMissed = 3;
const looksPerBeat = 20;

interface Holder extends LeaseFile {
  readonly record: LeaseRecord;
}

/**
 * A connection to the owner that a lease names; undefined when there is none any more. It is always called, whatever the
 * lease says of host, start and process. One that is not heard may still live where its socket does not reach (another
 * computer, also one of the same name, a container, another user): unless it cannot, its heartbeat is watched. Clocks
 * of two computers are never compared to take a store over.
 * @throws Problem `store_in_use` (it is there but does not answer), `store_in_use_elsewhere` (out of reach, and alive)
 */
export async function reachHolder(root: string, lease: LeaseFile, options: WatchOptions): Promise<net.Socket | undefined> {
  // Half of a lease may be on its way; one that was let go of is read at once.
  const held = holderOf(lease.record ? lease : await lookAgain(root, lease.k, options));
  if (!held) return undefined;
  const called = await callOwner(root, held.record);
  if (called.kind === 'alive') return called.socket;
  if (isLeftBehind(held, called.kind, options)) return undefined;
  // Saying no too often does no harm: with clocks that agree nobody waits for it.
  const fresh = Math.abs(Date.now() - held.beat) < options.heartbeat * 2;
  if (fresh && held.record.host !== hostName()) throw outOfReach(root, held.record);
  return watch(root, held, options);
}

/** Undefined when nobody holds the lease. */
function holderOf(lease: LeaseFile | undefined): Holder | undefined {
  return lease?.record && !lease.record.free ? { ...lease, record: lease.record } : undefined;
}

function lookAgain(root: string, k: number, { heartbeat }: WatchOptions): Promise<LeaseFile | undefined> {
  return after(heartbeat / looksPerBeat).then(() => readLease(root, k));
}

async function callOwner(root: string, { socket, nonce }: LeaseRecord): Promise<Called> {
  const called = await call(socket, nonce);
  if (called.kind === 'silent') throw new Problem('store_in_use', { path: root });
  return called;
}

/** Whether an owner that was not heard cannot be alive any more. */
function isLeftBehind({ record, beat }: Holder, called: Called['kind'], { heartbeat }: WatchOptions): boolean {
  if (record.host !== hostName()) return false;
  const age = Date.now() - beat;
  const old = age > heartbeat * beatsMissed;
  // Its last heartbeat was before this computer started. One that is younger than that is another computer's.
  if (!isThisBoot(record.boot)) return old && age > os.uptime() * 1000;
  if (called === 'dead') return true;
  // A container may share the host's name and start, but has processes and sockets of its own; a pipe goes with its owner.
  return called === 'gone' && !isRunning(record.pid) && (old || process.platform === 'win32');
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Waits until the owner answers (its socket's file may have been cleaned away, and comes back before its next heartbeat),
 * its heart beats, or has not for long enough. Looks are counted, not time: the computer may sleep between two of them.
 */
async function watch(root: string, first: Holder, options: WatchOptions): Promise<net.Socket | undefined> {
  options.onWaiting?.(first.record.host);
  for (let looks = 0; looks < beatsMissed * looksPerBeat; looks++) {
    const now = holderOf(await lookAgain(root, first.k, options));
    if (!now) return undefined;
    const called = await callOwner(root, now.record);
    if (called.kind === 'alive') return called.socket;
    if (now.beat !== first.beat) throw outOfReach(root, now.record);
    if (isLeftBehind(now, called.kind, options)) return undefined;
  }
  return undefined;
}

function outOfReach(root: string, { host, boot }: LeaseRecord): Problem {
  if (host === hostName() && isThisBoot(boot)) return new Problem('store_in_use', { path: root });
  return new Problem('store_in_use_elsewhere', { path: root, host });
}
