import type { Trace } from './model';

/** What stands in front of the body: lists and filters need it without reading the conversation. */
interface Head extends Pick<Trace, 'id' | 'source' | 'origin' | 'model' | 'captured_at' | 'recorded_at' | 'answer_turn'> {
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
}

/** What is written of a trace behind its head: all that the head does not say. Absent `meta` and `flags` are empty. */
export type TraceBody = Pick<Trace, 'messages'> & Partial<Pick<Trace, 'request_id' | 'task_key' | 'meta' | 'flags' | 'tools'>>;

/** The body's JSON text. `messages`: the JSON text of the messages, for who has it. */
export function bodyJson(trace: Trace, messages = JSON.stringify(trace.messages)): string {
  const { request_id, task_key, tools } = trace;
  const [meta, flags] = [unlessEmpty(trace.meta), unlessEmpty(trace.flags)];
  const isBare = [request_id, task_key, meta, flags, tools].every((value) => value === undefined);
  const beside = isBare ? '{' : `${JSON.stringify({ request_id, task_key, meta, flags, tools }).slice(0, -1)},`;
  return `${beside}"messages":${messages}}`;
}

function unlessEmpty<T extends object>(value: T): T | undefined {
  for (const _ in value) return value;
  return undefined;
}

/**
 * The trace of a head and a body. What may be absent is added behind: a spread in between would give every trace a shape
 * of its own, which outlives it.
 */
export function traceOf(head: Readonly<Head>, body: TraceBody): Trace {
  const { request_id, task_key, tools, messages, meta = {}, flags = {} } = body;
  const { id, source, origin, model, captured_at, recorded_at, answer_turn } = head;
  const [labels, attributes] = [[...head.labels], { ...head.attributes }];
  const trace: Trace = { id, source, origin, captured_at, recorded_at, messages, answer_turn, labels, attributes, meta, flags };
  if (request_id !== undefined) trace.request_id = request_id;
  if (model !== undefined) trace.model = model;
  if (tools !== undefined) trace.tools = tools;
  if (task_key !== undefined) trace.task_key = task_key;
  return trace;
}
