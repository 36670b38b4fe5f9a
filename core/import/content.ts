import type { MediaPart, Message, Part } from '../trace/model';
import { countOf, first, firstText, isFields, listOf, own, textOf, type Fields } from './fields';
import { jsonText } from './json';

/** What one content value holds, sorted: what is said, what was thought, and blocks that are messages of their own. */
export interface ReadContent {
  readonly content: Message['content'];
  readonly reasoning: string | undefined;
  /** Anthropic `tool_use` and its relatives. */
  readonly calls: readonly Fields[];
  /** Anthropic `tool_result` and its relatives. */
  readonly results: readonly Fields[];
}

const plain = (content: Message['content']): ReadContent => ({ content, reasoning: undefined, calls: [], results: [] });

const callTypes = new Set(['tool_use', 'server_tool_use', 'mcp_tool_use', 'tool_call', 'tool-call', 'function_call', 'toolUse']);
const resultTypes = new Set(['tool_result', 'mcp_tool_result', 'tool_call_response', 'tool-result', 'function_call_output']);
const reasoningTypes = new Set(['thinking', 'reasoning', 'redacted_thinking']);
const textTypes = new Set(['text', 'input_text', 'output_text', 'refusal', 'text-plain', 'summary_text']);

/** Reads a message's content: text, a list of parts or blocks, nothing at all, or something unforeseen (kept as JSON text). */
export function readContent(value: unknown): ReadContent {
  if (typeof value === 'string') return plain(value);
  if (value === undefined || value === null) return plain('');
  const items = listOf(value);
  if (items) return readParts(items);
  if (isFields(value)) return readParts([value]);
  return plain(jsonText(value) ?? '');
}

function readParts(items: readonly unknown[]): ReadContent {
  const parts: Part[] = [];
  const thoughts: string[] = [];
  const calls: Fields[] = [];
  const results: Fields[] = [];
  for (const item of items) {
    if (!isFields(item)) {
      if (item !== null && item !== undefined) parts.push({ type: 'text', text: textOf(item) ?? jsonText(item) ?? '' });
      continue;
    }
    const type = textOf(own(item, 'type')) ?? '';
    const response = first(item, ['functionResponse', 'toolResult']);
    // Gemini's and Bedrock's parts have no type: their one field says what they are.
    if (isFields(first(item, ['functionCall', 'toolUse']))) calls.push(item);
    else if (isFields(response)) results.push(response);
    else if (own(item, 'thought') === true) thoughts.push(reasoningText(item));
    else if (callTypes.has(type)) calls.push(item);
    else if (resultTypes.has(type) || type.endsWith('_tool_result')) results.push(item);
    else if (reasoningTypes.has(type)) thoughts.push(reasoningText(item));
    else parts.push(readPart(item, type));
  }
  const cited = items.some((item) => isFields(item) && Array.isArray(own(item, 'citations')));
  const reasoning = thoughts.filter((t) => t !== '').join('\n');
  return { content: joined(parts, cited), reasoning: reasoning === '' ? undefined : reasoning, calls, results };
}

/** All text becomes one string. Blocks that citations cut out of one sentence are put together without a break. */
function joined(parts: readonly Part[], cited: boolean): Message['content'] {
  if (parts.some((part) => part.type !== 'text')) return [...parts];
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join(cited ? '' : '\n');
}

function reasoningText(block: Fields): string {
  const text = first(block, ['thinking', 'text', 'content', 'reasoning', 'value']);
  if (typeof text === 'string') return text;
  const summary = listOf(own(block, 'summary')) ?? listOf(text) ?? [];
  return summary.map((item) => (isFields(item) ? (firstText(item, ['text', 'summary']) ?? '') : (textOf(item) ?? ''))).join('\n');
}

function readPart(item: Fields, type: string): Part {
  if (isFields(own(item, 'inlineData'))) return media('file', item, ['inlineData']);
  if (textTypes.has(type) || type === '') {
    const text = partText(item);
    if (text !== undefined) return { type: 'text', text };
    if (type === '') return { type: 'text', text: jsonText(item) ?? '' };
  }
  if (type === 'document' || type === 'file' || type === 'input_file') return media('file', item, ['file', 'source']);
  if (type.includes('image')) return media('image', item, ['image_url', 'source', 'image_file', 'image']);
  if (type.includes('audio')) return media('audio', item, ['input_audio', 'audio', 'audio_url', 'source']);
  // A part of a kind we do not know, but with words in it: the words matter more than the kind.
  const text = partText(item);
  if (text !== undefined) return { type: 'text', text };
  // `{type: 'json', value: …}`, as tools answer in the AI SDK.
  const value = own(item, 'value');
  return value === undefined ? media('other', item, []) : { type: 'text', text: jsonText(value) ?? '' };
}

/** Assistants threads keep text as `{value, annotations}`, OpenTelemetry under `content`, LLaMA-Factory under `value`. */
function partText(item: Fields): string | undefined {
  const text = first(item, ['text', 'refusal', 'content', 'value']);
  return isFields(text) ? textOf(own(text, 'value')) : textOf(text);
}

/** Inline data is measured and left behind; addresses are kept as they are, never fetched. */
function media(type: MediaPart['type'], item: Fields, holders: readonly string[]): MediaPart {
  const held = first(item, holders);
  const holder = isFields(held) ? held : item;
  const address = textOf(held) ?? firstText(holder, ['url', 'uri', 'file_url']);
  const inline = dataUrl(address);
  const data = textOf(first(holder, ['data', 'file_data', 'b64_json']));
  const bytes =
    inline?.bytes ??
    (data === undefined
      ? countOf(first(holder, ['bytes', 'size']))
      : base64Bytes(dataUrl(data) ? data.slice(data.indexOf(',') + 1) : data));
  const media_type = inline?.media_type ?? firstText(holder, ['media_type', 'mime_type', 'mimeType', 'format']);
  const name = firstText(holder, ['filename', 'file_name', 'name', 'title', 'file_id', 'id']) ?? otherName(type, item);
  return {
    type,
    ...(address !== undefined && !inline ? { url: address } : {}),
    ...(media_type === undefined ? {} : { media_type }),
    ...(name === undefined ? {} : { name }),
    ...(bytes === undefined ? {} : { bytes: Math.floor(bytes) }),
  };
}

function otherName(type: MediaPart['type'], item: Fields): string | undefined {
  return type === 'other' ? textOf(own(item, 'type')) : undefined;
}

function dataUrl(address: string | undefined): { media_type: string; bytes: number } | undefined {
  const head = address === undefined ? null : /^data:([\w.+-]+\/[\w.+-]+)?([^,]{0,200}),/.exec(address.slice(0, 400));
  if (address === undefined || !head) return undefined;
  const size = address.length - head[0].length;
  const bytes = (head[2] ?? '').includes('base64') ? base64Bytes(address.slice(head[0].length)) : size;
  return { media_type: head[1] ?? 'text/plain', bytes };
}

/** The size of what a base64 text encodes. */
function base64Bytes(text: string): number {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return Math.max(0, Math.floor((text.length * 3) / 4) - padding);
}
