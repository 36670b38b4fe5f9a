import { hash } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import { actIds, derivedId } from '../../core/log/act-ids';
import type { LogEvent, EventBody } from '../../core/log/events';
import type { Call } from '../../core/protocol/engine';
import type { Clock, Hasher, Ids, Store } from '../../core/ports';
import type { RedactOptions } from '../../core/redact/options';
import type { Redactor } from '../../core/redact/redact';
import { Problem } from '../../core/lib/problem';
import type { Trace } from '../../core/trace/model';
import type { Disk } from '../store';

/** What every operation works with. Made once per opened store. */
export interface EngineContext {
  readonly store: Store;
  /** Where exported files are written; the store has its own. */
  readonly disk: Disk;
  readonly redactor: Redactor;
  /** Handed to the converting worker of an import, which makes its own redactor. */
  readonly redaction: RedactOptions;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hasher: Hasher;
  /** The folder that paths of exported files are kept relative to: the one the store lies in. */
  readonly workspace: string;
  /** Where graders are looked for that grade on arrival; `all`: whether or not they ask for it. */
  readonly arrivals: { readonly folders: readonly string[]; readonly all: boolean };
  /** What long work is going on; one at a time. */
  readonly busy: { what: string | undefined };
}

export const systemClock: Clock = { now: () => Date.now() };

/** Ids of acts that ascend within this process even inside one millisecond. */
export function monotonicIds(): Ids {
  return actIds(monotonicFactory());
}

export const nodeHasher: Hasher = { sha256: (text) => hash('sha256', text) };

/** The events of one act, stamped; the first one carries the act's own id. */
export function eventsOf(context: EngineContext, call: Call, bodies: readonly EventBody[]): LogEvent[] {
  const at = context.store.now();
  return bodies.map((body, n) => ({
    v: 1,
    id: n === 0 ? call.act_id : derivedId(call.act_id, n),
    at,
    by: call.reviewer,
    body,
  }));
}

export async function appendAct(context: EngineContext, call: Call, bodies: readonly EventBody[]): Promise<LogEvent[]> {
  const events = eventsOf(context, call, bodies);
  await context.store.append(events);
  return events;
}

/**
 * The trace, or the problem that there is none: of another store or never there are the same answer, but not one that
 * is here in bytes nobody can read.
 */
export async function needTrace(store: Store, id: string): Promise<Trace> {
  const trace = await store.trace(id);
  if (trace) return trace;
  const isDamaged = (await store.setAside([id])).has(id);
  throw new Problem(isDamaged ? 'trace_damaged' : 'trace_not_found', { id });
}

export function needTraces(store: Store, ids: readonly string[]): void {
  for (const id of ids) if (!store.has(id)) throw new Problem('trace_not_found', { id });
}

/** Runs long work alone: a second one is told what is going on instead of queueing unseen. */
export async function alone<T>(context: Pick<EngineContext, 'busy'>, what: string, work: () => Promise<T>): Promise<T> {
  if (context.busy.what !== undefined) throw new Problem('busy', { what: context.busy.what });
  context.busy.what = what;
  try {
    return await work();
  } finally {
    context.busy.what = undefined;
  }
}
