import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type net from 'node:net';
import { Problem } from '../../../core/lib/problem';
import { Disk, type Tampering } from '../disk/disk';
import { fileProblem } from '../disk/errors';
import type { HeldLease } from '../options';
import { closeServer, listen } from './handshake';
import { hold } from './hold';
import { reachHolder } from './holder';
import { dropLease, leaseNumbers, makeLease, readLease, removeUnfinished, type LeaseRecord } from './lease-files';
import { bootId, hostName, socketAddress } from './place';

export interface LeaseOptions extends Tampering {
  /** False: a folder that is not there is the problem `store_not_found`. Default true. */
  readonly create?: boolean;
  /** Somebody attached: the connection is theirs to talk on. Absent: callers hear that the store is in use, and no more. */
  readonly onClient?: (socket: net.Socket) => void;
  /** The lease was lost to another host while this process slept. */
  readonly onLost?: () => void;
  /** An owner that does not answer is watched for half a minute, to see whether its heart still beats. */
  readonly onWaiting?: (host: string) => void;
  /** Milliseconds between two heartbeats, for tests. */
  readonly heartbeat?: number | undefined;
}

export type Acquired =
  | { readonly kind: 'owner'; readonly lease: HeldLease }
  /** An owner lives in another process of this computer: talk to it. */
  | { readonly kind: 'attached'; readonly socket: net.Socket };

const usualHeartbeat = 10_000;

/**
 * Takes the right to be the only engine of a store, or connects to the one there is. See `holder.ts` for how
 * it is told whether an owner lives.
 * @throws Problem `store_in_use` (it is there but does not answer), `store_in_use_elsewhere` (on another computer),
 * `folder_not_writable`, `disk_full`
 */
export async function acquireLease(root: string, options: LeaseOptions = {}): Promise<Acquired> {
  const { faults, medium } = options;
  const disk = new Disk({ faults, medium, problem: (error) => fileProblem(error, root) });
  makeRoot(disk, root, options.create ?? true);
  const record: LeaseRecord = {
    host: hostName(),
    boot: bootId(),
    pid: process.pid,
    socket: await roomFor(root, () => socketAddress(root)),
    nonce: randomBytes(16).toString('hex'),
    free: false,
  };
  const clients = options.onClient ?? ((socket: net.Socket) => void socket.resume());
  const heartbeat = options.heartbeat ?? usualHeartbeat;
  // Listening comes first: whoever sees the lease can call its owner at once.
  const server = await roomFor(record.socket, () => listen(record.socket, record.nonce, clients));
  try {
    for (;;) {
      const k = leaseNumbers(root).at(-1) ?? 0;
      const holder = k === 0 ? undefined : readLease(root, k);
      if (k > 0 && !holder) continue;
      const socket = holder && (await reachHolder(root, holder, { heartbeat, onWaiting: options.onWaiting }));
      if (socket) {
        closeServer(server, record.socket);
        return { kind: 'attached', socket };
      }
      if (take(disk, root, k + 1, record))
        return { kind: 'owner', lease: hold(disk, root, { k: k + 1, record }, server, { ...options, clients, heartbeat }) };
    }
  } catch (error) {
    closeServer(server, record.socket);
    throw error;
  }
}

function makeRoot(disk: Disk, root: string, create: boolean): void {
  if (!create && !fs.existsSync(root)) throw new Problem('store_not_found', { path: root });
  disk.makeFolder(root, 'identity');
}

/** A socket is a file in some folder, and needs room there. @throws Problem `disk_full` */
async function roomFor<T>(place: string, make: () => T | Promise<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    const problem = fileProblem(error, place);
    throw problem instanceof Problem && problem.code === 'disk_full' ? problem : error;
  }
}

/** False when somebody else was quicker. Whoever finds a higher number than its own was late, and steps back. */
function take(disk: Disk, root: string, k: number, record: LeaseRecord): boolean {
  if (!makeLease(disk, root, k, record)) return false;
  const numbers = leaseNumbers(root);
  if (numbers.some((other) => other > k)) {
    dropLease(disk, root, k);
    return false;
  }
  for (const other of numbers) if (other < k) dropLease(disk, root, other);
  removeUnfinished(disk, root);
  return true;
}
