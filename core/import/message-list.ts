import type { Message } from '../trace/model';
import { plainText } from '../trace/plain';
import { assemble } from './assemble';
import type { Dialect, Draft, Row, RowReader, Sink } from './draft';
import { identified, readFacts, type RowFacts } from './facts';
import { firstText, isFields } from './fields';
import { kindOf } from './judged';
import { looksLikeMessage, MessageReader } from './messages';
import { isResponseMessage } from './openai-response';
import { Refusal, rowLimit, tooLarge, unrecognisedShape } from './refusals';

const groupNames = ['session_id', 'sessionId', 'conversation_id', 'thread_id', 'trace_id'];
const messageFields: ReadonlySet<string> = new Set([
  ...['role', 'from', 'content', 'value', 'tool_calls', 'function_call', 'parts', 'text', 'id', 'error', 'model'],
  ...groupNames,
]);

/** A file whose rows are messages: one conversation, or one for each session id the rows carry. */
export const messageList: Dialect = {
  id: 'message-list',
  title: 'One message a row',
  whole_file: { share: 0.9 },
  detect: (value) => looksLikeMessage(value) && !isResponseMessage(value),
  read: (sink) => new MessageListReader(sink),
};

interface Group {
  readonly key: string;
  readonly line: number;
  readonly reader: MessageReader;
  readonly facts: RowFacts;
  model: string | undefined;
  rows: number;
  size: number;
}

class MessageListReader implements RowReader {
  private readonly groups = new Map<string, Group>();

  constructor(private readonly sink: Sink) {}

  row(row: Row): void {
    const refusal = this.take(row);
    if (refusal) this.sink.refuse(row.line, refusal);
    else this.sink.used(1);
  }

  private take({ value, line }: Row): Refusal | undefined {
    if (!isFields(value)) return new Refusal('not_an_object', { kind: kindOf(value) });
    if (!looksLikeMessage(value)) return unrecognisedShape(Object.keys(value));
    const key = firstText(value, groupNames) ?? '';
    const group = this.groups.get(key) ?? this.open(key, line, value);
    group.rows++;
    // Beyond the limit the conversation is refused as a whole at the end; nothing more of it is kept.
    if (group.size > rowLimit) return undefined;
    const refusal = group.reader.add(value, group.rows);
    if (refusal) return refusal;
    group.size += sizeOf(group.reader.messages.at(-1));
    group.model = firstText(value, ['model', 'model_name']) ?? group.model;
    return undefined;
  }

  end(): void {
    for (const group of this.groups.values()) {
      const draft = group.size > rowLimit ? tooLarge() : this.assembled(group);
      if (draft instanceof Refusal) this.sink.refuse(group.line, draft, 0);
      else this.sink.draft(draft);
    }
  }

  private open(key: string, line: number, row: Record<string, unknown>): Group {
    const note = this.sink.note.bind(this.sink);
    const facts = readFacts(row, messageFields, note);
    const group = { key, line, reader: new MessageReader(note), facts, model: undefined, rows: 0, size: 0 };
    this.groups.set(key, group);
    return group;
  }

  private assembled(group: Group): Draft | Refusal {
    return assemble({
      dialect: 'message-list',
      shape: 'conversation',
      line: group.line,
      messages: group.reader.messages,
      facts: {
        ...group.facts,
        ...identified(group.key),
        model: group.model,
      },
    });
  }
}

function sizeOf(message: Message | undefined): number {
  if (!message) return 0;
  const calls = message.tool_calls?.reduce((sum, call) => sum + call.arguments.length, 0) ?? 0;
  return plainText(message.content).length + (message.reasoning?.length ?? 0) + calls + 64;
}
