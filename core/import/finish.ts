import { derivedUlid, shortId, traceId, traceKey } from '../trace/identity';
import { bodyJson, traceOf, type TraceBody } from '../trace/body';
import { previewText } from '../trace/plain';
import { timeMs } from '../trace/time';
import type { Answer, EventBody, LogEvent } from '../log/events';
import type { Hasher, IncomingTrace, TraceHead } from '../ports';
import type { Redactor } from '../redact/redact';
import type { Message, Trace } from '../trace/model';
import { bounded, boundedId, boundedModel } from './bounds';
import { bookedRow, type BookedRow } from './books';
import type { Draft, ImportedVerdict } from './draft';

/** What makes a draft a trace. The same for every row of one import. */
export interface FinishContext {
  readonly source: string;
  /** How the file is called in `origin`. */
  readonly file: string;
  /** Recorded as it happened, not read from a file. */
  readonly captured?: true | undefined;
  /** When the store takes it, ISO UTC; stands in for the time of a row without one. */
  readonly recorded_at: string;
  /** Given to every conversation of the import, beside its own. */
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly hasher: Hasher;
  readonly redactor: Pick<Redactor, 'redactTrace'>;
}

/** An imported row as the store takes it. All of it can be copied from a worker to another thread. */
export type FinishedRow = Omit<IncomingTrace, 'trace'> & {
  readonly body: string;
  readonly content: string;
  readonly head: TraceHead;
  readonly booked: BookedRow;
};

/** Who speaks in verdicts that came with a row: not a reviewer here. */
export const earlierProcess = 'earlier_process';

/** Redacts a draft, gives it its identity and writes it down: the last step before the store. */
export function finish(draft: Draft, context: FinishContext): FinishedRow {
  return written(redacted(draft, context), context);
}

/** Several at once, each step for all of them: to go from one step to the other with every row costs a tenth of the time. */
export function finishAll(drafts: readonly Draft[], context: FinishContext): FinishedRow[] {
  return drafts.map((draft) => redacted(draft, context)).map((draft) => written(draft, context));
}

function written({ draft, trace, verdicts, candidates, generic_id, counts }: Redacted, context: FinishContext): FinishedRow {
  const { messages, tools } = trace;
  const messagesJson = JSON.stringify(messages);
  // Texts alone are written in a third of the time that lists are.
  const isBare = tools === undefined && verdicts.length + candidates.length === 0;
  const rest = isBare ? 'null,[],[]' : JSON.stringify([tools, verdicts, candidates]).slice(1, -1);
  const beside = `[${JSON.stringify(draft.captured_at ?? null)},${JSON.stringify(trace.model ?? null)},${rest}]`;
  const content = context.hasher.sha256(`${messagesJson}\n${beside}`);
  // An id that had to be masked may be that of several rows now: like a row number, it counts only with the content.
  const is_masked = trace.request_id !== undefined && trace.request_id !== boundedId(draft.request_id);
  const key = is_masked
    ? traceKey({ generic_id: trace.request_id, content })
    : traceKey({ request_id: trace.request_id, unique_id: draft.unique_id, generic_id, content });
  const id = traceId(context.hasher, context.source, key);
  const head = headOf(id, trace);
  const generic = generic_id !== undefined && trace.request_id === undefined && draft.unique_id === undefined;
  return {
    body: bodyJson(trace, messagesJson),
    head,
    key,
    acts: actsOf(id, verdicts, candidates, draft, context),
    redactions: counts,
    content,
    ...(generic ? { generic_id } : {}),
    booked: bookedRow(draft, counts),
  };
}

/** Written out: a spread would give every head a shape of its own, which outlives its row. */
function headOf(id: string, trace: Trace): TraceHead {
  return {
    message_count: trace.messages.length,
    preview: previewText(trace),
    has_tool_calls: trace.messages.some(hasCalls),
    id,
    source: trace.source,
    origin: trace.origin,
    request_id: trace.request_id,
    model: trace.model,
    captured_at: trace.captured_at,
    recorded_at: trace.recorded_at,
    answer_turn: trace.answer_turn,
    labels: trace.labels,
    attributes: trace.attributes,
    meta: trace.meta,
    task_key: trace.task_key,
    flags: trace.flags,
  };
}

function hasCalls({ tool_calls }: Message): boolean {
  return tool_calls !== undefined && tool_calls.length > 0;
}

/** The row as a store takes it whose `trace` is made when someone asks for it. */
export function incomingOf(row: FinishedRow, act?: string): IncomingTrace {
  let parsed: Trace | undefined;
  return {
    key: row.key,
    acts: row.acts,
    redactions: row.redactions,
    body: row.body,
    head: row.head,
    content: row.content,
    generic_id: row.generic_id,
    act,
    get trace(): Trace {
      return (parsed ??= traceIn(row));
    },
  };
}

/** The trace a row was made of. */
export function traceIn({ head, body }: FinishedRow): Trace {
  // Our own writing of a moment ago: nothing to check.
  return traceOf(head, JSON.parse(body) as TraceBody);
}

