import type { Message, ToolDefinition } from '../trace/model';
import { readTools } from './calls';
import { readContent } from './content';
import type { ImportedCandidate } from './draft';
import { first, firstName, isFields, listOf, own, scalarText, type Fields } from './fields';
import { parseNested, unwrapJson } from './json';
import { isMessageList, looksLikeMessage, readMessages, type Note } from './messages';
import { Refusal } from './refusals';

/** The conversation a row holds, whatever fields it is in. */
export interface Base {
  readonly kind: 'conversation' | 'completion';
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[] | undefined;
  readonly candidates: readonly ImportedCandidate[];
  /** Fields that were read here. */
  readonly used: ReadonlySet<string>;
}

const listNames = ['messages', 'conversations', 'conversation', 'dialogue', 'dialog', 'turns', 'contents', 'history'];
const promptNames = ['prompt', 'instruction'];
const completionNames = ['completion', 'response', 'output'];
const systemNames = ['system', 'system_prompt', 'instructions'];

/** The field that holds a list of messages, also as JSON text. */
export function messagesField(row: Fields): string | undefined {
  return listNames.find((name) => {
    const value = own(row, name);
    // Alpaca keeps pairs of texts under this name, SWE-agent messages.
    if (name === 'history') return isMessageList(value);
    return Array.isArray(value) || (typeof value === 'string' && isMessageList(unwrapJson(value)));
  });
}

export function promptField(row: Fields): string | undefined {
  return promptNames.find((name) => isSaid(own(row, name)));
}

export function completionField(row: Fields): string | undefined {
  return completionNames.find((name) => isSaid(own(row, name)));
}

/** Something a conversation can be read from: text, messages, or one message. Null and numbers are not. */
function isSaid(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value) || looksLikeMessage(value);
}

/** Whether a row holds a conversation with an answer: messages, or a prompt and a completion. */
export function hasBase(row: Fields): boolean {
  return messagesField(row) !== undefined || (promptField(row) !== undefined && completionField(row) !== undefined);
}

/** Reads the conversation of a row. A completion may be missing where `needsAnswer` is false. */
export function readBase(row: Fields, note: Note): Base | Refusal {
  const listed = messagesField(row);
  const used = new Set<string>(listed === undefined ? [] : [listed]);
  const messages: Message[] = [];
  const candidates: ImportedCandidate[] = [];
  if (listed !== undefined) {
    const list = readMessages(listOf(unwrapJson(own(row, listed))) ?? [], note);
    if (list instanceof Refusal) return list;
    messages.push(...list);
  } else {
    const problem = readPair(row, used, messages, candidates, note);
    if (problem) return problem;
  }
  addSystem(row, used, messages);
  const toolsName = firstName(row, ['tools', 'functions']);
  if (toolsName !== undefined) used.add(toolsName);
  const tools = toolsName === undefined ? undefined : readTools(own(row, toolsName));
  return { kind: listed === undefined ? 'completion' : 'conversation', messages, tools, candidates, used };
}

function readPair(
  row: Fields,
  used: Set<string>,
  messages: Message[],
  candidates: ImportedCandidate[],
  note: Note,
): Refusal | undefined {
  addHistory(row, used, messages);
  const prompt = readPrompt(row, used, note);
  if (prompt instanceof Refusal) return prompt;
  messages.push(...prompt);
  const name = completionField(row);
  if (name === undefined) return undefined;
  used.add(name);
  const answers = readCompletion(own(row, name), note);
  if (answers instanceof Refusal) return answers;
  const [answer, ...others] = answers;
  messages.push(...(answer ?? []));
  for (const other of others) candidates.push({ answer: answerOf(other) });
  return undefined;
}

/** The prompt of a row as messages: `prompt`, or `instruction` with `input` under it. */
export function readPrompt(row: Fields, used: Set<string>, note: Note): Message[] | Refusal {
  const name = promptField(row);
  if (name === undefined) return [];
  used.add(name);
  const prompt = asMessages(own(row, name), 'user', note);
  if (prompt instanceof Refusal || name !== 'instruction') return prompt;
  used.add('input');
  const input = scalarText(own(row, 'input'))?.trim() ?? '';
  const last = prompt.at(-1);
  if (input !== '' && last && typeof last.content === 'string') {
    prompt[prompt.length - 1] = { ...last, content: `${last.content}\n\n${input}` };
  }
  return prompt;
}

/** A side of a row as messages: a text, one message, a list of messages, or any of these as JSON text. */
export function asMessages(value: unknown, role: 'user' | 'assistant', note: Note): Message[] | Refusal {
  if (typeof value === 'string') {
    const list = writtenMessages(value);
    return list ? readMessages(list, note) : [{ role, content: value }];
  }
  if (looksLikeMessage(value)) return readMessages([value], note);
  const list = listOf(value) ?? [];
  if (isMessageList(list)) return readMessages(list, note);
  if (list.length === 0) return role === 'user' ? [] : [{ role, content: '' }];
  return [{ role, content: readContent(list).content }];
}

/** Messages inside a text, as CSV cells carry them. Prose that happens to be JSON stays prose. */
function writtenMessages(text: string): readonly unknown[] | undefined {
  if (!/^\s*[[{]/.test(text) || !/"(?:role|from)"/.test(text)) return undefined;
  const value = parseNested(text);
  if (looksLikeMessage(value)) return [value];
  return Array.isArray(value) && value.length > 0 && value.every(looksLikeMessage) ? value : undefined;
}

/** Each answer as messages; a list of texts is several answers to one prompt. */
function readCompletion(value: unknown, note: Note): Message[][] | Refusal {
  const list = listOf(value);
  const texts = list && list.length > 1 && list.every((item) => typeof item === 'string') ? list : [value];
  const answers: Message[][] = [];
  for (const text of texts) {
    const answer = asMessages(text, 'assistant', note);
    if (answer instanceof Refusal) return answer;
    answers.push(answer);
  }
  return answers;
}

/** The last assistant message of a side as an answer that can be written down by itself. */
export function answerOf(messages: readonly Message[]): ImportedCandidate['answer'] {
  const message = messages.findLast((m) => m.role === 'assistant') ?? messages.at(-1);
  const text = message ? contentText(message.content) : '';
  return message?.tool_calls ? { text, tool_calls: message.tool_calls } : { text };
}

function contentText(content: Message['content']): string {
  if (typeof content === 'string') return content;
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** A system prompt beside the messages comes first, unless they start with one. */
function addSystem(row: Fields, used: Set<string>, messages: Message[]): void {
  const name = firstName(row, systemNames);
  if (name === undefined) return;
  const value = own(row, name);
  if (typeof value !== 'string' && !Array.isArray(value)) return;
  used.add(name);
  const content = readContent(value).content;
  if (content === '' || messages[0]?.role === 'system') return;
  messages.unshift({ role: 'system', content });
}

/** Alpaca's earlier turns: `[[question, answer], …]`. */
function addHistory(row: Fields, used: Set<string>, messages: Message[]): void {
  const history = listOf(unwrapJson(first(row, ['history'])));
  if (!history) return;
  used.add('history');
  for (const pair of history) {
    const [question, answer] = listOf(pair) ?? [];
    if (typeof question === 'string') messages.push({ role: 'user', content: question });
    if (typeof answer === 'string') messages.push({ role: 'assistant', content: answer });
  }
}

/** Field names of a row, for telling which ones were seen. */
export function fieldNames(value: unknown): string[] {
  return isFields(value) ? Object.keys(value) : [];
}
