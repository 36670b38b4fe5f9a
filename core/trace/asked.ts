import { plainText, promptOf } from './plain';
import type { Message, ToolCall, Trace } from './model';

export interface AskedText {
  readonly type: 'text';
  readonly text: string;
}
export interface AskedCall {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}
export interface AskedResult {
  readonly type: 'result';
  readonly id: string;
  readonly text: string;
}

/** One turn of a conversation as chat models of any make take it: results are the user's, calls the assistant's. */
export type AskedMessage =
  | { readonly role: 'user'; readonly parts: readonly (AskedText | AskedResult)[] }
  | { readonly role: 'assistant'; readonly parts: readonly (AskedText | AskedCall)[] };

/**
 * What a model is given to answer the same question once more: everything before the answer under review, without the
 * reasoning of the first model. Instructions are the user's, since not every model takes a role of their own; a call
 * that has no result here, or arguments that are no object, is said in words, because models refuse it otherwise.
 */
export function askedAgain(trace: Pick<Trace, 'messages' | 'answer_turn'>): AskedMessage[] {
  const prompt = promptOf(trace);
  /** Where the last result of a call stands, by its id. */
  const results = new Map(
    prompt.flatMap(({ role, tool_call_id: id }, at) => (role === 'tool' && id !== undefined ? [[id, at] as const] : [])),
  );
  /** Calls whose result is still to come. */
  const open = new Set<string>();
  const asked: AskedMessage[] = [];
  for (const [at, message] of prompt.entries()) {
    const next = turnOf(message, (id) => (results.get(id) ?? -1) > at, open);
    if (next.parts.length > 0) join(asked, next);
  }
  return asked;
}

/** Two turns of one role in a row are one. */
function join(asked: AskedMessage[], next: AskedMessage): void {
  const last = asked.at(-1);
  if (last?.role === 'user' && next.role === 'user') asked[asked.length - 1] = { ...last, parts: [...last.parts, ...next.parts] };
  else if (last?.role === 'assistant' && next.role === 'assistant')
    asked[asked.length - 1] = { ...last, parts: [...last.parts, ...next.parts] };
  else asked.push(next);
}

function turnOf(message: Message, isAnswered: (call: string) => boolean, open: Set<string>): AskedMessage {
  const text = plainText(message.content);
  const said: AskedText[] = text.trim() === '' ? [] : [{ type: 'text', text }];
  if (message.role === 'assistant') {
    const calls = (message.tool_calls ?? []).map((call) => callOf(call, isAnswered, open));
    return { role: 'assistant', parts: [...said, ...calls] };
  }
  const id = message.role === 'tool' ? message.tool_call_id : undefined;
  if (id === undefined || !open.delete(id)) return { role: 'user', parts: said };
  return { role: 'user', parts: [{ type: 'result', id, text: text || (message.error ?? '') }] };
}

function callOf(call: ToolCall, isAnswered: (call: string) => boolean, open: Set<string>): AskedCall | AskedText {
  const input = isAnswered(call.id) && !open.has(call.id) ? inputOf(call) : undefined;
  if (!input) return { type: 'text', text: `${call.name} ${call.arguments}` };
  open.add(call.id);
  return { type: 'call', id: call.id, name: call.name, input };
}

function inputOf({ arguments: text }: ToolCall): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
