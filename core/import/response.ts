import type { Message, Trace } from '../trace/model';
import { isoTime } from '../trace/time';
import { errorText, readUsage } from './facts';
import { first, firstText, fieldsOf, isFields, listOf, numberOf, own, textOf, type Fields } from './fields';
import { unwrapJson } from './json';
import { isMessageList, looksLikeMessage, readMessages, type Note } from './messages';
import { Refusal } from './refusals';
import { itemsToMessages } from './response-items';
import { joinChunks } from './chunks';

/** What came back from a model. Several answers are alternatives, not turns. */
export interface ReadResponse {
  readonly answers: readonly (readonly Message[])[];
  readonly id: string | undefined;
  readonly model: string | undefined;
  readonly captured_at: string | undefined;
  readonly usage: Trace['meta']['usage'];
  readonly finish_reason: string | undefined;
  readonly error: string | undefined;
}

/** Whether a value is a response in a form read here, rather than any text or object. */
export function looksLikeResponse(value: unknown): boolean {
  const plain = unwrapJson(value);
  if (Array.isArray(plain)) return isMessageList(plain) || plain.some((item) => isFields(item) && hasChoices(item));
  if (!isFields(plain)) return false;
  return hasChoices(plain) || looksLikeMessage(plain) || isFields(own(plain, 'error')) || Array.isArray(own(plain, 'output'));
}

export function hasChoices(value: Fields): boolean {
  return Array.isArray(own(value, 'choices'));
}

export function readResponse(value: unknown, note: Note): ReadResponse | Refusal {
  const plain = unwrapJson(value);
  const chunks = listOf(plain);
  const body = chunks && !isMessageList(chunks) ? joinChunks(chunks) : fieldsOf(plain);
  const answers = readAnswers(plain, body, note);
  if (answers instanceof Refusal) return answers;
  const choice = body ? fieldsOf(listOf(own(body, 'choices'))?.[0]) : undefined;
  const incomplete = body ? fieldsOf(own(body, 'incomplete_details')) : undefined;
  const error = body ? own(body, 'error') : undefined;
  return {
    answers,
    id: body ? firstText(body, ['id']) : undefined,
    model: body ? firstText(body, ['model']) : undefined,
    captured_at: body ? isoTime(first(body, ['created', 'created_at'])) : undefined,
    usage: body ? readUsage(own(body, 'usage')) : undefined,
    finish_reason: finishReason(choice, incomplete, body),
    error: error === undefined || error === null ? undefined : errorText(error),
  };
}

function finishReason(choice: Fields | undefined, incomplete: Fields | undefined, body: Fields | undefined): string | undefined {
  if (choice) return firstText(choice, ['finish_reason']);
  if (incomplete) return firstText(incomplete, ['reason']);
  return body ? firstText(body, ['stop_reason', 'finish_reason']) : undefined;
}

function readAnswers(plain: unknown, body: Fields | undefined, note: Note): Message[][] | Refusal {
  if (typeof plain === 'string') return [[{ role: 'assistant', content: plain }]];
  if (isMessageList(plain)) return one(listOf(plain) ?? [], note);
  if (!body) return [];
  const choices = listOf(own(body, 'choices'));
  if (choices) return choiceAnswers(choices, note);
  const output = own(body, 'output');
  if (Array.isArray(output)) return output.length === 0 ? [] : one(itemsToMessages(output), note);
  const held = own(body, 'message') ?? (looksLikeMessage(body) || Array.isArray(own(body, 'content')) ? body : undefined);
  if (isFields(held)) return one([{ ...held, role: textOf(own(held, 'role')) ?? 'assistant' }], note);
  const listed = own(body, 'messages');
  if (isMessageList(listed)) return one(listOf(listed) ?? [], note);
  const text = first(body, ['content', 'completion', 'text', 'output', 'output_text', 'response']);
  return typeof text === 'string' ? [[{ role: 'assistant', content: text }]] : [];
}

function one(list: readonly unknown[], note: Note): Message[][] | Refusal {
  const messages = readMessages(list, note);
  return messages instanceof Refusal ? messages : [messages];
}

function choiceAnswers(choices: readonly unknown[], note: Note): Message[][] | Refusal {
  const sorted = choices.filter(isFields).sort((a, b) => (numberOf(own(a, 'index')) ?? 0) - (numberOf(own(b, 'index')) ?? 0));
  const answers: Message[][] = [];
  for (const choice of sorted) {
    const held = first(choice, ['message', 'delta']);
    const message = isFields(held) ? { ...held, role: 'assistant' } : { role: 'assistant', content: own(choice, 'text') ?? '' };
    const read = readMessages([message], note);
    if (read instanceof Refusal) return read;
    answers.push(read);
  }
  return answers;
}
