import { firstText, isFields, listOf, own, textOf, type Fields } from '../fields';
import { jsonText } from '../json';

/** Whether a record is part of the conversation; the others are what the client told its user. */
export function isTold(message: Fields): boolean {
  const type = own(message, 'type');
  return type === 'user' || type === 'gemini';
}

/** A record as chat messages: the model's text with its calls, then the results that stand inside the same record. */
export function messagesOf(message: Fields): Record<string, unknown>[] {
  const timestamp = own(message, 'timestamp');
  const content = own(message, 'content');
  if (own(message, 'type') === 'user') return [{ role: 'user', content, timestamp }];
  const calls = (listOf(own(message, 'toolCalls')) ?? []).filter(isFields);
  const ids = calls.map((call, i) => firstText(call, ['id']) ?? `${firstText(message, ['id']) ?? 'call'}_${i}`);
  const thoughts = (listOf(own(message, 'thoughts')) ?? []).filter(isFields).map(thoughtText);
  return [
    {
      role: 'assistant',
      content,
      timestamp,
      ...(thoughts.length > 0 ? { reasoning_content: thoughts.join('\n') } : {}),
      ...(calls.length > 0
        ? { tool_calls: calls.map((call, i) => ({ id: ids[i], name: own(call, 'name'), args: own(call, 'args') })) }
        : {}),
    },
    ...calls.flatMap((call, i) => resultOf(call, ids[i])),
  ];
}

function thoughtText(thought: Fields): string {
  const parts = [textOf(own(thought, 'subject')), textOf(own(thought, 'description'))];
  return parts.filter((part) => part !== undefined).join(': ');
}

function resultOf(call: Fields, id: string | undefined): Record<string, unknown>[] {
  const parts = (listOf(own(call, 'result')) ?? []).filter(isFields);
  const responses = parts.map((part) => own(part, 'functionResponse')).filter(isFields);
  if (responses.length === 0) return [];
  const content = responses.map((response) => responseText(own(response, 'response'))).join('\n');
  const failed = own(call, 'status') === 'error';
  return [
    { role: 'tool', tool_call_id: id, name: own(call, 'name'), content, timestamp: own(call, 'timestamp'), is_error: failed },
  ];
}

/** `{output: text}` is the text; anything else is kept as JSON. */
function responseText(value: unknown): string {
  const said = isFields(value) ? (textOf(own(value, 'output')) ?? textOf(own(value, 'error'))) : textOf(value);
  return said ?? jsonText(value) ?? '';
}
