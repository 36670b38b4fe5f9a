import type { Method } from '../../dataset/recipe';
import { memberOf, readJson, type JsonNode } from '../../lib/json-text';
import { readLine, type Faults } from './line';

type Shape = 'completion' | 'messages';

/** Columns of each method, required ones first (R1). */
const columns: Readonly<Record<Method | 'messages', { readonly needs: readonly string[]; readonly may: readonly string[] }>> = {
  sft: { needs: ['prompt', 'completion'], may: ['tools'] },
  messages: { needs: ['messages'], may: ['tools'] },
  dpo: { needs: ['prompt', 'chosen', 'rejected'], may: ['tools'] },
  kto: { needs: ['prompt', 'completion', 'label'], may: ['tools'] },
  grpo: { needs: ['prompt', 'reward_spec', 'reference', 'prompt_id'], may: [] },
};

const answers = ['completion', 'chosen', 'rejected'];

/** Why TRL would reject a row, or train something else than was approved (EXPORT R1 to R12); independent of the writer. */
export function checkTrlRow(method: Method, line: string, shape: Shape = 'completion'): Faults {
  const { node, faults } = readLine(line);
  if (node?.kind !== 'object') return faults;
  const { needs, may } = columns[method === 'sft' && shape === 'messages' ? 'messages' : method];
  const keys = node.members.map((m) => m.key);
  if (needs.some((key) => !keys.includes(key))) faults.push('missing_column');
  if (keys.some((key) => !needs.includes(key) && !may.includes(key))) faults.push('unknown_column');
  for (const { key, value } of node.members) {
    if (key === 'prompt' || key === 'messages' || answers.includes(key)) faults.push(...messagesFaults(key, value));
    else if (key === 'tools') faults.push(...toolsFaults(value));
    else if (key === 'label' ? value.kind !== 'literal' || value.text === 'null' : value.kind !== 'string')
      faults.push(`bad_${key}`);
  }
  const [chosen, rejected] = [memberOf(node, 'chosen'), memberOf(node, 'rejected')];
  if (chosen && rejected && JSON.stringify(chosen) === JSON.stringify(rejected)) faults.push('identical_pair');
  return faults;
}

function messagesFaults(column: string, value: JsonNode): string[] {
  if (value.kind !== 'array' || value.items.length === 0) return ['no_messages'];
  const roles = value.items.map((message) => textOf(memberOf(message, 'role')));
  const faults = value.items.flatMap(messageFaults);
  // An empty reply earlier on was recorded like that; an empty answer would be learnt.
  const answer = value.items.at(-1);
  if (column !== 'prompt' && answer && isEmpty(answer)) faults.push('empty_answer');
  if (roles.slice(1).includes('system')) faults.push('late_system');
  const last = roles.at(-1);
  if (column === 'prompt' && last !== 'user' && last !== 'tool') faults.push('prompt_end');
  if (column === 'messages' && last !== 'assistant') faults.push('messages_end');
  if (answers.includes(column) && (roles.length !== 1 || last !== 'assistant')) faults.push('not_one_answer');
  return faults;
}

function messageFaults(message: JsonNode): string[] {
  if (message.kind !== 'object') return ['bad_message'];
  const faults: string[] = [];
  const role = textOf(memberOf(message, 'role'));
  if (!['system', 'user', 'assistant', 'tool'].includes(role ?? '')) faults.push('bad_role');
  const calls = memberOf(message, 'tool_calls');
  const content = textOf(memberOf(message, 'content'));
  if (content === undefined) faults.push('content_is_no_text');
  if (message.members.some((m) => m.value.kind === 'literal')) faults.push('null_in_message');
  if (calls)
    faults.push(...(calls.kind === 'array' && calls.items.length > 0 ? calls.items.flatMap(callFaults) : ['bad_tool_calls']));
  return faults;
}

function isEmpty(message: JsonNode): boolean {
  return textOf(memberOf(message, 'content'))?.trim() === '' && !memberOf(message, 'tool_calls');
}

function callFaults(call: JsonNode): string[] {
  const made = memberOf(call, 'function');
  const isNamed = made !== undefined && textOf(memberOf(made, 'name')) !== undefined;
  const isObject = made !== undefined && memberOf(made, 'arguments')?.kind === 'object';
  return [...(isNamed ? [] : ['bad_tool_calls']), ...(isObject ? [] : ['arguments_are_no_object'])];
}

/** A list, or JSON text of one. */
function toolsFaults(value: JsonNode): string[] {
  if (value.kind === 'array') return value.items.length > 0 ? [] : ['empty_tools'];
  return value.kind === 'string' && readJson(value.value).kind === 'array' ? [] : ['bad_tools'];
}

function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? node.value : undefined;
}
