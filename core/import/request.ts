import type { Message, ToolDefinition } from '../trace/model';
import { messagesField, readBase } from './base';
import { readTools } from './calls';
import { fieldsOf, firstText, isFields, listOf, own, textOf, type Fields } from './fields';
import { unwrapJson } from './json';
import { isMessageList, readMessages, type Note } from './messages';
import { Refusal } from './refusals';
import { itemsToMessages } from './response-items';

/** What was sent to a model. */
export interface ReadRequest {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[] | undefined;
  readonly model: string | undefined;
}

/** Whether a value is a request with a conversation in it. */
export function looksLikeRequest(value: unknown): boolean {
  const plain = unwrapJson(value);
  if (Array.isArray(plain)) return isMessageList(nested(plain));
  return isFields(plain) && requestSide(plain) !== undefined;
}

function requestSide(body: Fields): 'messages' | 'input' | 'prompt' | undefined {
  if (messagesField(body) !== undefined) return 'messages';
  const input = own(body, 'input');
  if (typeof own(body, 'model') === 'string' && (typeof input === 'string' || Array.isArray(input))) return 'input';
  return typeof own(body, 'prompt') === 'string' ? 'prompt' : undefined;
}

export function readRequest(value: unknown, note: Note): ReadRequest | Refusal {
  const plain = unwrapJson(value);
  const list = listOf(plain);
  if (list) {
    const messages = readMessages(nested(list), note);
    return messages instanceof Refusal ? messages : { messages, tools: undefined, model: undefined };
  }
  const body = fieldsOf(plain);
  if (!body) return { messages: [], tools: undefined, model: undefined };
  const messages = bodyMessages(body, note);
  if (messages instanceof Refusal) return messages;
  return {
    messages,
    tools: readTools(own(body, 'tools') ?? own(body, 'functions')),
    model: firstText(body, ['model']),
  };
}

/** LangChain batches prompts: `[[message, …]]`. */
function nested(list: readonly unknown[]): readonly unknown[] {
  const inner = list.length === 1 ? listOf(list[0]) : undefined;
  return inner && isMessageList(inner) ? inner : list;
}

const answerFields = new Set(['completion', 'response', 'output']);

function bodyMessages(body: Fields, note: Note): readonly Message[] | Refusal {
  const name = messagesField(body);
  const list = name === undefined ? undefined : listOf(unwrapJson(own(body, name)));
  const inner = list ? nested(list) : undefined;
  if (name !== undefined && inner && inner !== list) return bodyMessages({ ...body, [name]: inner }, note);
  if (name !== undefined || requestSide(body) === 'prompt') {
    // Only the request's side is wanted here: a completion beside it is read by whoever asks.
    const side = Object.fromEntries(Object.entries(body).filter(([field]) => !answerFields.has(field)));
    const base = readBase(side, note);
    return base instanceof Refusal ? base : base.messages;
  }
  if (requestSide(body) !== 'input') return [];
  const input = own(body, 'input');
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : itemsToMessages(listOf(input) ?? []);
  const instructions = textOf(own(body, 'instructions'));
  return readMessages(instructions ? [{ role: 'system', content: instructions }, ...items] : items, note);
}
