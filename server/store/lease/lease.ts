import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import type net from 'node:net';
import { Problem } from '../../../core/lib/problem';
import { fileProblem } from '../disk/errors';
import type { Faults } from '../disk/faults';
import type { HeldLease } from '../options';
import { closeServer, listen } from './handshake';
import { hold } from './hold';
import { reachHolder } from './holder';
import { dropLease, leaseNumbers, makeLease, readLease, type LeaseRecord } from './lease-files';
import { bootId, hostName, socketAddress } from './place';

export interface LeaseOptions {
  /** False: a folder that is not there is the problem `store_not_found`. Default true. */
  readonly create?: boolean;
  /** Somebody attached: the connection is theirs to talk on. Absent: callers hear that the store is in use, and no more. */
  readonly onClient?: (socket: net.Socket) => void;
  /** The lease was lost to another host while this process slept. */
  readonly onLost?: () => void;
  /** An owner that does not answer is watched for half a minute, to see whether its heart still beats. */
  readonly onWaiting?: (host: string) => void;
  /** Fail points, and milliseconds between two heartbeats, for tests. */
  readonly faults?: Faults | undefined;
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
  const heartbeat = options.heartbeat ?? usualHeartbeat;
  // Listening comes first: whoever sees the lease can call its owner at once.
  const server = await listen(record.socket, record.nonce, clients);
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
      if (take(root, k + 1, record, options.faults))
        return { kind: 'owner', lease: hold(root, k + 1, record, server, { ...options, clients, heartbeat }) };
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
