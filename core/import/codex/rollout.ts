import type { Trace } from '../../trace/model';
import { isoTime } from '../../trace/time';
import { assemble } from '../assemble';
import { readContent } from '../content';
import type { Row, RowReader, Sink } from '../draft';
import { identified, readUsage } from '../facts';
import { fieldsOf, first, firstText, isFields, own, textOf, type Fields } from '../fields';
import { parseNested } from '../json';
import { kindOf } from '../judged';
import { readMessages } from '../messages';
import { Refusal, rowLimit, tooLarge, unrecognisedShape } from '../refusals';
import { itemsToMessages } from '../response-items';
import { sortPrompt } from './injected';

/** Reads one session: response items are the conversation, events only say which user texts were typed. */
export class RolloutReader implements RowReader {
  private items: Fields[] = [];
  private readonly typed = new Set<string>();
  private size = 0;
  private line: number | undefined;
  private id: string | undefined;
  private instructions: string | undefined;
  private model: string | undefined;
  private captured_at: string | undefined;
  private usage: Trace['meta']['usage'];
  private branch: string | undefined;

  constructor(private readonly sink: Sink) {}

  row({ value, line }: Row): void {
    if (!isFields(value)) {
      this.sink.refuse(line, new Refusal('not_an_object', { kind: kindOf(value) }));
      return;
    }
    const payload = fieldsOf(own(value, 'payload'));
    const type = textOf(own(value, 'type'));
    if (payload) this.takeLine(type ?? '', payload, textOf(own(value, 'timestamp')), line);
    else if (type !== undefined) this.takeItem(value, undefined, line);
    else if (own(value, 'record_type') === 'state') this.sink.ignored(1);
    else if (typeof own(value, 'id') === 'string' && typeof own(value, 'timestamp') === 'string') this.takeMeta(value, line);
    else this.sink.refuse(line, unrecognisedShape(Object.keys(value)));
  }

  private takeLine(type: string, payload: Fields, timestamp: string | undefined, line: number): void {
    if (type === 'response_item') {
      this.takeItem(payload, timestamp, line);
      return;
    }
    if (type === 'session_meta') {
      this.takeMeta(payload, line);
      return;
    }
    // The model can change between turns: the last one answered last.
    if (type === 'turn_context') this.model = firstText(payload, ['model']) ?? this.model;
    if (type === 'event_msg') this.takeEvent(payload);
    this.sink.ignored(1);
  }

  private takeMeta(meta: Fields, line: number): void {
    this.sink.used(1);
    if (this.id !== undefined) return;
    this.line ??= line;
    this.id = firstText(meta, ['id']);
    const base = first(meta, ['instructions', 'base_instructions']);
    this.instructions = isFields(base) ? textOf(own(base, 'text')) : textOf(base);
    this.captured_at = isoTime(own(meta, 'timestamp'));
    const git = fieldsOf(own(meta, 'git'));
    this.branch = git ? firstText(git, ['branch']) : undefined;
  }

  private takeEvent(event: Fields): void {
    const type = own(event, 'type');
    const message = textOf(own(event, 'message'));
    if (type === 'user_message' && message !== undefined) this.typed.add(message.trim());
    const info = type === 'token_count' ? fieldsOf(own(event, 'info')) : undefined;
    // Totals are running sums, and the event is often written twice: the last one counts.
    this.usage = (info ? readUsage(own(info, 'total_token_usage')) : undefined) ?? this.usage;
  }

  private takeItem(item: Fields, timestamp: string | undefined, line: number): void {
    const type = textOf(own(item, 'type')) ?? '';
    const known = type === 'message' || type === 'reasoning' || /_call(?:_output)?$/.test(type);
    if (!known) {
      this.sink.ignored(1);
      return;
    }
    this.sink.used(1);
    this.line ??= line;
    this.captured_at ??= isoTime(timestamp);
    const reduced = reducedItem(item, timestamp);
    this.size += JSON.stringify(reduced, bigAsText).length;
    if (this.size <= rowLimit) this.items.push(reduced);
  }

  end(): void {
    if (this.items.length === 0 && this.size === 0) return;
    const line = this.line ?? 1;
    const draft = this.size > rowLimit ? tooLarge() : this.assembled(line);
    if (draft instanceof Refusal) this.sink.refuse(line, draft, 0);
    else this.sink.draft(draft);
    this.items = [];
  }

  private assembled(line: number) {
    const system = this.instructions ? [{ role: 'system', content: this.instructions }] : [];
    const items = this.items.flatMap((item) => this.sorted(item));
    const messages = readMessages([...system, ...itemsToMessages(items)], this.sink.note.bind(this.sink));
    if (messages instanceof Refusal) return messages;
    return assemble({
      dialect: 'codex',
      shape: 'conversation',
      line,
      messages,
      facts: {
        ...identified(this.id),
        model: this.model,
        captured_at: this.captured_at,
        labels: [],
        attributes: {},
        meta: {
          ...(this.usage ? { usage: this.usage } : {}),
          ...(this.branch === undefined ? {} : { extra: { git_branch: this.branch } }),
        },
      },
    });
  }

  private sorted(item: Fields): Fields[] {
    if (own(item, 'type') !== 'message' || own(item, 'role') !== 'user') return [item];
    const { content } = readContent(own(item, 'content'));
    if (typeof content !== 'string') return [item];
    const { injected, typed } = sortPrompt(content, this.typed);
    const timestamp = own(item, 'timestamp');
    if (injected !== undefined) this.sink.note('injected_text');
    return [
      ...(injected === undefined ? [] : [{ type: 'message', role: 'system', name: 'injected', content: injected, timestamp }]),
      ...(typed === undefined ? [] : [{ type: 'message', role: 'user', content: typed, timestamp }]),
    ];
  }
}

/** An item without what nobody can read; an output that is JSON around a text becomes the text. */
function reducedItem(item: Fields, timestamp: string | undefined): Fields {
  const reduced: Record<string, unknown> = { ...item, encrypted_content: undefined, timestamp };
  if (own(item, 'type') === 'message') reduced['content'] = readContent(own(item, 'content')).content;
  const output = own(item, 'output');
  if (typeof output === 'string') {
    const written = parseNested(output);
    const text = isFields(written) ? textOf(own(written, 'output')) : undefined;
    const metadata = isFields(written) ? fieldsOf(own(written, 'metadata')) : undefined;
    const code = metadata ? own(metadata, 'exit_code') : undefined;
    if (text !== undefined) reduced['output'] = text;
    if (typeof code === 'number' && code !== 0) reduced['error'] = `exit code ${code}`;
  } else if (Array.isArray(output)) reduced['output'] = readContent(output).content;
  return reduced;
}

function bigAsText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
