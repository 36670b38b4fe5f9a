import type { Message, Trace } from '../trace/model';
import { isoTime } from '../trace/time';
import { assemble, someOfEachRow, type Parts } from './assemble';
import type { Dialect, Draft, Row, Sink } from './draft';
import { readUsage } from './facts';
import { fieldsOf, first, firstText, has, isFields, listOf, own, scalarText, textOf, type Fields } from './fields';
import { readMessages, type Note } from './messages';
import { Refusal } from './refusals';
import { isSame } from './sides';

/** The debug log of Copilot Chat (`chatreplay.json`): prompts with the requests that were made for them. */
export const chatreplay: Dialect = {
  id: 'chatreplay',
  title: 'Copilot Chat replays',
  whole_file: false,
  detect: (value) =>
    isFields(value) &&
    (listOf(own(value, 'prompts')) ?? []).some((prompt) => isFields(prompt) && Array.isArray(own(prompt, 'logs'))),
  read: someOfEachRow((row, _options, sink) => readReplay(row, sink)),
};

function readReplay(row: Row, sink: Sink): (Draft | Refusal)[] {
  const prompts = (listOf(own(fieldsOf(row.value) ?? {}, 'prompts')) ?? []).filter(isFields);
  const note = sink.note.bind(sink);
  const read = prompts.flatMap((prompt) => readPrompt(prompt, row.line, note) ?? []);
  const failed = read.filter((result) => result instanceof Refusal);
  const told = read.filter((result): result is Parts => !(result instanceof Refusal));
  // Later prompts of one chat repeat the earlier ones.
  const kept = told.filter((parts, i) => !told.slice(i + 1).some((later) => begins(later.messages, parts.messages)));
  return [...failed, ...kept.map(assemble)];
}

function begins(longer: readonly Message[], shorter: readonly Message[]): boolean {
  return longer.length >= shorter.length && shorter.every((message, i) => isSame(message, longer[i]));
}

/** Every request repeats what was said before: the last one that was answered is the conversation. */
function readPrompt(prompt: Fields, line: number, note: Note): Parts | Refusal | undefined {
  const logs = (listOf(own(prompt, 'logs')) ?? []).filter(isFields);
  const requests = logs.filter((log) => own(log, 'kind') === 'request' && isFields(own(log, 'requestMessages')));
  const last = requests.findLast((log) => answerOf(log) !== undefined) ?? requests.at(-1);
  if (!last) return undefined;
  const sent = listOf(own(fieldsOf(own(last, 'requestMessages')) ?? {}, 'messages')) ?? [];
  const answer = answerOf(last);
  const items = [
    ...sent.filter(isFields).map(plainMessage),
    ...(answer === undefined ? [] : [{ role: 'assistant', content: answer }]),
  ];
  const messages = readMessages(items, note);
  if (messages instanceof Refusal) return messages;
  const metadata = fieldsOf(own(last, 'metadata')) ?? {};
  const id = firstText(prompt, ['promptId']);
  return {
    dialect: 'chatreplay',
    shape: 'conversation',
    line,
    messages,
    facts: {
      generic_id: id,
      model: firstText(metadata, ['model']),
      captured_at: isoTime(own(metadata, 'startTime')),
      labels: [],
      attributes: {},
      meta: metaOf(last, requests),
    },
  };
}

function answerOf(log: Fields): string | undefined {
  const response = fieldsOf(own(log, 'response'));
  const message = response ? own(response, 'message') : undefined;
  if (Array.isArray(message)) return message.filter((part) => typeof part === 'string').join('');
  return textOf(message);
}

const roles = ['system', 'user', 'assistant', 'tool'];

/** Roles and parts are numbers here; a cache breakpoint says nothing. */
function plainMessage(message: Fields): Record<string, unknown> {
  const role = own(message, 'role');
  const parts = listOf(own(message, 'content'));
  const content = parts ? parts.filter(isFields).flatMap(plainPart) : own(message, 'content');
  const calls = (listOf(own(message, 'toolCalls')) ?? []).filter(isFields);
  return {
    role: typeof role === 'number' ? (roles[role] ?? `role ${role}`) : role,
    content: content ?? '',
    name: own(message, 'name'),
    tool_call_id: own(message, 'toolCallId'),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
  };
}

function plainPart(part: Fields): Record<string, unknown>[] {
  const type = own(part, 'type');
  if (type === 3 || type === 'cache_breakpoint') return [];
  if (type === 2) return [{ type: 'image', image_url: own(part, 'imageUrl') }];
  const text = first(part, ['text', 'value']);
  return typeof text === 'string'
    ? [{ type: 'text', text }]
    : has(part, 'text')
      ? []
      : [{ ...part, type: scalarText(type) ?? 'other' }];
}

function metaOf(last: Fields, requests: readonly Fields[]): Trace['meta'] {
  const each = requests.flatMap((log) => readUsage(own(fieldsOf(own(log, 'metadata')) ?? {}, 'usage')) ?? []);
  const sum = (name: 'input_tokens' | 'output_tokens') => each.reduce((total, usage) => total + (usage[name] ?? 0), 0);
  const response = fieldsOf(own(last, 'response')) ?? {};
  const type = firstText(response, ['type']);
  const failed = type !== undefined && type !== 'success';
  return {
    ...(each.length > 0 ? { usage: { input_tokens: sum('input_tokens'), output_tokens: sum('output_tokens') } } : {}),
    ...(failed ? { error: [type, firstText(response, ['reason'])].filter(Boolean).join(': ') } : {}),
  };
}
