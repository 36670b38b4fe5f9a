import type { Message } from '../trace/model';
import { plainText } from '../trace/plain';
import { fieldsOf, isFields, listOf, own, textOf, type Fields } from './fields';
import { parseJson, unwrapJson } from './json';
import { isMessageList, looksLikeMessage, readMessages, type Note } from './messages';
import { Refusal } from './refusals';
import { readResponse } from './response';

/**
 * What went into a step of a recorded program and what came out, as one conversation; undefined when neither side holds
 * messages. A program's state repeats what came in: then it is the whole conversation.
 */
export function readSides(input: unknown, output: unknown, note: Note): Message[] | Refusal | undefined {
  const sent = messageItems(input);
  const got = withoutWrapper(output);
  const answer = messageItems(got);
  if (!sent && !answer) return undefined;
  const before = sent ? readMessages(sent, note) : [];
  if (before instanceof Refusal) return before;
  if (answer) {
    const after = readMessages(answer, note);
    if (after instanceof Refusal) return after;
    return repeats(after, before) ? after : [...before, ...after];
  }
  const response = readResponse(got, note);
  return response instanceof Refusal ? response : [...before, ...(response.answers[0] ?? [])];
}

function repeats(after: readonly Message[], before: readonly Message[]): boolean {
  if (before.length === 0 || after.length < before.length) return false;
  return before.every((message, i) => isSame(message, after[i]));
}

/** The same words of the same speaker; ids and times may be added on the way. */
export function isSame(a: Message, b: Message | undefined): boolean {
  return b !== undefined && a.role === b.role && plainText(a.content) === plainText(b.content);
}

/** A text, also one that was written as a JSON string. */
export function plainSide(value: unknown): string | undefined {
  const text = textOf(value);
  const parsed = text?.startsWith('"') ? parseJson(text) : undefined;
  return parsed?.ok ? (textOf(parsed.value) ?? text) : text;
}

/** A text, or the only text in an object of one field, as programs give their question and their result. */
export function loneText(value: unknown): string | undefined {
  const plain = unwrapJson(value);
  if (!isFields(plain)) return plainSide(plain);
  const [only, ...others] = Object.values(plain);
  return others.length === 0 ? textOf(only) : undefined;
}

const wrappers = new Set(['output', 'outputs', 'result', 'return', 'response', 'answer', 'generation']);

/** What came out, without an object of one field around it and without LangChain's lists of generations. */
function withoutWrapper(value: unknown, depth = 0): unknown {
  const plain = unwrapJson(value);
  const choices = listOf(plain);
  if (choices?.some((item) => isFields(item) && isFields(own(item, 'message')))) return { choices };
  if (!isFields(plain) || depth > 2) return plain;
  const generations = listOf(own(plain, 'generations'));
  if (generations) return generation(generations);
  const [name, ...others] = Object.keys(plain);
  return name !== undefined && others.length === 0 && wrappers.has(name) ? withoutWrapper(plain[name], depth + 1) : plain;
}

function generation(generations: readonly unknown[]): unknown {
  const first = fieldsOf((listOf(generations[0]) ?? generations)[0]);
  return first ? (own(first, 'message') ?? { role: 'assistant', content: own(first, 'text') }) : undefined;
}

function messageItems(value: unknown): readonly unknown[] | undefined {
  const plain = unwrapJson(value);
  if (looksLikeMessage(plain)) return [plain];
  const list = listOf(plain) ?? (isFields(plain) ? listedIn(plain) : undefined);
  const inner = list?.length === 1 ? (listOf(list[0]) ?? list) : list;
  return isMessageList(inner) ? inner : undefined;
}

/** Messages of a request or a state, with the system prompt that Anthropic keeps beside them. */
function listedIn(value: Fields): readonly unknown[] | undefined {
  const list = listOf(unwrapJson(own(value, 'messages')));
  const system = own(value, 'system');
  const said = typeof system === 'string' || Array.isArray(system);
  return list && said && isMessageList(list) ? [{ role: 'system', content: system }, ...list] : list;
}
