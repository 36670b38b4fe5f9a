import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { EventBody, EventOf, LogEvent, Signal } from '../../core/log/events';
import type { Clock, Hasher, Ids, IncomingTrace, Store } from '../../core/ports';
import { traceId } from '../../core/trace/identity';
import type { Trace } from '../../core/trace/model';
import { openStore, type StoreOptions } from '../../server/store';
import type { Db } from '../../server/store/index/db';

export const hasher: Hasher = { sha256: (text) => createHash('sha256').update(text).digest('hex') };

/** A clock that stands still until it is moved. */
export function testClock(start = Date.UTC(2026, 8, 1)): Clock & { time: number } {
  return {
    time: start,
    now() {
      return this.time;
    },
  };
}

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** ULIDs that count up; `salt` tells the writers of one test apart. */
export function testIds(salt = 0): Ids {
  let n = 0;
  return {
    ulid() {
      let rest = ++n * 32 + salt;
      let id = '';
      while (id.length < 26) {
        id = crockford.charAt(rest % 32) + id;
        rest = Math.floor(rest / 32);
      }
      return id;
    },
  };
}

export interface TemporaryFolder {
  readonly path: string;
  remove(): void;
}

/** In memory where the system offers that: tests wait for thousands of syncs. Measurements want the `disk`. */
export function temporaryFolder(where: 'memory' | 'disk' = 'memory'): TemporaryFolder {
  const memory = '/dev/shm';
  const base = where === 'memory' && fs.existsSync(memory) ? memory : os.tmpdir();
  const folder = fs.mkdtempSync(path.join(base, 'loop-store-'));
  return { path: folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

/** Shared, because no two openings of a store may hand out the same id. */
const storeIds = testIds(1);

/** Opens a store for a test: no lease unless asked for, a clock that stands still. */
export function openTestStore(folder: string, options: Partial<StoreOptions> = {}): Promise<Store> {
  return openStore({ path: path.join(folder, '.loop'), clock: testClock(), ids: storeIds, hasher, lease: false, ...options });
}

export interface TraceGiven extends Partial<Omit<Trace, 'messages'>> {
  readonly key?: string;
  readonly question?: string;
  readonly answer?: string;
  readonly messages?: Trace['messages'];
}

/** A conversation of one question and one answer, unless told otherwise. */
export function traceOf(given: TraceGiven = {}): Trace {
  const { key = 'request:1', question = 'Where is my order?', answer = 'On its way.', ...rest } = given;
  const source = rest.source ?? 'support';
  const messages: Trace['messages'] = rest.messages ?? [
    { role: 'user', content: question },
    { role: 'assistant', content: answer },
  ];
  return {
    id: traceId(hasher, source, key),
    source,
    origin: { kind: 'captured' },
    captured_at: '2026-08-01T10:00:00.000Z',
    recorded_at: '2026-09-01T00:00:00.000Z',
    answer_turn: messages.findLastIndex((message) => message.role === 'assistant'),
    labels: [],
    attributes: {},
    meta: {},
    flags: {},
    ...rest,
    messages,
  };
}

export function rowOf(
  given: TraceGiven & { acts?: readonly LogEvent[]; redactions?: Record<string, number>; generic_id?: string } = {},
): IncomingTrace {
  const { acts = [], redactions = {}, generic_id, ...trace } = given;
  return {
    trace: traceOf(trace),
    key: trace.key ?? 'request:1',
    acts,
    redactions,
    ...(generic_id === undefined ? {} : { generic_id }),
  };
}

/** Makes acts whose times and ids ascend. */
export function actsBy(reviewer: string, ids: Ids = testIds(), start = Date.UTC(2026, 8, 2)) {
  let at = start;
  const act = (body: EventBody): LogEvent => ({
    v: 1,
    id: ids.ulid(),
    at: new Date((at += 1000)).toISOString(),
    by: reviewer,
    body,
  });
  return {
    act,
    signal: (trace: string, kind: Signal['kind'], more: Partial<Signal> = {}): LogEvent =>
      act({ type: 'signal', trace, turn: 1, kind, provenance: 'human', ...more }),
  };
}

/** What the log says of the export `ex1` of the dataset `ds1` into the folder `out`. */
export function exportedFiles(files: EventOf<'exported'>['files']): EventOf<'exported'> {
  return { type: 'exported', export: 'ex1', dataset: 'ds1', target: 'trl', folder: 'out', options: {}, files };
}

/** Every file under a folder as one text, byte by byte, to look for what must be gone. */
export function everyByte(folder: string): string {
  const entries = fs.readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => textOf(path.join(entry.parentPath, entry.name)))
    .join('\n');
}

/** A living store may give a file its final name between the look at the folder and this one. */
function textOf(file: string): string {
  return fs.existsSync(file) ? fs.readFileSync(file, 'latin1') : '';
}

/** Everything a store says of itself, in an order that does not depend on how it came about. */
export async function portrait(store: Store): Promise<object> {
  const ids = await store.select({});
  const lines = await store.lines(ids);
  const acts = await Promise.all(ids.map((id) => store.acts(id)));
  const [judge_runs, grader_runs] = [await store.judgeRuns(), await store.graderRuns()];
  return {
    // Portraits of earlier stores know of none.
    ...(judge_runs.length > 0 ? { judge_runs } : {}),
    ...(grader_runs.length > 0 ? { grader_runs } : {}),
    lines: lines.map((line, i) => ({ ...line, acts: acts[i] })),
    state: await store.groups('state', {}),
    source: await store.groups('source', {}),
    model: await store.groups('model', {}),
    label: await store.groups('label', {}),
    day: await store.groups('day', {}),
    labels: await store.labels(),
    attributes: await store.attributes(),
    sources: await store.sources(),
    datasets: await store.datasets(),
    exports: await store.exports(),
  };
}

/** The bytes of a database that nobody changes meanwhile. */
export async function bytesOf(db: Db): Promise<Buffer> {
  const bytes = await db.snapshot({ stop: () => false, finish: () => undefined });
  return Buffer.from(bytes ?? []);
}
