import { isFields, own, textOf, first, type Fields } from './fields';
import { argumentsText } from './calls';
import { jsonText } from './json';

/**
 * Items of OpenAI's Responses API as chat messages: reasoning goes to the message after it, calls gather in one
 * assistant message, outputs become tool messages. Items without a `type` are messages.
 */
export function itemsToMessages(items: readonly unknown[]): unknown[] {
  const messages: Record<string, unknown>[] = [];
  let reasoning: unknown[] = [];
  const speak = (fields: Record<string, unknown>) => {
    messages.push({ role: 'assistant', ...(reasoning.length > 0 ? { reasoning_content: thoughts(reasoning) } : {}), ...fields });
    reasoning = [];
  };
  for (const item of items) {
    if (!isFields(item)) continue;
    const type = textOf(own(item, 'type')) ?? 'message';
    if (type === 'reasoning') reasoning.push(item);
    else if (type === 'message') {
      if (own(item, 'role') === 'assistant') speak({ content: own(item, 'content'), ...beside(item) });
      else messages.push({ role: own(item, 'role'), content: own(item, 'content'), ...beside(item) });
    } else if (type.endsWith('_output')) messages.push(output(item));
    else if (type.endsWith('_call')) addCall(messages, speak, item, type);
  }
  if (reasoning.length > 0) speak({ content: '' });
  return messages;
}

function addCall(
  messages: Record<string, unknown>[],
  speak: (fields: Record<string, unknown>) => void,
  item: Fields,
  type: string,
): void {
  const call = {
    id: first(item, ['call_id', 'id']),
    name: own(item, 'name') ?? type.replace(/_call$/, ''),
    arguments: argumentsText(first(item, ['arguments', 'input', 'action', 'queries', 'code', 'operation'])),
  };
  const last = messages.at(-1);
  const calls = last?.['role'] === 'assistant' ? last['tool_calls'] : undefined;
  if (Array.isArray(calls)) calls.push(call);
  else if (last?.['role'] === 'assistant') last['tool_calls'] = [call];
  else speak({ content: '', tool_calls: [call], ...beside(item) });
  // Hosted tools keep call and result in one item.
  const result = first(item, ['output', 'results', 'outputs', 'error']);
  if (result !== undefined) messages.push({ role: 'tool', tool_call_id: call.id, content: argumentsText(result) });
}

function output(item: Fields): Record<string, unknown> {
  const value = own(item, 'output');
  const content = typeof value === 'string' || Array.isArray(value) ? value : (jsonText(value) ?? '');
  return { role: 'tool', tool_call_id: own(item, 'call_id'), content, error: own(item, 'error'), ...beside(item) };
}

/** What a reader of items may add to them. */
function beside(item: Fields): Record<string, unknown> {
  return { name: own(item, 'role') === undefined ? undefined : own(item, 'name'), timestamp: own(item, 'timestamp') };
}

function thoughts(items: readonly unknown[]): string {
  const texts = items.flatMap((item) => (isFields(item) ? [own(item, 'summary'), own(item, 'content')] : []));
  return texts
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .flatMap((part) => (isFields(part) ? [textOf(own(part, 'text')) ?? ''] : []))
    .join('\n');
}
