import type { Message, Role, ToolCall } from '../trace/model';
import { isoTime } from '../trace/time';
import { callIdNames, callsFromText, readCall, readCalls } from './calls';
import { readContent, type ReadContent } from './content';
import type { NoteCode } from './draft';
import { first, firstText, isFields, listOf, own, scalarText, textOf, type Fields } from './fields';
import { isLangChain, unwrapLangChain } from './langchain';
import { Refusal } from './refusals';
import { roleOf } from './roles';

export type Note = (code: NoteCode) => void;

const timeNames = ['timestamp', 'created_at', 'createdAt', 'create_time', 'ts', 'time', 'date'];
const contentNames = ['content', 'value', 'text', 'output', 'result', 'response', 'parts'];

/** Whether a value looks like one message: it says who speaks and has something that can be said. */
export function looksLikeMessage(value: unknown): value is Fields {
  if (!isFields(value)) return false;
  if (isLangChain(value)) return true;
  if (typeof (own(value, 'role') ?? own(value, 'from')) !== 'string') return false;
  return ['content', 'value', 'tool_calls', 'function_call', 'parts', 'text'].some((name) => Object.hasOwn(value, name));
}

export function isMessageList(value: unknown): boolean {
  return Array.isArray(value) && value.some(looksLikeMessage);
}

/** The messages of a list, or why there are none. */
export function readMessages(list: readonly unknown[], note: Note): Message[] | Refusal {
  const reader = new MessageReader(note);
  for (const [index, item] of list.entries()) {
    const refusal = reader.add(item, index + 1);
    if (refusal) return refusal;
  }
  return reader.messages.length > 0 ? reader.messages : new Refusal('no_messages', { reason: 'the list is empty' });
}

/** Turns a log's messages into ours one after the other; tool results find their calls. */
export class MessageReader {
  readonly messages: Message[] = [];
  /** Calls without a result so far, oldest first. */
  private pending: ToolCall[] = [];
  private made = 0;

  constructor(private readonly note: Note) {}

  /** Takes one message; `position` (1-based) is only for telling which one is wrong. */
  add(given: unknown, position: number): Refusal | undefined {
    if (!isFields(given)) {
      this.note('message_not_understood');
      return undefined;
    }
    if (this.addPlain(given)) return undefined;
    const item = unwrapLangChain(given);
    const named = roleName(item);
    if (named === undefined) return new Refusal('no_messages', { reason: `message ${position} does not say who speaks` });
    const role = roleOf(named) ?? this.unknownRole(named);
    const read = readContent(first(item, contentNames));
    if (role === 'assistant') this.addAssistant(item, read, named);
    else if (role === 'tool') this.addTool(item, read, named);
    else this.addSpoken(item, role, read, roleOf(named) === undefined ? named : undefined);
    return undefined;
  }

  /** The common case, `{role, content}` and nothing else, without looking for anything. */
  private addPlain(item: Fields): boolean {
    let count = 0;
    for (const name in item) if (++count > 2 || (name !== 'role' && name !== 'content')) return false;
    const { role, content } = item;
    if (count !== 2 || typeof content !== 'string') return false;
    if (role !== 'user' && role !== 'assistant' && role !== 'system') return false;
    this.messages.push({ role, content });
    return true;
  }

  /** A role no one knows: the name of a tool that was just called is its result, all else is kept as context. */
  private unknownRole(named: string): Role {
    if (this.pending.some((call) => call.name === named)) return 'tool';
    this.note('unknown_role');
    return 'system';
  }

  private addSpoken(item: Fields, role: Role, read: ReadContent, named: string | undefined): void {
    for (const block of read.results) this.addResult(block, readContent(first(block, contentNames)).content);
    if (read.results.length > 0 && read.content === '') return;
    const name = firstText(item, ['name']) ?? named;
    this.messages.push({
      role,
      content: read.content,
      ...(name === undefined ? {} : { name }),
      ...when(item),
    });
  }

