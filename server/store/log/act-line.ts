import { eventEnvelope, type LogEvent } from '../../../core/log/events';
import { bodyText, encodeLine, headerText, isBlotted } from './line';

/** An act as a line of the log: the envelope is the header, what happened is the body. */
export function encodeAct(event: LogEvent): Buffer {
  const { body, ...envelope } = event;
  return encodeLine(JSON.stringify(envelope), JSON.stringify(body));
}

/** Undefined when the line is whole but says something this version does not understand. */
export function decodeAct(line: Buffer): LogEvent | undefined {
  const header = headerText(line);
  if (header === undefined) return undefined;
  const parsed = eventEnvelope.safeParse({ ...objectOf(header), body: objectOf(bodyText(line)) });
  return parsed.success ? withoutTraces(parsed.data, isBlotted) : undefined;
}

/** An act on several traces without some of them. */
export function withoutTraces(event: LogEvent, isGone: (trace: string) => boolean): LogEvent {
  const { body } = event;
  if (!('traces' in body) || !body.traces.some(isGone)) return event;
  return { ...event, body: { ...body, traces: body.traces.filter((trace) => !isGone(trace)) } };
}

/** Lines whose checksum is right were written by a store, so they are JSON. */
function objectOf(text: string): Record<string, unknown> {
  return JSON.parse(text) as Record<string, unknown>;
}
