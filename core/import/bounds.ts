import { markersOf } from '../redact/marker';
import type { Message, Part, Trace } from '../trace/model';

/** How long the texts beside a conversation may be, in UTF-16 units. The conversation itself is never cut. */
const limits = {
  id: 500,
  model: 200,
  name: 200,
  finish_reason: 100,
  error: 2000,
  attribute: 1000,
  extra_name: 80,
  extra: 500,
  url: 2000,
  media_type: 100,
} as const;

/**
 * The trace with its side texts cut to measure. To be asked after redaction only: half of a secret is no longer seen as
 * one, and would stay. A trace within measure is returned as it came.
 */
export function bounded(trace: Trace): Trace {
  const { request_id, model, task_key, meta, attributes, messages } = trace;
  if (!isBeyond(trace)) return trace;
  return {
    ...trace,
    ...cut({ request_id, task_key }, limits.id),
    ...cut({ model }, limits.model),
    attributes: Object.values(attributes).some((value) => value.length > limits.attribute)
      ? Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, cutText(value, limits.attribute)]))
      : attributes,
    meta: {
      ...meta,
      ...cut({ finish_reason: meta.finish_reason }, limits.finish_reason),
      ...cut({ error: meta.error }, limits.error),
      ...(meta.extra ? { extra: boundedExtra(meta.extra) } : {}),
    },
    messages: messages.some(isLong) ? messages.map(boundedMessage) : messages,
  };
}

/** Whether anything has to be looked at more closely; hardly ever. */
function isBeyond({ request_id, model, task_key, meta, attributes, messages }: Trace): boolean {
  return (
    isLonger(request_id, limits.id) ||
    isLonger(task_key, limits.id) ||
    isLonger(model, limits.model) ||
    isLonger(meta.finish_reason, limits.finish_reason) ||
    isLonger(meta.error, limits.error) ||
    meta.extra !== undefined ||
    Object.values(attributes).some((value) => value.length > limits.attribute) ||
    messages.some(isLong)
  );
}

function isLonger(text: string | undefined, limit: number): boolean {
  return text !== undefined && text.length > limit;
}

export function boundedId(id: string | undefined): string | undefined {
  return id === undefined ? undefined : cutText(id, limits.id);
}

export function boundedModel(model: string): string {
  return cutText(model, limits.model);
}

function boundedExtra(extra: NonNullable<Trace['meta']['extra']>): NonNullable<Trace['meta']['extra']> {
  return Object.fromEntries(
    Object.entries(extra).map(([name, value]) => [
      cutText(name, limits.extra_name),
      typeof value === 'string' ? cutText(value, limits.extra) : value,
    ]),
  );
}

function isLong({ name, error, content }: Message): boolean {
  return isLonger(name, limits.name) || isLonger(error, limits.error) || typeof content !== 'string';
}

function boundedMessage(message: Message): Message {
  const { name, error, content } = message;
  return {
    ...message,
    ...cut({ name }, limits.name),
    ...cut({ error }, limits.error),
    content: typeof content === 'string' ? content : content.map(boundedPart),
  };
}

function boundedPart(part: Part): Part {
  if (part.type === 'text') return part;
  const { url, media_type, name } = part;
  return { ...part, ...cut({ url }, limits.url), ...cut({ media_type }, limits.media_type), ...cut({ name }, limits.name) };
}

/** The given texts that are there, at most so long. */
function cut<T extends Record<string, string | undefined>>(texts: T, max: number): { [K in keyof T]?: string } {
  const kept: { [K in keyof T]?: string } = {};
  for (const name in texts) {
    const text = texts[name];
    if (text !== undefined) kept[name] = cutText(text, max);
  }
  return kept;
}

/** The beginning of a text; a marker or a character that does not fit whole is left out. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const marker = markersOf(text).find(({ start, end }) => start < max && end > max);
  const kept = text.slice(0, marker ? marker.start : max);
  return kept.replace(/[\ud800-\udbff]$/, '');
}