  private addAssistant(item: Fields, read: ReadContent, named: string): void {
    const calls = this.callsOf(item, read);
    let content = read.content;
    if (content === '') content = textOf(own(item, 'refusal')) ?? transcript(item) ?? '';
    if (named === 'function_call' && typeof content === 'string' && calls.length === 0) {
      const written = callsFromText(content, () => this.nextId());
      if (written) {
        calls.push(...written);
        content = '';
      } else this.note('tool_call_not_understood');
    }
    const thought = reasoningOf(item) ?? read.reasoning;
    // Agents that think aloud write it down twice.
    const reasoning = thought === content ? undefined : thought;
    const name = firstText(item, ['name']);
    this.messages.push({
      role: 'assistant',
      content,
      ...(reasoning === undefined ? {} : { reasoning }),
      ...(calls.length === 0 ? {} : { tool_calls: calls }),
      ...(name === undefined ? {} : { name }),
      ...when(item),
      ...failure(item),
    });
    this.pending.push(...calls);
    for (const block of read.results) this.addResult(block, readContent(first(block, contentNames)).content);
  }

  private callsOf(item: Fields, read: ReadContent): ToolCall[] {
    const { calls, odd } = readCalls(first(item, ['tool_calls', 'toolCalls']), () => this.nextId());
    for (let i = 0; i < odd; i++) this.note('tool_call_not_understood');
    const legacy = own(item, 'function_call');
    for (const block of [...(isFields(legacy) ? [legacy] : []), ...read.calls]) {
      const call = readCall(block, this.nextId());
      if (!call) this.note('tool_call_not_understood');
      else if (!calls.some((known) => known.id === call.id)) calls.push(call);
    }
    return calls;
  }

  /** A tool message says one thing, or holds the results of several calls as parts. */
  private addTool(item: Fields, read: ReadContent, named: string): void {
    for (const block of read.results) this.addResult(block, readContent(first(block, contentNames)).content);
    if (read.results.length > 0 && read.content === '') return;
    this.addResult(item, read.content, textOf(own(item, 'role')) === named ? named : undefined);
  }

  /** A tool's answer. Paired by id; without one by the tool's name, else with the oldest open call. */
  private addResult(item: Fields, content: Message['content'], named?: string): void {
    const ids = listOf(own(item, 'tool_call_ids'));
    const id = firstText(item, callIdNames) ?? scalarText(ids?.[0]) ?? partId(item);
    const own_name = firstText(item, ['name', 'tool_name', 'function']) ?? (named && roleOf(named) ? undefined : named);
    const call = this.take(id, own_name);
    const name = own_name ?? call?.name;
    const call_id = id ?? call?.id;
    this.messages.push({
      role: 'tool',
      content,
      ...(call_id === undefined ? {} : { tool_call_id: call_id }),
      ...(name === undefined ? {} : { name }),
      ...when(item),
      ...failure(item),
    });
  }

  private take(id: string | undefined, name: string | undefined): ToolCall | undefined {
    const index = this.pending.findIndex((call) =>
      id === undefined ? name === undefined || call.name === name : call.id === id,
    );
    return index < 0 ? undefined : this.pending.splice(index, 1)[0];
  }

  private nextId(): string {
    return `call_${String(this.made++).padStart(4, '0')}`;
  }
}

function roleName(item: Fields): string | undefined {
  const direct = firstText(item, ['role', 'from', 'sender', 'speaker']);
  if (direct !== undefined) return direct;
  const author = own(item, 'author');
  if (isFields(author)) return firstText(author, ['role', 'name']);
  const type = textOf(own(item, 'type'));
  return type !== undefined && roleOf(type) ? type : undefined;
}

function when(item: Fields): { at?: string } {
  const at = isoTime(first(item, timeNames));
  return at === undefined ? {} : { at };
}

/** OpenTelemetry's parts name the call they answer plainly `id`. */
function partId(item: Fields): string | undefined {
  return own(item, 'type') === 'tool_call_response' ? firstText(item, ['id']) : undefined;
}

/** What went wrong with a message, as a short text. */
function failure(item: Fields): { error?: string } {
  const error = own(item, 'error');
  const said = isFields(error) ? firstText(error, ['message', 'type', 'code']) : textOf(error);
  if (said !== undefined && said !== '') return { error: said };
  if (own(item, 'is_error') === true || own(item, 'isError') === true || own(item, 'status') === 'error')
    return { error: 'tool_error' };
  return {};
}

function reasoningOf(item: Fields): string | undefined {
  const value = first(item, ['reasoning_content', 'reasoning', 'thinking', 'thought']);
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (isFields(value)) return firstText(value, ['content', 'text', 'summary']);
  return undefined;
}

function transcript(item: Fields): string | undefined {
  const audio = own(item, 'audio');
  return isFields(audio) ? textOf(own(audio, 'transcript')) : undefined;
}
