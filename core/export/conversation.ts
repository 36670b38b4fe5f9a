import { plainText } from '../trace/plain';
import type { Message } from '../trace/model';
import { Refusal, type Tally } from './tally';

/** The text of a message whose parts are all text; media cannot be written as text. */
export function flatText(message: Message): string | Refusal {
  const { content } = message;
  if (typeof content === 'string') return content;
  return content.every((part) => part.type === 'text') ? plainText(content) : new Refusal('media_not_supported');
}

export function isSystem(message: Message): boolean {
  return message.role === 'system' || message.role === 'developer';
}

/**
 * One system message, at the beginning: templates drop or refuse further ones and the role `developer`. What was
 * merged or renamed is noted.
 */
export function withOneSystem(messages: readonly Message[], notes: Tally): readonly Message[] {
  const system = messages.filter(isSystem);
  const [first] = system;
  if (!first) return messages;
  if (system.some((m) => m.role === 'developer')) notes.add('developer_as_system');
  const inPlace = system.length === 1 && messages[0] === first;
  if (inPlace && first.role === 'system') return messages;
  if (!inPlace) notes.add('system_messages_merged');
  const content = system.map((m) => plainText(m.content)).join('\n\n');
  return [{ role: 'system', content }, ...messages.filter((m) => !isSystem(m))];
}

/** Names of the tools that results belong to, by call id. */
export function callNames(messages: readonly Message[]): ReadonlyMap<string, string> {
  return new Map(messages.flatMap((m) => (m.tool_calls ?? []).map((call) => [call.id, call.name] as const)));
}

/** Counts redaction markers' kinds and the like over many rows without keeping them. */
export function addCounts(into: Map<string, number>, names: readonly string[]): void {
  for (const name of names) into.set(name, (into.get(name) ?? 0) + 1);
}
