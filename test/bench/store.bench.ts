import fs from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { monotonicFactory } from 'ulid';
import type { LogEvent } from '../../core/log/events';
import type { IncomingTrace, Store, TraceHead } from '../../core/ports';
import { bodyJson } from '../../core/trace/body';
import { previewText } from '../../core/trace/plain';
import { traceId } from '../../core/trace/identity';
import type { Trace } from '../../core/trace/model';
import { openStore } from '../../server/store';
import { generateRows } from '../support/generate';
import { hasher, temporaryFolder } from '../support/store';
import { run } from './import.bench';
import type { Print } from './main';
import { megabytes, withSize } from './size';

const fdatasync = promisify(fs.fdatasync);
const clock = { now: () => Date.now() };
const nextUlid = monotonicFactory();
const ids = { ulid: () => nextUlid() };

/** Prints what the store takes for what ARCHITECTURE §8 sets a budget on. `bytes`: size of one conversation. */
export async function storeBench(traces: number, plain: Print, bytes?: number): Promise<void> {
  const folder = temporaryFolder('disk');
  const place = path.join(folder.path, '.loop');
  const index = path.join(place, 'index.sqlite');
  const print = withSize(plain, place);
  const open = () => openStore({ path: place, clock, ids, hasher, lease: false });
  try {
    let store = await open();
    await measureImport(store, traces, print, bytes);
    await store.close();
    await measureMemory(place, print);
    store = await timed('open (budget 100 000: 300 ms; 1 000 000: 1 s)', print, async () => {
      const opened = await open();
      await opened.groups('state', {});
      return opened;
    });
    await measureReading(store, print);
    await measureVerdicts(store, folder.path, print);
    await measureMeanwhile(store, print);
    await measurePurge(store, print);
    await store.close();
    await leaveTail(open, index);
    store = await timed(`open with ${tail} acts behind the index (budget 100 000: 800 ms)`, print, open);
    await store.close();
    fs.rmSync(index);
    store = await timed('open by rebuilding the index (budget 100 000: 3 s; 1 000 000: 20 s)', print, open);
    await store.close();
  } finally {
    folder.remove();
  }
}

/** Of a process that does nothing but open it: this one has made the rows. */
async function measureMemory(place: string, print: Print): Promise<void> {
  const loop = path.resolve('dist/loop.js');
  if (!fs.existsSync(loop)) {
    print('memory of an open store: none, run `npm run build`');
    return;
  }
  const { peak } = await run([loop, '--store', place, '--json', 'stats']);
  print(`memory of a process with the store open (budget 100 000: 300 MB; 1 000 000: 350 MB): ${peak.toFixed(0)} MB`);
}

/** Rows handed over at a time; making them is not part of what is measured. */
const batchSize = 500;

async function measureImport(store: Store, traces: number, print: Print, bytes: number | undefined): Promise<void> {
  const rows = generateRows(traces, bytes === undefined ? {} : { bytes });
  const transaction = await store.beginImport({ source: 'bench', retention_days: null });
  let took = 0;
  let peak = 0;
  for (let batch = take(rows); batch.length > 0; batch = take(rows)) {
    const start = performance.now();
    await transaction.putAll(batch);
    took += performance.now() - start;
    peak = Math.max(peak, process.memoryUsage.rss());
  }
  const start = performance.now();
  await transaction.commit({ files: [], duplicates: 0, refused: 0 });
  took += performance.now() - start;
  print(`import of ${traces} rows, already converted: ${took.toFixed(0)} ms (memory ${megabytes(peak)})`);
}

/** As many as a converter gives at a time. */
const arriving = 100;

function take(rows: Iterator<string>): IncomingTrace[] {
  const batch: IncomingTrace[] = [];
  while (batch.length < batchSize) {
    const next = rows.next();
    if (next.done) break;
    batch.push(rowFrom(next.value));
  }
  return batch;
}

interface Logged {
  readonly id: string;
  readonly created_at: string;
  readonly model: string;
  readonly messages: readonly (Omit<Trace['messages'][number], 'tool_calls'> & {
    tool_calls?: { id: string; function: { name: string; arguments: string } }[];
  })[];
}

/** As the converting worker hands a row over: JSON text ready, the head beside it. */
export function rowFrom(text: string): IncomingTrace {
  const { id, created_at, model, messages: logged } = JSON.parse(text) as Logged;
  const messages = logged.map(({ tool_calls, ...message }) => ({
    ...message,
    ...(tool_calls ? { tool_calls: tool_calls.map((call) => ({ id: call.id, ...call.function })) } : {}),
  }));
  const key = `unique:${id}`;
  const trace: Trace = {
    id: traceId(hasher, 'bench', key),
    source: 'bench',
    origin: { kind: 'imported', file: 'bench.jsonl', line: 1 },
    model,
    captured_at: created_at,
    recorded_at: '2026-09-01T00:00:00.000Z',
    messages,
    answer_turn: messages.length - 1,
    labels: Number.parseInt(id.slice(4), 10) % 3 === 0 ? ['billing'] : [],
    // The index holds words of these: deleting them takes more than deleting the others.
    attributes: Number.parseInt(id.slice(4), 10) % 3 === 1 ? { language: 'en' } : {},
    meta: {},
    flags: {},
  };
  const { messages: all, ...rest } = trace;
  const head: TraceHead = { ...rest, message_count: all.length, preview: previewText(trace), has_tool_calls: all.length > 3 };
  return { trace, key, acts: [], redactions: {}, body: bodyJson(trace), head, content: hasher.sha256(text) };
}

