import type { Message } from '../../trace/model';
import { isoTime } from '../../trace/time';
import { argumentsText } from '../calls';
import { readContent } from '../content';
import { countOf, fieldsOf, first, firstText, isFields, listOf, own, textOf, type Fields } from '../fields';
import { Refusal } from '../refusals';
import { sortText } from './injected';

/** One content block, reduced to what a conversation keeps: no image data, no signatures. */
export type Block = Fields;

/** A line of a session file that matters to its conversations. */
export interface SessionRecord {
  readonly line: number;
  readonly uuid: string | undefined;
  readonly parent: string | undefined;
  /** `parentUuid` is there and null: this begins something. */
  readonly is_root: boolean;
  readonly session: string | undefined;
  /** What a sub-agent's records have in common; '' when only the chain tells them apart. Undefined: the main conversation. */
  readonly agent: string | undefined;
  readonly at: string | undefined;
  readonly kind: 'user' | 'assistant' | 'boundary' | 'link';
  readonly user?: UserSaid | undefined;
  readonly assistant?: AssistantSaid | undefined;
  /** Characters kept. */
  readonly size: number;
}

export interface UserSaid {
  /** In order: the person's own words, and text the client put in. */
  readonly texts: readonly { readonly injected: boolean; readonly content: Message['content'] }[];
  readonly results: readonly Block[];
  /** `/clear` was typed: what follows is a new conversation. */
  readonly clears: boolean;
}

export interface AssistantSaid {
  readonly message_id: string | undefined;
  readonly model: string | undefined;
  readonly blocks: readonly Block[];
  readonly stop_reason: string | undefined;
  readonly usage: Fields | undefined;
  /** Made by the client, not by a model. */
  readonly synthetic: boolean;
  readonly failed: boolean;
}

/** Reads a line; undefined when it is of a kind that no conversation is made of. */
export function readRecord(row: Fields, line: number): SessionRecord | Refusal | undefined {
  const type = textOf(own(row, 'type'));
  if (type === 'user' || type === 'assistant') return readMessage(row, line, type);
  const envelope = readEnvelope(row, line);
  if (type === 'system' && own(row, 'subtype') === 'compact_boundary') {
    const logical = textOf(own(row, 'logicalParentUuid'));
    return { ...envelope, parent: logical ?? envelope.parent, kind: 'boundary', size: 0 };
  }
  const steering = type === 'attachment' ? queuedPrompt(row) : undefined;
  if (steering !== undefined) return { ...envelope, kind: 'user', user: steering, size: sizeOf(steering) };
  // Other kinds carry no words, but messages may hang on them in the chain.
  return envelope.uuid === undefined ? undefined : { ...envelope, kind: 'link', size: 0 };
}

function readEnvelope(row: Fields, line: number): Omit<SessionRecord, 'kind' | 'size'> {
  const parent = own(row, 'parentUuid');
  return {
    line,
    uuid: textOf(own(row, 'uuid')),
    parent: textOf(parent),
    is_root: parent === null,
    session: firstText(row, ['sessionId', 'session_id']),
    agent: agentOf(row),
    at: isoTime(own(row, 'timestamp')),
  };
}

function agentOf(row: Fields): string | undefined {
  const call = textOf(own(row, 'parent_tool_use_id'));
  if (call !== undefined) return call;
  return own(row, 'isSidechain') === true ? (firstText(row, ['agentId']) ?? '') : undefined;
}

function readMessage(row: Fields, line: number, type: 'user' | 'assistant'): SessionRecord | Refusal {
  const message = fieldsOf(own(row, 'message'));
  const content = message ? own(message, 'content') : undefined;
  if (!message || (typeof content !== 'string' && !Array.isArray(content))) {
    return new Refusal('no_messages', { reason: `the ${type} record has no message content` });
  }
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (listOf(content) ?? []);
  const envelope = readEnvelope(row, line);
  if (type === 'user') {
    const user = readUser(row, blocks);
    return { ...envelope, kind: 'user', user, size: sizeOf(user) };
  }
  const assistant = readAssistant(row, message, blocks);
  return { ...envelope, kind: 'assistant', assistant, size: sizeOf(assistant) };
}

function readUser(row: Fields, blocks: readonly unknown[]): UserSaid {
  const meta = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly'].some((name) => own(row, name) === true);
  const texts: { injected: boolean; content: Message['content'] }[] = [];
  const results: Block[] = [];
  let clears = false;
  for (const block of blocks) {
    if (isFields(block) && own(block, 'type') === 'tool_result') results.push(reducedResult(block));
    else {
      const { content } = readContent([block]);
      const sorted =
        typeof content === 'string' ? sortText(content, meta) : { pieces: [{ injected: meta, content }], clears: false };
      clears ||= sorted.clears;
      texts.push(...sorted.pieces);
    }
  }
  return { texts, results, clears };
}

function reducedResult(block: Fields): Block {
  return {
    type: 'tool_result',
    tool_use_id: own(block, 'tool_use_id'),
    content: readContent(own(block, 'content')).content,
    is_error: own(block, 'is_error') === true,
  };
}

function readAssistant(row: Fields, message: Fields, blocks: readonly unknown[]): AssistantSaid {
  const model = firstText(message, ['model']);
  return {
    message_id: firstText(message, ['id']),
    model,
    blocks: blocks.flatMap(reducedBlock),
    stop_reason: firstText(message, ['stop_reason']),
    usage: fieldsOf(own(message, 'usage')),
    synthetic: model === '<synthetic>',
    failed: own(row, 'isApiErrorMessage') === true,
  };
}

function reducedBlock(block: unknown): Block[] {
  if (!isFields(block)) return typeof block === 'string' ? [{ type: 'text', text: block }] : [];
  const read = readContent([block]);
  const call = read.calls[0];
  if (call) return [{ type: 'tool_use', id: own(call, 'id'), name: own(call, 'name'), input: argumentsText(own(call, 'input')) }];
  if (read.results.length > 0) return [reducedResult(block)];
  if (read.reasoning !== undefined) return [{ type: 'thinking', thinking: read.reasoning }];
  const type = own(block, 'type');
  if (type === 'thinking' || type === 'redacted_thinking') return [];
  return typeof read.content === 'string' ? [{ type: 'text', text: read.content }] : [...read.content];
}

/** A message typed while the model was working, handed to it in the middle of its turn. */
function queuedPrompt(row: Fields): UserSaid | undefined {
  const attachment = fieldsOf(own(row, 'attachment'));
  if (!attachment || own(attachment, 'type') !== 'queued_command') return undefined;
  return steeringOf(first(attachment, ['prompt', 'content']));
}

export function steeringOf(value: unknown): UserSaid | undefined {
  if (typeof value !== 'string' && !Array.isArray(value)) return undefined;
  const { content } = readContent(value);
  return { texts: [{ injected: false, content }], results: [], clears: false };
}

function sizeOf(said: UserSaid | AssistantSaid): number {
  const values: readonly unknown[] = 'blocks' in said ? said.blocks : [...said.texts, ...said.results];
  return values.reduce((sum: number, value) => sum + textSize(value, 0), 0);
}

function textSize(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null || depth > 6) return 8;
  return Object.values(value).reduce((sum: number, item: unknown) => sum + textSize(item, depth + 1), 16);
}

/** Token counts of one API message; Anthropic's input does not include what came from the cache. */
export function usageOf(usage: Fields | undefined): { input: number; output: number; cached: number } {
  const read = (name: string) => (usage ? (countOf(own(usage, name)) ?? 0) : 0);
  return { input: read('input_tokens'), output: read('output_tokens'), cached: read('cache_read_input_tokens') };
}