function unredacted(draft: Draft, context: FinishContext): Trace {
  const parent =
    draft.parent_unique_id === undefined
      ? undefined
      : traceId(context.hasher, context.source, traceKey({ unique_id: draft.parent_unique_id, content: '' }));
  return {
    id: '',
    source: context.source,
    origin: context.captured ? { kind: 'captured' } : { kind: 'imported', file: context.file, line: draft.line },
    request_id: draft.request_id,
    model: draft.model,
    captured_at: draft.captured_at ?? context.recorded_at,
    recorded_at: context.recorded_at,
    messages: [...draft.messages],
    answer_turn: draft.answer_turn,
    tools: draft.tools && [...draft.tools],
    labels: draft.labels.length + context.labels.length === 0 ? [] : [...new Set([...context.labels, ...draft.labels])],
    attributes: { ...draft.attributes, ...context.attributes },
    meta: parent === undefined ? draft.meta : { ...draft.meta, parent },
    task_key: draft.task_key,
    flags: draft.flags,
  };
}

/** A draft, and what became of its texts. */
interface Redacted extends Pick<Draft, 'verdicts' | 'candidates' | 'generic_id'> {
  readonly draft: Draft;
  readonly trace: Trace;
  readonly counts: FinishedRow['redactions'];
}

/**
 * Redacts the conversation together with the answers and reasons that came with it, so that one value has one marker
 * in all of them: they ride along as messages behind the last one.
 */
function redacted(draft: Draft, context: FinishContext): Redacted {
  const trace = unredacted(draft, context);
  const riders: Message[] = [];
  for (const { answer, reason } of draft.verdicts) {
    if (answer) riders.push(asMessage(answer));
    if (reason !== undefined) riders.push({ role: 'user', content: reason });
  }
  for (const { answer, model } of draft.candidates) {
    riders.push(asMessage(answer));
    if (model !== undefined) riders.push({ role: 'user', content: model });
  }
  if (draft.generic_id !== undefined) riders.push({ role: 'user', content: draft.generic_id });
  const whole = riders.length === 0 ? trace : { ...trace, messages: [...trace.messages, ...riders] };
  const { value, counts } = context.redactor.redactTrace(whole);
  const { verdicts, candidates } = draft;
  if (value === whole && verdicts.length + candidates.length === 0) {
    return { draft, trace: bounded(trace), verdicts, candidates, generic_id: boundedId(draft.generic_id), counts };
  }
  return { draft, ...apart(value, trace.messages.length, draft), counts };
}

/** Takes the riders down again. */
function apart(value: Trace, length: number, draft: Draft) {
  const back = value.messages.slice(length).values();
  const next = (): Message => back.next().value ?? { role: 'user', content: '' };
  const verdicts = draft.verdicts.map((verdict): ImportedVerdict => ({
    ...verdict,
    ...(verdict.answer ? { answer: asAnswer(next()) } : {}),
    ...(verdict.reason === undefined ? {} : { reason: asAnswer(next()).text }),
  }));
  const candidates = draft.candidates.map(({ model }) => ({
    answer: asAnswer(next()),
    ...(model === undefined ? {} : { model: boundedModel(asAnswer(next()).text) }),
  }));
  const generic_id = draft.generic_id === undefined ? undefined : boundedId(asAnswer(next()).text);
  return { trace: bounded({ ...value, messages: value.messages.slice(0, length) }), verdicts, candidates, generic_id };
}

function asMessage(answer: Answer): Message {
  return { role: 'assistant', content: answer.text, ...(answer.tool_calls ? { tool_calls: answer.tool_calls } : {}) };
}

function asAnswer(message: Message): Answer {
  const text = typeof message.content === 'string' ? message.content : '';
  return message.tool_calls ? { text, tool_calls: message.tool_calls } : { text };
}

/** Ids follow from the trace and the words alone, so that two copies of a store that import one file agree. */
function actsOf(
  trace: string,
  verdicts: readonly ImportedVerdict[],
  candidates: Draft['candidates'],
  draft: Draft,
  context: FinishContext,
): LogEvent[] {
  if (verdicts.length === 0 && candidates.length === 0) return [];
  const bodies: EventBody[] = [
    ...verdicts.map((verdict): EventBody => ({ type: 'signal', trace, provenance: earlierProcess, ...signalOf(verdict) })),
    ...candidates.map((candidate, n): EventBody => ({
      type: 'candidate',
      trace,
      candidate: shortId(context.hasher, `${trace}\ncandidate\n${n}\n${JSON.stringify(candidate)}`),
      ...candidate,
    })),
  ];
  const ms = timeMs(draft.captured_at) ?? 0;
  return bodies.map((body, n) => ({
    v: 1,
    id: derivedUlid(context.hasher, `${trace}\n${n}\n${JSON.stringify(body)}`, ms),
    at: context.recorded_at,
    by: earlierProcess,
    body,
  }));
}

function signalOf({ kind, turn, answer, reason, scores, raw_score }: ImportedVerdict) {
  return {
    kind,
    turn,
    ...(answer ? { answer } : {}),
    ...(reason === undefined ? {} : { reason }),
    ...(scores ? { scores: { ...scores } } : {}),
    ...(raw_score === undefined ? {} : { raw_score }),
  };
}
