import type { Message } from '../trace/model';
import { lastAssistantTurn } from '../trace/plain';
import { assemble, eachRow } from './assemble';
import { answerOf, messagesField, promptField } from './base';
import type { Dialect, Draft, ReadOptions, Row, Sink } from './draft';
import { errorText, looksUnique, readFacts, type RowFacts } from './facts';
import { has, isFields, numberOf, own, type Fields } from './fields';
import { unwrapJson } from './json';
import { kindOf } from './judged';
import { Refusal } from './refusals';
import { looksLikeRequest, readRequest, type ReadRequest } from './request';
import { looksLikeResponse, readResponse, type ReadResponse } from './response';
import { readVerdicts, shapeOf } from './verdicts';

/** Fields of a request and of its response, as loggers name them. */
const pairs = [
  { request: 'request', response: 'response' },
  { request: 'request_body', response: 'response_body' },
  { request: 'requestBody', response: 'responseBody' },
  { request: 'body', response: 'response' },
  { request: 'inputs', response: 'outputs' },
  { request: 'input', response: 'output' },
];
/** Beside `messages` or `prompt` in the row itself. */
const answers = ['response', 'completion', 'choices'];

interface Sides {
  readonly request: unknown;
  readonly response: unknown;
  readonly used: ReadonlySet<string>;
}

/** The two sides of a row. A plain text on either side alone is not enough: that would be a guess. */
function sidesOf(row: Fields): Sides | undefined {
  for (const { request, response } of pairs) {
    if (!has(row, request) || !(has(row, response) || has(row, 'error'))) continue;
    const sent = own(row, request);
    const got = own(row, response);
    const known = looksLikeRequest(sent) || (sent === null && looksLikeResponse(got));
    if (known) return { request: sent, response: got, used: new Set([request, response]) };
  }
  const listed = messagesField(row);
  const name = answers.find((field) => has(row, field));
  if (listed !== undefined && name !== undefined) return beside(row, name, [listed]);
  const prompt = promptField(row);
  if (prompt === 'prompt' && name !== undefined && isFields(unwrapJson(own(row, name))) && looksLikeResponse(own(row, name))) {
    return beside(row, name, [prompt]);
  }
  return undefined;
}

function beside(row: Fields, name: string, used: readonly string[]): Sides {
  const response = name === 'choices' ? { ...row, error: undefined } : own(row, name);
  return { request: row, response, used: new Set([...used, name, 'tools', 'functions', 'system']) };
}

/** One call to a model: what was sent and what came back. */
export const openaiPair: Dialect = {
  id: 'openai-pair',
  title: 'Requests with their responses',
  whole_file: false,
  detect: (value) => isFields(value) && sidesOf(value) !== undefined,
  read: eachRow(readPair),
};

function readPair(row: Row, options: ReadOptions, sink: Sink): Draft | Refusal {
  const value = row.value;
  const sides = isFields(value) ? sidesOf(value) : undefined;
  if (!sides || !isFields(value)) return new Refusal('not_an_object', { kind: kindOf(value) });
  const note = sink.note.bind(sink);
  const request = readRequest(sides.request, note);
  if (request instanceof Refusal) return request;
  const response = readResponse(sides.response, note);
  if (response instanceof Refusal) return response;
  const error = response.error ?? rowError(value);
  const [answer, ...others] = response.answers;
  const messages = withAnswer(request.messages, answer, error);
  const { verdicts, used } = readVerdicts(value, lastAssistantTurn(messages), options.scale, note);
  const facts = joinedFacts(readFacts(value, new Set([...sides.used, ...used, 'error']), note), request, response, error);
  return assemble({
    dialect: 'openai-pair',
    shape: shapeOf(verdicts, 'conversation'),
    line: row.line,
    messages,
    tools: request.tools,
    facts,
    verdicts,
    candidates: others.map((other) => ({
      answer: answerOf(other),
      ...(facts.model === undefined ? {} : { model: facts.model }),
    })),
  });
}

/** A failed call has no answer: an empty one that carries the error keeps the conversation in sight. */
function withAnswer(sent: readonly Message[], answer: readonly Message[] | undefined, error: string | undefined): Message[] {
  if (!answer) return error === undefined ? [...sent] : [...sent, { role: 'assistant', content: '', error }];
  const last = sent.at(-1);
  const repeated = answer.length === 1 && last?.role === 'assistant' && last.content === answer[0]?.content;
  return repeated ? [...sent.slice(0, -1), ...answer] : [...sent, ...answer];
}

function joinedFacts(facts: RowFacts, request: ReadRequest, response: ReadResponse, error: string | undefined): RowFacts {
  const meta = {
    ...facts.meta,
    ...(response.usage ? { usage: response.usage } : {}),
    ...(response.finish_reason === undefined ? {} : { finish_reason: response.finish_reason }),
  };
  const unique = response.id !== undefined && looksUnique(response.id) ? response.id : facts.unique_id;
  return {
    ...facts,
    unique_id: unique,
    model: response.model ?? request.model ?? facts.model,
    captured_at: facts.captured_at ?? response.captured_at,
    meta: error === undefined ? meta : { ...meta, error },
  };
}

/** An error beside the sides, or a status that says so. */
function rowError(row: Fields): string | undefined {
  const error = own(row, 'error');
  if (error !== undefined && error !== null && error !== '') return errorText(error);
  const status = numberOf(own(row, 'response_status') ?? own(row, 'status_code'));
  return status !== undefined && status >= 400 ? `status ${status}` : undefined;
}
