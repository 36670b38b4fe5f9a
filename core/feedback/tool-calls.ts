import { memberOf, printJson, readJson, type JsonNode } from '../lib/json-text';
import { Problem } from '../lib/problem';
import type { ToolCall } from '../trace/model';

/**
 * Tool calls as a person writes them: a JSON array of `{name, arguments}`, or of OpenAI's `{id, function: {…}}`.
 * `arguments` may be an object or its JSON text; numbers stay as they were written. Missing ids become `call_1` …
 * @throws Problem `tool_calls_invalid`
 */
export function parseToolCalls(text: string): ToolCall[] {
  const node = parsed(text);
  if (node.kind !== 'array') throw refused('not an array');
  if (node.items.length === 0) throw refused('the array is empty');
  return node.items.map((item, n) => toolCallOf(item, n + 1));
}

function toolCallOf(item: JsonNode, n: number): ToolCall {
  const call = memberOf(item, 'function') ?? item;
  const name = stringOf(memberOf(call, 'name'));
  if (!name) throw refused(`item ${n} has no name`);
  return {
    id: stringOf(memberOf(item, 'id')) ?? `call_${n}`,
    name,
    arguments: argumentsText(memberOf(call, 'arguments'), n),
  };
}

function argumentsText(node: JsonNode | undefined, n: number): string {
  if (node === undefined) return '{}';
  const inner = node.kind === 'string' ? parsed(node.value) : node;
  if (inner.kind !== 'object') throw refused(`the arguments of item ${n} are not an object`);
  return node.kind === 'string' ? node.value : printJson(inner);
}

function stringOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.value : undefined;
}

function parsed(text: string): JsonNode {
  try {
    return readJson(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw refused('not JSON');
    throw error;
  }
}

function refused(reason: string): Problem {
  return new Problem('tool_calls_invalid', { reason });
}
