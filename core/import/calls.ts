import type { ToolCall, ToolDefinition } from '../trace/model';
import { first, firstText, isFields, listOf, own, scalarText, textOf, type Fields } from './fields';
import { jsonText, parseNested, unwrapJson } from './json';

/** Names under which a call's id is written. */
export const callIdNames = ['tool_call_id', 'tool_use_id', 'call_id', 'toolCallId', 'toolUseId', 'source_call_id'];

/**
 * One tool call in any of its shapes: `{id, function: {name, arguments}}`, flat `{id, name, args}`, `{custom: {name, input}}`,
 * Anthropic `tool_use`. Undefined when there is no name in it. Arguments stay the raw JSON text they were.
 */
export function readCall(item: Fields, fallbackId: string): ToolCall | undefined {
  const held = first(item, ['function', 'custom', 'functionCall', 'toolUse', 'tool_call']);
  const body = isFields(held) ? held : item;
  const name = textOf(held) ?? firstText(body, ['name', 'function_name', 'toolName', 'tool_name']);
  if (name === undefined) return undefined;
  const id = firstText(item, ['id', ...callIdNames]) ?? firstText(body, ['id', ...callIdNames]) ?? fallbackId;
  const given = first(body, ['arguments', 'args', 'input', 'parameters']) ?? own(item, 'arguments');
  return { id, name, arguments: argumentsText(given) };
}

/** Text is kept whatever it says, an object is written as JSON. Nesting beyond measure leaves an empty text. */
export function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : (jsonText(value) ?? '');
}

/** A message's list of calls, also as JSON text; null elements are tolerated. `odd` counts items that are no calls. */
export function readCalls(value: unknown, nextId: () => string): { calls: ToolCall[]; odd: number } {
  const list = listOf(unwrapJson(value)) ?? [];
  const calls: ToolCall[] = [];
  let odd = 0;
  for (const item of list) {
    if (item === null) continue;
    const call = isFields(item) ? readCall(item, nextId()) : undefined;
    if (call) calls.push(call);
    else odd++;
  }
  return { calls, odd };
}

/** Tool calls written as a text of their own: `{"name": …, "arguments": …}` or a list of such. */
export function callsFromText(text: string, nextId: () => string): ToolCall[] | undefined {
  const value = parseNested(text);
  if (value === undefined) return undefined;
  const { calls, odd } = readCalls(Array.isArray(value) ? value : [value], nextId);
  return calls.length > 0 && odd === 0 ? calls : undefined;
}

/** Tool definitions offered to the model, in OpenAI's, Anthropic's or a flat form, also as JSON text. */
export function readTools(value: unknown): ToolDefinition[] | undefined {
  const list = listOf(unwrapJson(value));
  if (!list) return undefined;
  const tools = list.flatMap((item) => {
    const tool = isFields(item) ? readTool(item) : undefined;
    return tool ? [tool] : [];
  });
  return tools.length > 0 ? tools : undefined;
}

function readTool(item: Fields): ToolDefinition | undefined {
  const held = own(item, 'function');
  const body = isFields(held) ? held : item;
  const name = scalarText(own(body, 'name'));
  if (name === undefined) return undefined;
  const description = scalarText(own(body, 'description'));
  const schema = first(body, ['parameters', 'input_schema', 'inputSchema', 'schema']);
  const parameters = schema === undefined ? undefined : typeof schema === 'string' ? schema : jsonText(schema);
  return {
    name,
    ...(description === undefined ? {} : { description }),
    ...(parameters === undefined ? {} : { parameters }),
  };
}
