import { monotonicFactory } from 'ulid';
import type { LogEvent } from '../../core/log/events';
import type { IncomingTrace, Store, TraceHead } from '../../core/ports';
import { bodyJson } from '../../core/trace/body';
import { traceId } from '../../core/trace/identity';
import type { Trace } from '../../core/trace/model';
import { previewText } from '../../core/trace/plain';
import { openStore } from '../../server/store';
import { hasher } from '../support/store';

const nextUlid = monotonicFactory();
export const ids = { ulid: () => nextUlid() };

export function open(place: string): Promise<Store> {
  return openStore({ path: place, clock: { now: () => Date.now() }, ids, hasher, lease: false });
}

/** Rows handed over at a time; making them is not part of what is measured. */
export const batchSize = 500;

export function take(rows: Iterator<string>): IncomingTrace[] {
  const batch: IncomingTrace[] = [];
  while (batch.length < batchSize) {
    const next = rows.next();
    if (next.done) break;
    batch.push(rowFrom(next.value));
  }
  return batch;
}

/** Takes in what others do not measure. */
export async function fill(store: Store, rows: Iterator<string>): Promise<void> {
  const transaction = await store.beginImport({ source: 'bench', retention_days: null });
  for (let batch = take(rows); batch.length > 0; batch = take(rows)) await transaction.putAll(batch);
  await transaction.commit({ files: [], duplicates: 0, refused: 0 });
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

/** A verdict. */
export function upOn(store: Store, trace: string): LogEvent {
  const body = { type: 'signal', trace, turn: 1, kind: 'up', provenance: 'human' } as const;
  return { v: 1, id: ids.ulid(), at: store.now(), by: 'bench', body };
}

/** So many verdicts on traces by turns, in large appends: what is measured is something else. */
export async function judge(store: Store, traces: readonly string[], verdicts: number): Promise<void> {
  for (let done = 0; done < verdicts; done += batchSize) {
    await store.append(Array.from({ length: batchSize }, (_, i) => upOn(store, traces[(done + i) % traces.length] ?? '')));
  }
}
