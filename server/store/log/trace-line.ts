import type { IncomingTrace, TraceHead, TraceHeader } from '../../../core/ports';
import { bodyJson, traceOf, type TraceBody } from '../../../core/trace/body';
import { previewText } from '../../../core/trace/plain';
import type { Trace } from '../../../core/trace/model';
import { headerJson } from './header-json';
import { encodeLine, headerText, headerTextBare } from './line';

export type { TraceHeader };

/** How a trace is written: what the row says, unless the store knows better. */
export interface TraceChanges {
  /** ISO; later than the row's own when the same conversation was purged meanwhile. */
  readonly recorded_at: string;
  readonly expires_at?: string | undefined;
  /** For the continuation of a judged conversation: its own id, and the one it continues. */
  readonly continues?: { readonly id: string; readonly parent: string } | undefined;
}

export function headOf(row: IncomingTrace): TraceHead {
  if (row.head) return row.head;
  const { messages, ...rest } = row.trace;
  return {
    ...rest,
    message_count: messages.length,
    preview: previewText(row.trace),
    has_tool_calls: messages.some((message) => (message.tool_calls?.length ?? 0) > 0),
  };
}

export function headerOf(
  head: TraceHead,
  row: Pick<IncomingTrace, 'redactions' | 'generic_id' | 'act'>,
  content: string,
  changes: TraceChanges,
): TraceHeader {
  return {
    id: changes.continues?.id ?? head.id,
    source: head.source,
    origin: head.origin,
    model: head.model,
    captured_at: head.captured_at,
    recorded_at: changes.recorded_at,
    expires_at: changes.expires_at,
    answer_turn: head.answer_turn,
    message_count: head.message_count,
    has_tool_calls: head.has_tool_calls,
    labels: head.labels,
    attributes: head.attributes,
    tainted: (head.flags.tainted?.length ?? 0) > 0,
    redactions: row.redactions,
    content,
    generic_id: row.generic_id,
    act: row.act,
    preview: head.preview,
  };
}

const dayMs = 86_400_000;

/** When a recording runs out that is kept for so many days; never when nobody said. */
export function expiryOf(recorded_at: string, retentionDays: number | null): string | undefined {
  if (retentionDays === null) return undefined;
  return new Date(Date.parse(recorded_at) + retentionDays * dayMs).toISOString();
}

/** The same in milliseconds. */
export function expiryMs(recorded: number, retentionDays: number | null): number | null {
  return retentionDays === null ? null : recorded + retentionDays * dayMs;
}

/** The line of a trace. The row's own text is used as it is unless something in it changes. */
export function encodeTrace(header: TraceHeader, row: IncomingTrace, changes: TraceChanges): Buffer {
  const { continues } = changes;
  if (!continues) return encodeLine(headerJson(header), row.body ?? bodyJson(row.trace));
  const trace: Trace = { ...row.trace, meta: { ...row.trace.meta, parent: continues.parent } };
  return encodeLine(headerJson(header), bodyJson(trace));
}

/** The header in front of a line, or of its first bytes; undefined when they do not reach its end. */
export function decodeHeader(line: Buffer): TraceHeader | undefined {
  const text = headerText(line);
  return text === undefined ? undefined : (JSON.parse(text) as TraceHeader);
}

/** What the index keeps of a whole line comes from this; undefined when it is no line of a trace. */
export function decodeBareHeader(line: Buffer): Omit<TraceHeader, 'preview'> | undefined {
  const text = headerTextBare(line);
  return text === undefined ? undefined : (JSON.parse(text) as Omit<TraceHeader, 'preview'>);
}

/**
 * The conversation of a whole line whose checksum is right: nothing else than a redacted trace is ever written there. In
 * stores of format 1 the body is the whole trace.
 */
export function decodeTrace(line: Buffer): Trace {
  const { h, t } = JSON.parse(line.toString('utf8')) as { readonly h: TraceHeader; readonly t: TraceBody | Trace };
  return 'id' in t ? t : traceOf(h, t);
}
