import type { Message, ToolDefinition, Trace } from '../../trace/model';
import { readTools } from '../calls';
import { readUsage } from '../facts';
import { fieldsOf, first, firstText, isFields, listOf, own, scalarText, textOf, type Fields } from '../fields';
import { unwrapJson } from '../json';
import { readMessages, type Note } from '../messages';
import { Refusal } from '../refusals';
import { readRequest } from '../request';
import { readResponse } from '../response';
import { unflatten, withoutWrappers } from './flat';
import type { Span } from './span';

/** One call to a model, as a span recorded it. */
export interface ModelCall {
  readonly span: Span;
  readonly messages: readonly Message[];
  /** How many of them were sent; the rest came back. */
  readonly sent: number;
  readonly model: string | undefined;
  readonly usage: Trace['meta']['usage'];
  readonly finish_reason: string | undefined;
  readonly tools: readonly ToolDefinition[] | undefined;
}

type Sides = { readonly sent: readonly unknown[]; readonly got: readonly unknown[] };

/** The call of a span; undefined when it is none, or when its content was not recorded. */
export function modelCall(span: Span, note: Note): ModelCall | undefined {
  const { attributes } = span;
  const sides = [genAiSides, flatSides, aiSdkSides, eventSides].map((read) => read(span)).find(hasContent);
  const [sent, got] = sides ? [readSide(sides.sent, note), readSide(sides.got, note)] : valueSides(span, note);
  const messages = [...sent, ...got];
  if (messages.length === 0) return undefined;
  const reasons = unwrapJson(own(attributes, 'gen_ai.response.finish_reasons'));
  return {
    span,
    messages,
    sent: sent.length,
    model: firstText(attributes, modelNames),
    usage: readUsage({ input: first(attributes, inputTokens), output: first(attributes, outputTokens) }),
    finish_reason: scalarText(listOf(reasons)?.[0]) ?? firstText(attributes, ['ai.response.finishReason']),
    tools: readTools(own(attributes, 'gen_ai.tool.definitions')) ?? readTools(own(attributes, 'ai.prompt.tools')),
  };
}

const modelNames = ['gen_ai.response.model', 'ai.response.model', 'llm.model_name', 'gen_ai.request.model', 'ai.model.id'];
const inputTokens = [
  'gen_ai.usage.input_tokens',
  'gen_ai.usage.prompt_tokens',
  'llm.token_count.prompt',
  'ai.usage.inputTokens',
  'ai.usage.promptTokens',
];
const outputTokens = [
  ...['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens', 'llm.token_count.completion'],
  ...['ai.usage.outputTokens', 'ai.usage.completionTokens'],
];

function hasContent(sides: Sides | undefined): sides is Sides {
  return sides !== undefined && sides.sent.length + sides.got.length > 0;
}

function readSide(items: readonly unknown[], note: Note): readonly Message[] {
  const messages = items.length === 0 ? [] : readMessages(items, note);
  return messages instanceof Refusal ? [] : messages;
}

function items(value: unknown): readonly unknown[] {
  return listOf(unwrapJson(value)) ?? [];
}

/** Semantic conventions since 1.37, and the lists that some write in place of them. */
function genAiSides({ attributes }: Span): Sides {
  const instructions = items(own(attributes, 'gen_ai.system_instructions'));
  const system = instructions.length > 0 ? [{ role: 'system', content: instructions }] : [];
  const sent = items(first(attributes, ['gen_ai.input.messages', 'pydantic_ai.all_messages']));
  const got = items(own(attributes, 'gen_ai.output.messages'));
  return { sent: sent.length + got.length > 0 ? [...system, ...sent] : [], got };
}

/** OpenInference and OpenLLMetry, one attribute for every field of every message. */
function flatSides({ attributes }: Span): Sides {
  const read = (prefix: string) =>
    unflatten(attributes, prefix)
      .map((item) => withoutWrappers(item))
      .map(withContent);
  const sent = read('llm.input_messages');
  const got = read('llm.output_messages').map(answered);
  if (sent.length + got.length > 0) return { sent, got };
  return { sent: read('gen_ai.prompt'), got: read('gen_ai.completion').map(answered) };
}

