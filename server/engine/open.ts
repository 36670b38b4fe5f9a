import path from 'node:path';
import type * as z from 'zod';
import type { Report } from '../../core/lib/cancel';
import { Problem } from '../../core/lib/problem';
import type { Clock } from '../../core/ports';
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
 * everyone else is attached to the owner, and takes over when the owner goes away.
 * @throws Problem `store_*`, `folder_not_writable`, `redact_pattern_invalid`
 */
export async function openEngine(options: OpenOptions): Promise<Engine> {
  const redaction = optionsOf(options.redaction);
  // Made before anything else: a pattern that cannot be used must not let a single row through.
  const redactor = new Redactor(redaction);
  const first = await ownOrAttach(options, redactor, redaction);
  if (first.kind === 'owner') return first.engine;
  return sharedEngine(first.attached, () => ownOrAttach(options, redactor, redaction), monotonicIds());
}

export type Opened =
  { readonly kind: 'owner'; readonly engine: Engine } | { readonly kind: 'attached'; readonly attached: Attached };

/** An owner may go away between its answer and ours; somebody gets the store in the end. */
const mostTries = 50;

async function ownOrAttach(options: OpenOptions, redactor: Redactor, redaction: RedactOptions): Promise<Opened> {
  options.onStatus?.('opening');
  for (let tries = 1; ; tries++) {
    try {
      return await tryOnce(options, redactor, redaction);
    } catch (error) {
      if (!isBroken(error)) throw error;
      if (tries >= mostTries) throw new Problem('store_in_use', { path: options.store });
    }
  }
}

async function tryOnce(options: OpenOptions, redactor: Redactor, redaction: RedactOptions): Promise<Opened> {
  const opening = deferred<Engine>();
  // Clients that come while the store is opening wait for it; when it fails they are told so.
  opening.promise.catch(() => undefined);
  const clients = new Clients(opening.promise);
  const acquired = await unlessUnwritable(options.store, () =>
    acquireLease(options.store, {
      onClient: clients.accept,
      onWaiting: (host) => options.onStatus?.('waiting', host),
      faults: options.faults,
      medium: options.medium,
      heartbeat: options.heartbeat,
    }),
  );
  if (acquired?.kind === 'attached') {
    const attached = await attach(acquired.socket, options.store, options.reviewer);
    options.onStatus?.('attached');
    return { kind: 'attached', attached };
  }
  try {
    const engine = await own(options, acquired?.lease, redactor, redaction, clients);
    opening.resolve(engine);
    options.onStatus?.('open');
    return { kind: 'owner', engine };
  } catch (error) {
    opening.reject(error);
    await acquired?.lease.release();
    throw error;
  }
}

/** Undefined when there is a store and its folder does not let anybody write: then it can still be read. */
async function unlessUnwritable<T>(store: string, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    const unwritable = error instanceof Problem && error.code === 'folder_not_writable';
    if (!unwritable || !isStore(store)) throw error;
    return undefined;
  }
}

async function own(
  options: OpenOptions,
  lease: HeldLease | undefined,
  redactor: Redactor,
  redaction: RedactOptions,
  clients: Clients,
): Promise<Engine> {
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
  const written = lease && (await unlessUnwritable(options.store, () => openStore({ ...common, lease })));
  const store = written ?? (await openStore({ ...common, readOnly: true }));
  const arrivals = { folders: options.folders ?? [workspace], all: options.grade_on_arrival ?? false };
  const busy: EngineContext['busy'] = { what: undefined };
  const disk = exportDisk(options);
  const context: EngineContext = { store, disk, redactor, redaction, clock, ids, hasher, workspace, arrivals, busy };
  const retention = await keepRetention(context, (expired) => options.onStatus?.('expired', String(expired)));
  const engine = makeEngine(context, options.reviewer ?? 'unknown');
  return {
    ...engine,
    async close() {
      retention.dispose();
      await clients.finish();
      await engine.close();
      clients.end();
    },
  };
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
