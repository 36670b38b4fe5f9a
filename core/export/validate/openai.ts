import type { Method } from '../../dataset/recipe';
import { memberOf, readJson, type JsonNode } from '../../lib/json-text';
import { readLine, type Faults } from './line';

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;

/** Why the service would reject a row (EXPORT 2.1, 2.3 and the public bug reports); independent of the writer. */
export function checkOpenaiRow(method: Method, line: string): Faults {
  const { node, faults } = readLine(line);
  if (!node) return faults;
  const input = method === 'dpo' ? memberOf(node, 'input') : node;
  const keys = method === 'dpo' ? ['input', 'preferred_output', 'non_preferred_output'] : ['messages', 'tools'];
  if (keysOf(node).some((key) => !keys.includes(key))) faults.push('unknown_key');
  const messages = itemsOf(input && memberOf(input, 'messages'));
  faults.push(...messages.flatMap(messageFaults), ...orderFaults(messages, method));
  if (method === 'dpo') {
    for (const side of ['preferred_output', 'non_preferred_output']) {
      const output = itemsOf(memberOf(node, side));
      if (output.length !== 1 || output.some((m) => roleOf(m) !== 'assistant')) faults.push('not_one_output');
      faults.push(...output.flatMap(messageFaults));
    }
  }
  const tools = input && memberOf(input, 'tools');
  if (tools) faults.push(...toolsFaults(tools));
  return faults;
}

function messageFaults(message: JsonNode): string[] {
  const role = roleOf(message);
  const faults: string[] = [];
  if (!['system', 'user', 'assistant', 'tool'].includes(role)) faults.push('bad_role');
  const content = memberOf(message, 'content');
  const calls = memberOf(message, 'tool_calls');
  if (content === undefined && !(role === 'assistant' && calls)) faults.push('no_content');
  if (content?.kind !== 'string' && !(role === 'user' && content?.kind === 'array') && content !== undefined)
    faults.push('bad_content');
  if (role === 'tool' && memberOf(message, 'tool_call_id')?.kind !== 'string') faults.push('no_tool_call_id');
  const weight = memberOf(message, 'weight');
  if (weight && (role !== 'assistant' || weight.kind !== 'number' || !/^[01]$/.test(weight.text))) faults.push('bad_weight');
  return [...faults, ...itemsOf(calls).flatMap(callFaults)];
}

function callFaults(call: JsonNode): string[] {
  const made = memberOf(call, 'function');
  const args = made && memberOf(made, 'arguments');
  const faults = memberOf(call, 'id')?.kind === 'string' ? [] : ['no_call_id'];
  if (!made || !toolName.test(textOf(memberOf(made, 'name')))) faults.push('bad_tool_name');
  if (args?.kind !== 'string' || !isObjectText(args.value)) faults.push('arguments_are_no_text');
  return faults;
}

function isObjectText(text: string): boolean {
  try {
    return readJson(text).kind === 'object';
  } catch {
    return false;
  }
}

/** Calls answered before anyone else speaks, no two assistants in a row, the answer last. */
function orderFaults(messages: readonly JsonNode[], method: Method): string[] {
  const faults: string[] = [];
  let open: string[] = [];
  let before = '';
  for (const message of messages) {
    const role = roleOf(message);
    const id = textOf(memberOf(message, 'tool_call_id'));
    if (role === 'tool' && !open.includes(id)) faults.push('unexpected_tool_result');
    if (role === 'tool') open = open.filter((other) => other !== id);
    else if (open.length > 0) faults.push('unanswered_tool_call');
    if (role === 'assistant' && before === 'assistant') faults.push('two_assistants_in_a_row');
    if (role === 'assistant') open = itemsOf(memberOf(message, 'tool_calls')).map((call) => textOf(memberOf(call, 'id')));
    before = role;
  }
  if (method === 'sft' && before !== 'assistant') faults.push('answer_not_last');
  if (method === 'dpo' && (before === 'assistant' || open.length > 0)) faults.push('prompt_end');
  return faults;
}

function toolsFaults(tools: JsonNode): string[] {
  const items = itemsOf(tools);
  if (items.length === 0) return ['empty_tools'];
  const isNamed = (tool: JsonNode) => toolName.test(textOf(memberOf(memberOf(tool, 'function') ?? tool, 'name')));
  return items.every(isNamed) ? [] : ['bad_tool_name'];
}

function roleOf(message: JsonNode): string {
  return textOf(memberOf(message, 'role'));
}

function itemsOf(node: JsonNode | undefined): readonly JsonNode[] {
  return node?.kind === 'array' ? node.items : [];
}

function keysOf(node: JsonNode): string[] {
  return node.kind === 'object' ? node.members.map((m) => m.key) : [];
}

function textOf(node: JsonNode | undefined): string {
  return node?.kind === 'string' ? node.value : '';
}
