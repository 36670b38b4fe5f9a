import type { MediaPart, Message, Part } from '../../trace/model';
import { argumentsString } from '../arguments';
import { flatText, isSystem } from '../conversation';
import { arrayText, objectText, stringText } from '../json-line';
import { Refusal, type Tally } from '../tally';

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

export interface MessageSettings {
  readonly notes: Tally;
  /** Longer tool results are cut to this many characters. */
  readonly tool_output_chars: number | undefined;
  /** Whether assistant messages before the answer say that they are not to be trained. */
  readonly untrained_history: boolean;
}

/**
 * The conversation before the answer, each message as JSON text. The service refuses tool calls without results,
 * results without calls, and two assistant messages in a row.
 */
export function historyTexts(prompt: readonly Message[], settings: MessageSettings): string[] | Refusal {
  const fault = orderFault(prompt);
  if (fault !== undefined) return new Refusal(fault);
  const texts: string[] = [];
  for (const message of prompt) {
    const text = messageText(message, settings, settings.untrained_history);
    if (text instanceof Refusal) return text;
    texts.push(text);
  }
  return texts;
}

/** The answer: the one message that is trained. */
export function answerText(answer: Message, settings: MessageSettings): string | Refusal {
  return messageText(answer, settings, false);
}

function messageText(message: Message, settings: MessageSettings, untrained: boolean): string | Refusal {
  if (message.role === 'assistant') return assistantText(message, settings.notes, untrained);
  if (message.role === 'tool') return toolText(message, settings);
  const content = message.role === 'user' ? userContent(message) : systemContent(message, settings.notes);
  return content instanceof Refusal ? content : objectText({ role: isSystem(message) ? '"system"' : '"user"', content });
}

function systemContent(message: Message, notes: Tally): string | Refusal {
  if (message.role === 'developer') notes.add('developer_as_system');
  const text = flatText(message);
  return text instanceof Refusal ? text : stringText(text);
}

/** Images may be named by an https address; nothing else but text is taken. */
function userContent(message: Message): string | Refusal {
  const text = flatText(message);
  if (!(text instanceof Refusal)) return stringText(text);
  const parts = typeof message.content === 'string' ? [] : message.content.map(partText);
  const refused = parts.find((part) => part instanceof Refusal);
  return refused ?? arrayText(parts.filter((part) => typeof part === 'string'));
}

function partText(part: Part): string | Refusal {
  if (part.type === 'text') return objectText({ type: '"text"', text: stringText(part.text) });
  return isLinkedImage(part)
    ? objectText({ type: '"image_url"', image_url: objectText({ url: stringText(part.url) }) })
    : new Refusal('media_not_supported');
}

function isLinkedImage(part: MediaPart): part is MediaPart & { url: string } {
  return part.type === 'image' && part.url !== undefined && part.url.startsWith('https://');
}

function assistantText(message: Message, notes: Tally, untrained: boolean): string | Refusal {
  const text = flatText(message);
  const tool_calls = callsText(message);
  if (text instanceof Refusal) return text;
  if (tool_calls instanceof Refusal) return tool_calls;
  if (message.reasoning?.trim()) notes.add('reasoning_left_out');
  // With calls and no words the content is left out: the text "null" or "" would be trained.
  const content = text === '' && tool_calls !== undefined ? undefined : stringText(text);
  return objectText({ role: '"assistant"', content, tool_calls, weight: untrained ? '0' : undefined });
}

function callsText(message: Message): string | undefined | Refusal {
  if (!message.tool_calls?.length) return undefined;
  const calls: string[] = [];
  for (const call of message.tool_calls) {
    if (!isToolName(call.name)) return new Refusal('invalid_tool_name');
    const args = argumentsString(call.arguments);
    if (args instanceof Refusal) return args;
    const made = objectText({ name: stringText(call.name), arguments: args });
    calls.push(objectText({ id: stringText(call.id), type: '"function"', function: made }));
  }
  return arrayText(calls);
}

export function isToolName(name: string): boolean {
  return toolName.test(name);
}

function toolText(message: Message, { notes, tool_output_chars }: MessageSettings): string | Refusal {
  const text = flatText(message);
  if (text instanceof Refusal) return text;
  const short = tool_output_chars === undefined ? text : cut(text, tool_output_chars);
  if (short !== text) notes.add('tool_output_cut');
  return objectText({ role: '"tool"', tool_call_id: stringText(message.tool_call_id ?? ''), content: stringText(short) });
}

/** At most `max` UTF-16 units and an ellipsis, never half a character. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`;
}

function orderFault(prompt: readonly Message[]): string | undefined {
  let open = new Set<string>();
  let last: Message['role'] | undefined;
  for (const { role, tool_calls, tool_call_id } of prompt) {
    if (role === 'tool') {
      if (tool_call_id === undefined || !open.delete(tool_call_id)) return 'unexpected_tool_result';
    } else if (open.size > 0) return 'unanswered_tool_call';
    if (role === 'assistant' && last === 'assistant') return 'two_assistants_in_a_row';
    if (role === 'assistant') open = new Set((tool_calls ?? []).map((call) => call.id));
    last = role;
  }
  if (open.size > 0) return 'unanswered_tool_call';
  return last === 'assistant' ? 'prompt_ends_with_assistant' : undefined;
}