async function measureReading(store: Store, print: Print): Promise<void> {
  const page = (after?: string) =>
    store.page({ selection: {}, order: 'newest', seed: 1, limit: 200, ...(after ? { after } : {}) });
  const firstPage = await timed('the first page of 200 after opening', print, () => page());
  // Nothing of a page has been read before, and little of what reads it has been compiled.
  for (const when of ['read for the first time', 'read again']) {
    let after = firstPage.next ?? undefined;
    await spread(`page of 200 with previews, ${when} (budget p95 5 ms)`, print, 40, async () => {
      after = (await page(after)).next ?? undefined;
    });
  }
  await spread('counts by label (budget p95 5 ms)', print, 40, () => store.groups('label', {}));
  await spread('next unreviewed', print, 40, () => store.nextUnreviewed({ slice: {}, order: 'oldest', seed: 1 }));
  const [one = ''] = firstPage.rows.map(({ id }) => id);
  await spread('neighbours in the queue', print, 20, () => store.neighbours(one, { slice: {}, order: 'oldest', seed: 1 }));
  await timed('search, no hit (budget 225 MB: 500 ms)', print, () => store.count({ text: 'zebrafish' }));
  await timed('search, common phrase', print, () => store.count({ text: 'Refund window' }));
  await timed('search, not ASCII', print, () => store.count({ text: '交易所' }));
  await timed('all conversations with their acts, in order', print, async () => {
    for await (const judged of store.judged(await store.select({}))) if (!judged.trace.id) throw new Error('no id');
  });
}

const tail = 10_000;

/** Acts that the index file does not have, as after a kill: the file from before them is put back. */
async function leaveTail(open: () => Promise<Store>, index: string): Promise<void> {
  const before = fs.readFileSync(index);
  const store = await open();
  const traces = await store.select({ sample: 2000, seed: 3 });
  for (let done = 0; done < tail; done += batchSize) {
    await store.append(Array.from({ length: batchSize }, (_, i) => upOn(store, traces[(done + i) % traces.length] ?? '')));
  }
  await store.close();
  fs.writeFileSync(index, before);
}

function upOn(store: Store, trace: string): LogEvent {
  const body = { type: 'signal', trace, turn: 1, kind: 'up', provenance: 'human' } as const;
  return { v: 1, id: ids.ulid(), at: store.now(), by: 'bench', body };
}

/** Verdicts while rows come in. */
async function measureMeanwhile(store: Store, print: Print): Promise<void> {
  const traces = await store.select({ sample: 200, seed: 4 });
  const transaction = await store.beginImport({ source: 'bench', retention_days: null });
  // Made before: another thread does that while rows come in.
  const rows = Array.from(generateRows(20_000, { seed: 2 }), rowFrom);
  const importing = (async () => {
    for (let at = 0; at < rows.length; at += arriving) await transaction.putAll(rows.slice(at, at + arriving));
  })();
  let n = 0;
  await spread('one verdict while importing (budget p95 10 ms)', print, traces.length, () =>
    store.append([upOn(store, traces[n++] ?? '')]),
  );
  await importing;
  await transaction.commit({ files: [], duplicates: 0, refused: 0 });
}

/** A verdict against the least a durable line can cost on the same disk. */
async function measureVerdicts(store: Store, folder: string, print: Print): Promise<void> {
  const traces = await store.select({ sample: 2000, seed: 1 });
  const file = fs.openSync(path.join(folder, 'bare.log'), 'w');
  const line = Buffer.alloc(250, 'x');
  await spread('bare append and fdatasync', print, 500, async () => {
    fs.writeSync(file, line);
    await fdatasync(file);
  });
  fs.closeSync(file);
  let n = 0;
  await spread('one verdict acknowledged (budget: bare p95 + 2 ms)', print, 500, () =>
    store.append([upOn(store, traces[n++ % traces.length] ?? '')]),
  );
}

async function measurePurge(store: Store, print: Print): Promise<void> {
  const traces = await store.select({ sample: 20, seed: 2 });
  let n = 0;
  await spread('purge of one trace (budget 20 ms)', print, traces.length, () => store.purge([traces[n++] ?? ''], 'asked'));
}

async function timed<T>(what: string, print: Print, work: () => Promise<T>): Promise<T> {
  const cpu = process.cpuUsage();
  const start = performance.now();
  const result = await work();
  const took = performance.now() - start;
  const { user, system } = process.cpuUsage(cpu);
  print(
    `${what}: ${took.toFixed(0)} ms (processor ${((user + system) / 1000).toFixed(0)} ms, memory ${megabytes(process.memoryUsage.rss())})`,
  );
  return result;
}

async function spread(what: string, print: Print, times: number, work: () => Promise<unknown>): Promise<void> {
  const took: number[] = [];
  const cpu = process.cpuUsage();
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await work();
    took.push(performance.now() - start);
  }
  const { user, system } = process.cpuUsage(cpu);
  took.sort((a, b) => a - b);
  const at = (share: number) => (took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0).toFixed(2);
  const processor = ((user + system) / 1000 / times).toFixed(2);
  print(`${what}: p50 ${at(0.5)}, p95 ${at(0.95)}, max ${at(1)} ms (processor ${processor} ms each)`);
}
