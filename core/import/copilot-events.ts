import { assemble } from './assemble';
import type { Dialect, Row, RowReader, Sink } from './draft';
import { identified } from './facts';
import { fieldsOf, first, firstText, isFields, listOf, own, textOf, type Fields } from './fields';
import { jsonText } from './json';
import { kindOf } from './judged';
import { readMessages } from './messages';
import { Refusal, rowLimit, tooLarge, unrecognisedShape } from './refusals';

const events = /^(?:session|user|assistant|tool|system|subagent|skill|hook|abort)\.?[a-z_]*$/;

/** The event files of Copilot: transcripts of the editor's chat and `events.jsonl` of its command line. */
export const copilotEvents: Dialect = {
  id: 'copilot-events',
  title: 'Copilot transcripts',
  whole_file: { share: 0.5 },
  detect: (value) =>
    isFields(value) &&
    isFields(own(value, 'data')) &&
    events.test(textOf(own(value, 'type')) ?? '') &&
    typeof own(value, 'id') === 'string',
  read: (sink) => new EventReader(sink),
};

class EventReader implements RowReader {
  private items: Record<string, unknown>[] = [];
  private line: number | undefined;
  private id: string | undefined;
  private model: string | undefined;
  private size = 0;

  constructor(private readonly sink: Sink) {}

  row({ value, line }: Row): void {
    if (!isFields(value)) {
      this.sink.refuse(line, new Refusal('not_an_object', { kind: kindOf(value) }));
      return;
    }
    const data = fieldsOf(own(value, 'data'));
    const type = textOf(own(value, 'type'));
    if (!data || type === undefined) {
      this.sink.refuse(line, unrecognisedShape(Object.keys(value)));
      return;
    }
    if (type === 'session.start') this.close();
    this.line ??= line;
    this.id ??= type === 'session.start' ? firstText(data, ['sessionId']) : undefined;
    this.model = firstText(data, ['model', 'newModel', 'selectedModel']) ?? this.model;
    const item = itemOf(type, data, own(value, 'timestamp'));
    if (!item) {
      this.sink.ignored(1);
      return;
    }
    this.sink.used(1);
    this.size += jsonText(item)?.length ?? 0;
    if (this.size <= rowLimit) this.items.push(item);
  }

  end(): void {
    this.close();
  }

  private close(): void {
    const { items, line = 1, size } = this;
    const draft = size > rowLimit ? tooLarge() : items.length === 0 ? undefined : this.assembled(items, line);
    if (draft instanceof Refusal) this.sink.refuse(line, draft, 0);
    else if (draft) this.sink.draft(draft);
    this.items = [];
    this.size = 0;
    this.line = this.id = this.model = undefined;
  }

  private assembled(items: readonly Record<string, unknown>[], line: number) {
    const messages = readMessages(items, this.sink.note.bind(this.sink));
    if (messages instanceof Refusal) return messages;
    return assemble({
      dialect: 'copilot-events',
      shape: 'conversation',
      line,
      messages,
      facts: {
        ...identified(this.id),
        model: this.model,
        captured_at: messages.find((message) => message.at !== undefined)?.at,
        labels: [],
        attributes: {},
        meta: {},
      },
    });
  }
}

function itemOf(type: string, data: Fields, timestamp: unknown): Record<string, unknown> | undefined {
  if (type === 'user.message') return { role: 'user', content: own(data, 'content') ?? '', timestamp };
  if (type === 'system.message') return { role: 'system', content: own(data, 'content') ?? '', timestamp };
  if (type === 'assistant.message') {
    const calls = (listOf(own(data, 'toolRequests')) ?? []).filter(isFields);
    return {
      role: 'assistant',
      content: own(data, 'content') ?? '',
      reasoning_content: own(data, 'reasoningText'),
      tool_calls: calls.map((call) => ({
        id: own(call, 'toolCallId'),
        name: own(call, 'name'),
        arguments: own(call, 'arguments'),
      })),
      timestamp,
    };
  }
  if (type !== 'tool.execution_complete') return undefined;
  const result = own(data, 'result');
  const content = isFields(result) ? first(result, ['content', 'detailedContent']) : result;
  const error = own(data, 'error');
  const failed = own(data, 'success') === false;
  return {
    role: 'tool',
    tool_call_id: own(data, 'toolCallId'),
    content: content ?? '',
    error: error ?? undefined,
    is_error: failed,
    timestamp,
  };
}