/** What came back is the model's, also where nobody says so. */
function answered(item: unknown): unknown {
  return isFields(item) && own(item, 'role') === undefined ? { ...item, role: 'assistant' } : item;
}

const partNames = ['type', 'text', 'toolUse', 'toolResult'];

/** Content may be parts written as JSON text. */
function withContent(item: unknown): unknown {
  const content = isFields(item) ? own(item, 'content') : undefined;
  if (!isFields(item) || typeof content !== 'string' || !/^\s*\[\s*\{/.test(content)) return item;
  const parts = listOf(unwrapJson(content));
  const typed = parts?.every((part) => isFields(part) && partNames.some((name) => Object.hasOwn(part, name))) ?? false;
  return typed ? { ...item, content: parts } : item;
}

/** The AI SDK of Vercel. */
function aiSdkSides({ attributes }: Span): Sides {
  const prompt = fieldsOf(unwrapJson(own(attributes, 'ai.prompt')));
  const listed = items(own(attributes, 'ai.prompt.messages'));
  const sent = listed.length > 0 ? listed : prompt ? promptMessages(prompt) : [];
  const text = textOf(first(attributes, ['ai.response.text', 'ai.response.object']));
  const calls = items(own(attributes, 'ai.response.toolCalls'));
  if (text === undefined && calls.length === 0) return { sent, got: [] };
  const reasoning = textOf(own(attributes, 'ai.response.reasoning'));
  const flat = calls.filter(isFields).map((call) => ({
    id: own(call, 'toolCallId'),
    name: own(call, 'toolName'),
    arguments: first(call, ['input', 'args']),
  }));
  return { sent, got: [{ role: 'assistant', content: text ?? '', tool_calls: flat, reasoning_content: reasoning }] };
}

function promptMessages(prompt: Fields): unknown[] {
  const system = textOf(own(prompt, 'system'));
  const text = textOf(own(prompt, 'prompt'));
  return [
    ...(system === undefined ? [] : [{ role: 'system', content: system }]),
    ...(text === undefined ? [] : [{ role: 'user', content: text }]),
    ...items(own(prompt, 'messages')),
  ];
}

/** Semantic conventions up to 1.36: an event for each message, or one with all of them. */
function eventSides({ events, attributes }: Span): Sides {
  const told = events.length > 0 ? events : items(own(attributes, 'events')).filter(isFields).map(eventOf);
  const sent: unknown[] = [];
  const got: unknown[] = [];
  for (const event of told) {
    const role = /^gen_ai\.(system|user|assistant|tool)\.message$/.exec(event.name)?.[1];
    const { attributes: fields } = event;
    if (role)
      sent.push(
        withContent({ ...fields, role, content: own(fields, 'content'), tool_calls: unwrapJson(own(fields, 'tool_calls')) }),
      );
    else if (event.name === 'gen_ai.choice') got.push({ role: 'assistant', ...choiceOf(fields) });
    else if (event.name === 'gen_ai.content.prompt') sent.push(...items(own(fields, 'gen_ai.prompt')));
    else if (event.name === 'gen_ai.content.completion') got.push(...items(own(fields, 'gen_ai.completion')));
  }
  return { sent, got };
}

function eventOf(item: Fields): Span['events'][number] {
  return { name: textOf(own(item, 'event.name')) ?? '', attributes: item };
}

function choiceOf(fields: Fields): Fields {
  const message = unwrapJson(own(fields, 'message'));
  if (isFields(message)) return message;
  const content = typeof message === 'string' || Array.isArray(message) ? message : own(fields, 'content');
  return fieldsOf(withContent({ content })) ?? {};
}

/** Request and response as whole JSON texts. Only of model calls: chains and agents repeat what their calls say. */
function valueSides({ attributes }: Span, note: Note): [readonly Message[], readonly Message[]] {
  if (own(attributes, 'openinference.span.kind') !== 'LLM') return [[], []];
  const request = readRequest(own(attributes, 'input.value'), note);
  const response = readResponse(own(attributes, 'output.value') ?? null, note);
  if (request instanceof Refusal || response instanceof Refusal) return [[], []];
  return [request.messages, response.answers[0] ?? []];
}
