import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type * as z from 'zod';
import type { Report } from '../../core/lib/cancel';
import { Problem, type ProblemCode } from '../../core/lib/problem';
import type { Clock, Store } from '../../core/ports';
import type { Engine } from '../../core/protocol/engine';
import type { OpenMessage, statusMessage } from '../../core/protocol/wire';
import { redactOptions, type RedactOptions } from '../../core/redact/options';
import { isKind } from '../../core/redact/kinds';
import { Redactor } from '../../core/redact/redact';
import { acquireLease, isStore, openStore, type HeldLease, type StoreOptions, type Tampering } from '../store';
import { exportDisk } from '../export/folder';
import { attach, isBroken, type Attached } from './attach';
import { Clients } from './clients';
import { monotonicIds, nodeHasher, systemClock, type EngineContext } from './context';
import { deferred } from './deferred';
import { makeEngine } from './engine';
import { untilThereIsRoom } from './full-disk';
import { keepRetention } from './retention';
import { sharedEngine } from './shared';

export type EngineState = z.infer<typeof statusMessage>['state'];

export interface OpenOptions extends OpenMessage, Tampering {
  /** Told how the opening goes; `detail` is for people. */
  readonly onStatus?: (state: EngineState, detail?: string) => void;
  /** Told while the index is made anew, in bytes of the log. */
  readonly onProgress?: Report;
  /** Milliseconds between two heartbeats of the lease and another clock, for tests. */
  readonly heartbeat?: number;
  readonly clock?: Clock;
}

/** Name of the kind under which own patterns of the settings are masked. */
const ownKind = 'custom';

/**
 * Opens the engine of a store, making the store when there is none. Whoever comes first owns the store and serves it;
 * everyone else is attached to the owner, and takes over when the owner goes away. A store that cannot be written is
 * opened for reading.
 * @throws Problem `store_*`, `folder_not_writable`, `disk_full`, `redact_pattern_invalid`
 */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  const redaction = optionsOf(options.redaction);
  // Made before anything else: a pattern that cannot be used must not let a single row through.
  return engineFor(options, new Redactor(redaction), redaction);
}

async function engineFor(options: Opening, redactor: Redactor, redaction: RedactOptions): Promise<Engine> {
  const first = await ownOrAttach(options, redactor, redaction);
  if (first.kind === 'owner') return first.engine;
  return sharedEngine(first.attached, () => ownOrAttach(options, redactor, redaction), monotonicIds());
}

interface Opening extends OpenOptions {
  /** A store that can only be read is the problem that keeps it from being written. */
  readonly toWrite?: true;
}

export type Opened =
  { readonly kind: 'owner'; readonly engine: Engine } | { readonly kind: 'attached'; readonly attached: Attached };

/**
 * An owner may go away between its answer and ours, or be about to: it hangs up until its index is saved and the calls
 * under way are answered. Somebody gets the store in the end. About a minute, with pauses that grow.
 */
const mostTries = 600;
const longestPause = 100;

async function ownOrAttach(options: Opening, redactor: Redactor, redaction: RedactOptions): Promise<Opened> {
  options.onStatus?.('opening');
  for (let tries = 1; ; tries++) {
    try {
      return await tryOnce(options, redactor, redaction);
    } catch (error) {
      if (!isBroken(error)) throw error;
      if (tries >= mostTries) throw new Problem('store_in_use', { path: options.store });
      await after(Math.min(tries, longestPause));
    }
  }
}

async function tryOnce(options: Opening, redactor: Redactor, redaction: RedactOptions): Promise<Opened> {
  const opening = deferred<Engine>();
  // Clients that come while the store is opening wait for it; when it fails they are told so.
  opening.promise.catch(() => undefined);
  const clients = new Clients(opening.promise);
  const acquired = await unlessUnwritable(options, () =>
    acquireLease(options.store, {
      onClient: clients.accept,
      onWaiting: (host) => options.onStatus?.('waiting', host),
      faults: options.faults,
      medium: options.medium,
      heartbeat: options.heartbeat,
    }),
  );
  if (typeof acquired === 'object' && acquired.kind === 'attached') {
    const attached = await attach(acquired.socket, options.store, options.reviewer);
    options.onStatus?.('attached');
    return { kind: 'attached', attached };
  }
  const lease = typeof acquired === 'object' ? acquired.lease : acquired;
  try {
    const { engine, store } = await own(options, lease, redactor, redaction, clients);
    opening.resolve(engine);
    options.onStatus?.('open');
    const toWrite = () => engineFor({ ...options, toWrite: true }, redactor, redaction);
    return { kind: 'owner', engine: store.disk_full ? untilThereIsRoom(engine, toWrite) : engine };
  } catch (error) {
    opening.reject(error);
    if (typeof lease === 'object') await lease.release();
    throw error;
  }
}

type Unwritable = Extract<ProblemCode, 'folder_not_writable' | 'disk_full'>;

/** Why not, when there is a store and nothing can be written into its folder: then it can still be read. */
async function unlessUnwritable<T extends object>({ store, toWrite }: Opening, work: () => Promise<T>): Promise<T | Unwritable> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Problem ? error.code : undefined;
    if ((code !== 'folder_not_writable' && code !== 'disk_full') || toWrite || !isStore(store)) throw error;
    return code;
  }
}

async function own(
  options: Opening,
  lease: HeldLease | Unwritable,
  redactor: Redactor,
  redaction: RedactOptions,
  clients: Clients,
): Promise<{ readonly engine: Engine; readonly store: Store }> {
  const [clock, ids, hasher] = [options.clock ?? systemClock, monotonicIds(), nodeHasher];
  const workspace = path.dirname(options.store);
  const common: StoreOptions = {
    path: options.store,
    clock,
    ids,
    hasher,
    workspace,
    watch: true,
    onProgress: (progress) => {
      const { done, total } = progress;
      options.onStatus?.('rebuilding', total ? `${Math.floor((100 * done) / total)} %` : undefined);
      options.onProgress?.(progress);
    },
    faults: options.faults,
    medium: options.medium,
  };
  const written = typeof lease === 'object' ? await unlessUnwritable(options, () => openStore({ ...common, lease })) : lease;
  const store =
    typeof written === 'object' ? written : await openStore({ ...common, readOnly: written === 'disk_full' ? 'full' : true });
  const arrivals = { folders: options.folders ?? [workspace], all: options.grade_on_arrival ?? false };
  const busy: EngineContext['busy'] = { what: undefined };
  const disk = exportDisk(options);
  const context: EngineContext = { store, disk, redactor, redaction, clock, ids, hasher, workspace, arrivals, busy };
  const retention = await keepRetention(context, (expired) => options.onStatus?.('expired', String(expired)));
  const engine = makeEngine(context, options.reviewer ?? 'unknown');
  const close = async () => {
    retention.dispose();
    await clients.finish();
    await engine.close();
    clients.end();
  };
  return { engine: { ...engine, close }, store };
}

/** The settings as the redactor takes them; a kind that this version does not know cannot be switched. */
function optionsOf(settings: OpenMessage['redaction'] = {}): RedactOptions {
  const { off = [], on = [], patterns = [], allow = [] } = settings;
  return redactOptions.parse({
    disabled: off.filter(isKind),
    enabled: on.filter(isKind),
    patterns: patterns.map((pattern) => ({ kind: ownKind, pattern })),
    allow,
  });
}
