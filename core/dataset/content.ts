import type { Answer } from '../log/events';
import type { Hasher } from '../ports';
import { plainText } from '../trace/plain';
import type { Message, Trace } from '../trace/model';

/** An answer written by a person, a model or a file as the message it stands for. */
export function messageOf(answer: Answer): Message {
  const calls = answer.tool_calls?.length ? { tool_calls: answer.tool_calls } : {};
  return { role: 'assistant', content: answer.text, ...calls };
}

/**
 * What makes two messages the same to a trainer: no ids, no times. Text, for hashing and comparing; lengths go before
 * texts so that no two messages can run together into one.
 */
export function canonicalMessage(message: Message): string {
  const { role, content, reasoning, name, tool_calls } = message;
  const text = typeof content === 'string' ? sized(content) : JSON.stringify(content);
  const rest = reasoning === undefined && name === undefined && tool_calls === undefined;
  return rest ? `${role} ${text}` : `${role} ${text} ${JSON.stringify([reasoning, name, callsOf(tool_calls)])}`;
}

function sized(text: string): string {
  return `${text.length}:${text}`;
}

function callsOf(calls: Message['tool_calls']): unknown {
  return calls?.map((call) => [call.name, call.arguments]);
}

/** Hash of everything the model saw: the tools it was offered and the messages before the answer. */
export function promptHash(hasher: Hasher, tools: Trace['tools'], prompt: readonly Message[]): string {
  const offered = (tools ?? []).map((tool) => [tool.name, tool.description ?? null, tool.parameters ?? null]);
  // Put together by appending: the engine copies such a text once, when it is hashed.
  let text = JSON.stringify(offered);
  for (const message of prompt) text += `\n${canonicalMessage(message)}`;
  return hasher.sha256(text);
}

/**
 * What was asked, for telling tasks apart: the user's words, without regard to case, spacing and Unicode form. System
 * prompts are left out because they carry dates and ids that make one task look like many; replies because they differ
 * from model to model. Without any user's words, those of tools.
 */
export function askedText(prompt: readonly Message[]): string {
  const users = prompt.filter((m) => m.role === 'user');
  const asked = users.length > 0 ? users : prompt.filter((m) => m.role === 'tool');
  let text = '';
  for (const message of asked) text += ` ${plainText(message.content)}`;
  const folded = (isAscii.test(text) ? text : text.normalize('NFC')).toLowerCase();
  return (oddSpace.test(folded) ? folded.replace(/\s+/g, ' ') : folded).trim();
}

const isAscii = /^[\x20-\x7e]*$/;

/** White space that is not a single blank; most texts have none, and need no copy. */
const oddSpace = /\s\s|[^\S ]/;

/** UTF-16 units of text; tool calls count by their arguments. */
export function lengthOf(message: Message): number {
  const calls = (message.tool_calls ?? []).reduce((sum, call) => sum + call.name.length + call.arguments.length, 0);
  return plainText(message.content).length + calls;
}
