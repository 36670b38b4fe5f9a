import type { OpenedTrace } from '../../core/protocol/results';
import type { Message, Trace } from '../../core/trace/model';

/** What a window may hold, and what one message may hold of it, in UTF-16 units. */
const windowSize = 256 * 1024;
const messageSize = 64 * 1024;
const headLength = 80;

type WindowItem = OpenedTrace['window'][number];

/** One line for each message, so that the panel can lay the whole conversation out at once. */
export function outlineOf(messages: readonly Message[]): OpenedTrace['outline'] {
  return messages.map((message, turn) => {
    const text = textOf(message);
    const tools = message.tool_calls?.map((call) => call.name);
    return {
      turn,
      role: message.role,
      size: text.length,
      head: text
        .slice(0, headLength * 4)
        .replace(/\s+/g, ' ')
        .trim()
        .slice(0, headLength),
      ...(tools?.length ? { tools } : {}),
      ...(message.error === undefined ? {} : { error: true }),
    };
  });
}

/**
 * The first window: the answer under review and as much as fits of what leads to it, then of what follows.
 * Turns are contiguous and ascending.
 */
export function firstWindow(trace: Trace): WindowItem[] {
  const { messages } = trace;
  const start = Math.min(Math.max(trace.answer_turn, 0), Math.max(0, messages.length - 1));
  let [from, to, left] = [start, start, windowSize];
  left -= cost(messages[start]);
  while (from > 0 && left >= cost(messages[from - 1])) left -= cost(messages[--from]);
  while (to + 1 < messages.length && left >= cost(messages[to + 1])) left -= cost(messages[++to]);
  return items(messages, from, to + 1);
}

/** Messages [from, to) as far as they fit in one window; at least one when there is one. */
export function windowOf(messages: readonly Message[], from: number, to: number): WindowItem[] {
  const start = Math.max(0, from);
  const end = Math.min(messages.length, to);
  let stop = start;
  for (let left = windowSize; stop < end; stop++) {
    left -= cost(messages[stop]);
    if (left < 0 && stop > start) break;
  }
  return items(messages, start, stop);
}

/** The piece of a long message that starts at `offset`. Never splits a surrogate pair. */
export function partOf(message: Message, offset: number): { text: string; end: boolean } {
  const text = textOf(message);
  let stop = Math.min(text.length, offset + messageSize);
  if (stop < text.length && isHighSurrogate(text.charCodeAt(stop - 1))) stop--;
  return { text: text.slice(offset, stop), end: stop >= text.length };
}

function items(messages: readonly Message[], from: number, to: number): WindowItem[] {
  return messages.slice(from, to).map((message, i) => cut(message, from + i));
}

function cut(message: Message, turn: number): WindowItem {
  const text = textOf(message);
  if (text.length <= messageSize) return { turn, message };
  return { turn, message: { ...message, content: partOf(message, 0).text }, cut: text.length };
}

function cost(message: Message | undefined): number {
  if (!message) return 0;
  const calls = (message.tool_calls ?? []).reduce((sum, call) => sum + call.arguments.length + call.name.length, 0);
  return Math.min(messageSize, textOf(message).length) + calls + (message.reasoning?.length ?? 0) + 100;
}

function textOf(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
