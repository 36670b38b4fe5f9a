import { assemble } from '../assemble';
import type { Row, RowReader, Sink } from '../draft';
import { identified } from '../facts';
import { countOf, fieldsOf, firstText, isFields, listOf, own, textOf, type Fields } from '../fields';
import { kindOf } from '../judged';
import { readMessages } from '../messages';
import { Refusal, rowLimit, tooLarge, unrecognisedShape } from '../refusals';
import { jsonText } from '../json';
import { isTold, messagesOf } from './messages';

/** Reads sessions. The same id written again replaces, `$set` changes the session, `$rewindTo` takes messages back. */
export class GeminiReader implements RowReader {
  private session: { readonly fields: Fields; readonly line: number } | undefined;
  private messages = new Map<string, Fields>();
  private size = 0;

  constructor(private readonly sink: Sink) {}

  row({ value, line }: Row): void {
    if (!isFields(value)) {
      this.sink.refuse(line, new Refusal('not_an_object', { kind: kindOf(value) }));
    } else if (Array.isArray(own(value, 'messages')) && own(value, 'sessionId') !== undefined) {
      this.finish();
      this.session = { fields: value, line };
      this.replace(listOf(own(value, 'messages')) ?? []);
      this.sink.used(1);
      this.finish();
    } else this.takeLine(value, line);
  }

  end(): void {
    this.finish();
  }

  private takeLine(value: Fields, line: number): void {
    const set = fieldsOf(own(value, '$set'));
    const rewind = own(value, '$rewindTo');
    if (set) {
      const messages = listOf(own(set, 'messages'));
      if (messages) this.replace(messages);
      this.session = { line, ...this.session, fields: { ...this.session?.fields, ...set } };
      this.sink.used(1);
    } else if (rewind !== undefined) {
      this.rewindTo(textOf(rewind) ?? '');
      this.sink.used(1);
    } else if (own(value, 'sessionId') !== undefined && own(value, 'type') === undefined) {
      this.finish();
      this.session = { fields: value, line };
      this.sink.used(1);
    } else if (typeof own(value, 'type') === 'string') {
      this.session ??= { fields: {}, line };
      this.add(value);
      if (isTold(value)) this.sink.used(1);
      else this.sink.ignored(1);
    } else this.sink.refuse(line, unrecognisedShape(Object.keys(value)));
  }

  private add(message: Fields): void {
    this.size += jsonText(message)?.length ?? 0;
    if (this.size <= rowLimit) this.messages.set(textOf(own(message, 'id')) ?? `#${this.messages.size}`, message);
  }

  private replace(messages: readonly unknown[]): void {
    this.messages = new Map();
    for (const message of messages) if (isFields(message)) this.add(message);
  }

  /** Drops that message and all after it; an unknown id drops everything. */
  private rewindTo(id: string): void {
    let dropping = !this.messages.has(id);
    for (const key of [...this.messages.keys()]) {
      dropping ||= key === id;
      if (!dropping) continue;
      this.messages.delete(key);
      this.sink.note('abandoned_branch');
    }
  }

  private finish(): void {
    const { session, size } = this;
    if (!session) return;
    const draft = size > rowLimit ? tooLarge() : this.assembled(session.fields, session.line);
    if (draft instanceof Refusal) this.sink.refuse(session.line, draft, 0);
    else this.sink.draft(draft);
    this.session = undefined;
    this.messages = new Map();
    this.size = 0;
  }

  private assembled(session: Fields, line: number) {
    const told = [...this.messages.values()].filter(isTold);
    const messages = readMessages(told.flatMap(messagesOf), this.sink.note.bind(this.sink));
    if (messages instanceof Refusal) return messages;
    const id = firstText(session, ['sessionId']);
    const title = firstText(session, ['summary']);
    const usage = usageOf(told);
    return assemble({
      dialect: 'gemini-cli',
      shape: 'conversation',
      line,
      messages,
      facts: {
        ...identified(id),
        model: told.map((message) => firstText(message, ['model'])).findLast((model) => model !== undefined),
        captured_at: messages.find((message) => message.at !== undefined)?.at,
        labels: [],
        attributes: {},
        meta: { ...(usage ? { usage } : {}), ...(title === undefined ? {} : { extra: { title } }) },
      },
    });
  }
}

function usageOf(told: readonly Fields[]): { input_tokens: number; output_tokens: number } | undefined {
  const sum = (name: string) =>
    told.reduce((total, message) => {
      const tokens = fieldsOf(own(message, 'tokens'));
      return total + (tokens ? (countOf(own(tokens, name)) ?? 0) : 0);
    }, 0);
  const [input_tokens, output_tokens] = [sum('input'), sum('output')];
  return input_tokens + output_tokens > 0 ? { input_tokens, output_tokens } : undefined;
}
