import type { Role } from '../trace/model';

/** Every name a log has for a role, in lower case. */
const aliases: ReadonlyMap<string, Role> = new Map([
  ...names('user', ['user', 'human', 'prompter', 'humanmessage', 'humanmessagechunk', 'customer']),
  ...names('assistant', [
    ...['assistant', 'ai', 'gpt', 'model', 'gemini', 'bot', 'chatgpt', 'bing', 'bard', 'agent'],
    ...['aimessage', 'aimessagechunk', 'function_call', 'tool_call'],
  ]),
  ...names('system', ['system', 'systemmessage', 'instructions', 'system_instructions']),
  ...names('developer', ['developer']),
  ...names('tool', [
    ...['tool', 'function', 'observation', 'function_response', 'tool_response', 'tool_result', 'toolmessage', 'functionmessage'],
    ...['function_call_output', 'ipython', 'environment'],
  ]),
]);

function names(role: Role, list: readonly string[]): [string, Role][] {
  return list.map((name) => [name, role]);
}

/** Our role for a log's name of it; undefined when the name is unknown. */
export function roleOf(name: string): Role | undefined {
  return aliases.get(name) ?? aliases.get(name.trim().toLowerCase());
}
