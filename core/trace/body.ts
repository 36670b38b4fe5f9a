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
  const { request_id, task_key, meta, flags, tools } = trace;
  const beside = JSON.stringify({ request_id, task_key, meta: unlessEmpty(meta), flags: unlessEmpty(flags), tools });
  return `${beside === '{}' ? '{' : `${beside.slice(0, -1)},`}"messages":${messages}}`;
}

function unlessEmpty<T extends object>(value: T): T | undefined {
  for (const _ in value) return value;
  return undefined;
}

/** The trace of a head and a body. */
export function traceOf(head: Readonly<Head>, body: TraceBody): Trace {
  const { model } = head;
  const { request_id, task_key, tools } = body;
  return {
    id: head.id,
    source: head.source,
    origin: head.origin,
    ...(request_id === undefined ? {} : { request_id }),
    ...(model === undefined ? {} : { model }),
    captured_at: head.captured_at,
    recorded_at: head.recorded_at,
    messages: body.messages,
    answer_turn: head.answer_turn,
    ...(tools === undefined ? {} : { tools }),
    labels: [...head.labels],
    attributes: { ...head.attributes },
    meta: body.meta ?? {},
    ...(task_key === undefined ? {} : { task_key }),
    flags: body.flags ?? {},
  };
}
