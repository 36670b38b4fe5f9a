import type { Message } from '../../trace/model';
import { argumentsObject } from '../arguments';
import { callNames, flatText, isSystem, withOneSystem } from '../conversation';
import { arrayText, objectText, stringText } from '../json-line';
import { Refusal, type Tally } from '../tally';

/** Messages of one column as JSON text, with what a loader will make of them. */
export interface ColumnText {
  readonly text: string;
  /** The different sets of keys its messages have, sorted. */
  readonly key_sets: readonly string[];
  /** A loader may take one of its texts for a date. */
  readonly dated: boolean;
  readonly messages: number;
}

/** What Arrow reads as a timestamp when every value of a column looks like it (R5). */
const dateLike = /^\d{4}-\d\d-\d\d(?:[T ]\d\d(?::?\d\d(?::?\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

export function isDateLike(text: string): boolean {
  return text.length >= 10 && text.length <= 40 && dateLike.test(text);
}

/** A conversation up to the answer. */
export function promptText(prompt: readonly Message[], notes: Tally): ColumnText | Refusal {
  return promptFault(prompt) ?? columnText(withOneSystem(prompt, notes), notes);
}

/** A prompt must end with the user or a tool, or there is nothing to answer (R10). */
export function promptFault(prompt: readonly Message[]): Refusal | undefined {
  const last = prompt.findLast((message) => !isSystem(message))?.role;
  if (last === 'user' || last === 'tool') return undefined;
  return new Refusal(last === 'assistant' ? 'prompt_ends_with_assistant' : 'prompt_without_user');
}

/** One column of messages. */
export function columnText(messages: readonly Message[], notes: Tally): ColumnText | Refusal {
  const names = callNames(messages);
  const texts: string[] = [];
  const keySets = new Set<string>();
  let dated = false;
  for (const message of messages) {
    const members = membersOf(message, names, notes);
    if (members instanceof Refusal) return members;
    texts.push(objectText(members));
    keySets.add(keysOf(members));
    dated ||= isDated(message);
  }
  return { text: arrayText(texts), key_sets: [...keySets].sort(), dated, messages: texts.length };
}

type Members = Record<string, string | undefined>;

function keysOf(members: Members): string {
  return Object.keys(members)
    .filter((key) => members[key] !== undefined)
    .join();
}

function isDated({ content, reasoning }: Message): boolean {
  const texts = typeof content === 'string' ? [content] : content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.some(isDateLike) || isDateLike(reasoning ?? '');
}

/** `name` of users and assistants is left out: no template reads it. */
function membersOf(message: Message, names: ReadonlyMap<string, string>, notes: Tally): Members | Refusal {
  const text = flatText(message);
  if (text instanceof Refusal) return text;
  const content = stringText(text);
  if (message.role === 'tool') return { role: '"tool"', ...toolMembers(message, names), content };
  if (message.role !== 'assistant') return { role: stringText(message.role), content };
  const tool_calls = callsText(message, notes);
  if (tool_calls instanceof Refusal) return tool_calls;
  const reasoning = message.reasoning?.trim() ? stringText(message.reasoning) : undefined;
  return { role: '"assistant"', content, reasoning_content: reasoning, tool_calls };
}

function toolMembers(message: Message, names: ReadonlyMap<string, string>): Members {
  const name = message.name ?? names.get(message.tool_call_id ?? '');
  return {
    name: name === undefined ? undefined : stringText(name),
    tool_call_id: message.tool_call_id === undefined ? undefined : stringText(message.tool_call_id),
  };
}

function callsText(message: Message, notes: Tally): string | undefined | Refusal {
  if (!message.tool_calls?.length) return undefined;
  const calls: string[] = [];
  for (const call of message.tool_calls) {
    const args = argumentsObject(call.arguments, notes);
    if (args instanceof Refusal) return args;
    const made = objectText({ name: stringText(call.name), arguments: args });
    calls.push(objectText({ type: '"function"', id: stringText(call.id), function: made }));
  }
  return arrayText(calls);
}
