import { assemble, eachRow } from './assemble';
import { answerOf } from './base';
import type { Dialect, Draft, Row, Sink } from './draft';
import { looksUnique, readFacts } from './facts';
import { isFields, own, type Fields } from './fields';
import { kindOf } from './judged';
import { Refusal } from './refusals';
import { readRequest } from './request';
import { hasChoices, readResponse } from './response';

const objects = new Set(['chat.completion', 'text_completion', 'response']);

/** A response alone, as the list of stored completions gives it. The prompt is elsewhere, unless a `response` repeats its input. */
export const openaiResponse: Dialect = {
  id: 'openai-response',
  title: 'OpenAI responses without their requests',
  whole_file: false,
  detect: (value) => {
    if (!isFields(value)) return false;
    if (isResponseMessage(value)) return true;
    const object = own(value, 'object');
    const body = hasChoices(value) || Array.isArray(own(value, 'output'));
    return (
      body && (object === undefined ? typeof own(value, 'model') === 'string' : typeof object === 'string' && objects.has(object))
    );
  },
  read: eachRow((row, _options, sink) => readAlone('openai-response', row, sink)),
};

/** An answer of Anthropic's API: a message that knows its model and its cost. */
export function isResponseMessage(value: Fields): boolean {
  return own(value, 'type') === 'message' && own(value, 'role') === 'assistant' && isFields(own(value, 'usage'));
}

/** Reads a response body as a conversation that consists of its answer. */
export function readAlone(dialect: string, row: Row, sink: Sink, outer?: Record<string, unknown>): Draft | Refusal {
  if (!isFields(row.value)) return new Refusal('not_an_object', { kind: kindOf(row.value) });
  const note = sink.note.bind(sink);
  const response = readResponse(row.value, note);
  if (response instanceof Refusal) return response;
  const [answer, ...others] = response.answers;
  if (!answer) return new Refusal('no_answer');
  const request = own(row.value, 'input') === undefined ? undefined : readRequest(row.value, note);
  if (request instanceof Refusal) return request;
  const facts = readFacts(outer ?? row.value, bodyFields, note);
  const { usage, finish_reason, id } = response;
  if (!request) note('prompt_not_recorded');
  return assemble({
    dialect,
    shape: 'conversation',
    line: row.line,
    messages: [...(request?.messages ?? []), ...answer],
    tools: request?.tools,
    facts: {
      ...facts,
      unique_id: facts.unique_id ?? (id !== undefined && looksUnique(id) ? id : undefined),
      model: response.model ?? facts.model,
      captured_at: facts.captured_at ?? response.captured_at,
      meta: { ...facts.meta, ...(usage ? { usage } : {}), ...(finish_reason === undefined ? {} : { finish_reason }) },
    },
    candidates: others.map((other) => ({ answer: answerOf(other) })),
  });
}

/** Settings of the call that say nothing about the conversation. */
const bodyFields: ReadonlySet<string> = new Set([
  ...['choices', 'output', 'object', 'tools', 'input', 'instructions', 'text', 'status', 'response', 'result', 'type', 'role'],
  ...['top_p', 'temperature', 'presence_penalty', 'frequency_penalty', 'tool_choice', 'parallel_tool_calls', 'background'],
  ...['service_tier', 'system_fingerprint', 'truncation', 'store', 'top_logprobs', 'max_output_tokens', 'max_tool_calls'],
]);
