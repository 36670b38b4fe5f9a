import { assemble } from '../assemble';
import type { Row, RowReader, Sink } from '../draft';
import { first, firstText, isFields, own, textOf, type Fields } from '../fields';
import { kindOf } from '../judged';
import { Refusal, rowLimit, tooLarge, unrecognisedShape } from '../refusals';
import { threadContent } from './conversation';
import { readRecord, steeringOf, type SessionRecord, type UserSaid } from './record';
import { sessionOf, threadsOf } from './tree';

/** What a file may keep in memory, in characters; the conversations of a bigger one are refused. */
const keepLimit = 64 * 1024 * 1024;

const titleTypes = new Set(['summary', 'ai-title', 'custom-title']);

/** Reads a whole session file: keeps what conversations are made of, and puts them together at the end. */
export class SessionReader implements RowReader {
  private records: SessionRecord[] = [];
  private readonly uuids = new Set<string>();
  private kept = 0;
  private title: string | undefined;
  private titles = 0;
  private queue: UserSaid[] = [];
  /** Steering messages that were taken out of the queue, by the record they came after. */
  private readonly steering = new Map<SessionRecord, UserSaid[]>();

  constructor(private readonly sink: Sink) {}

  row({ value, line }: Row): void {
    if (!isFields(value)) {
      this.sink.refuse(line, new Refusal('not_an_object', { kind: kindOf(value) }));
      return;
    }
    const type = textOf(own(value, 'type'));
    if (type === undefined && !isFields(own(value, 'message'))) {
      this.sink.refuse(line, unrecognisedShape(Object.keys(value)));
      return;
    }
    if (type !== undefined && titleTypes.has(type)) this.takeTitle(value);
    else if (type === 'queue-operation') this.takeQueued(value);
    else this.takeRecord(value, line);
  }

  private takeRecord(value: Fields, line: number): void {
    const record = readRecord(value, line);
    if (record instanceof Refusal) {
      this.sink.refuse(line, record);
      return;
    }
    const copied = record?.uuid !== undefined && this.uuids.has(record.uuid);
    if (!record || copied) {
      this.sink.ignored(1);
      return;
    }
    if (record.uuid !== undefined) this.uuids.add(record.uuid);
    if (record.kind !== 'user' && record.kind !== 'assistant') this.sink.ignored(1);
    this.kept += record.size;
    this.records.push(this.kept > keepLimit ? { ...record, ...emptied } : record);
  }

  private takeTitle(value: Fields): void {
    const title = firstText(value, ['customTitle', 'aiTitle', 'title', 'summary']);
    if (title === undefined) {
      this.sink.ignored(1);
      return;
    }
    this.title = title;
    this.titles++;
  }

  /** A queued message that was sent becomes a user record of its own; one that was removed was handed over on the way. */
  private takeQueued(value: Fields): void {
    this.sink.ignored(1);
    const said = steeringOf(first(value, ['content', 'prompt']));
    const operation = own(value, 'operation');
    if (operation === 'enqueue' && said) this.queue.push(said);
    else if (operation === 'dequeue') this.queue.shift();
    else if (operation === 'popAll') this.queue = [];
    else if (operation === 'remove') {
      const removed = this.queue.shift() ?? said;
      const last = this.records.findLast((record) => record.agent === undefined && record.kind !== 'link');
      if (removed && last) this.steering.set(last, [...(this.steering.get(last) ?? []), removed]);
    }
  }

  end(): void {
    const main: SessionRecord[] = [];
    const agents = new Map<string, SessionRecord[]>();
    for (const record of this.records) {
      const group = record.agent === undefined ? main : agents.get(record.agent);
      if (group) group.push(record);
      else agents.set(record.agent ?? '', [record]);
    }
    let count = this.emit(main, undefined);
    for (const [agent, group] of agents) count += this.emit(group, agent);
    // A title is part of a conversation when there is one.
    if (count > 0) this.sink.used(this.titles);
    else this.sink.ignored(this.titles);
    this.records = [];
  }

  /** Gives away the conversations of the main thread, or of one sub-agent; answers how many there were. */
  private emit(records: readonly SessionRecord[], agent: string | undefined): number {
    let count = 0;
    for (const thread of threadsOf(records)) {
      for (let i = 0; i < thread.abandoned; i++) this.sink.note('abandoned_branch');
      this.sink.ignored(thread.abandoned);
      const path = thread.path.flatMap((index) => records[index] ?? []);
      const session = sessionOf(records, thread.path);
      for (const [part, piece] of pieces(path).entries()) {
        this.emitPiece(piece, threadId(session, agent, piece, part), agent === undefined ? undefined : session);
        count++;
      }
    }
    return count;
  }

  private emitPiece(piece: readonly SessionRecord[], unique_id: string | undefined, parent: string | undefined): void {
    const messages = piece.filter((record) => record.kind === 'user' || record.kind === 'assistant').length;
    const content = threadContent(this.withSteering(piece), this.sink.note.bind(this.sink));
    const draft =
      this.kept > keepLimit || content.size > rowLimit
        ? tooLarge()
        : assemble({
            dialect: 'claude-code',
            shape: 'conversation',
            line: content.line,
            messages: content.reader.messages,
            facts: {
              unique_id,
              model: content.model,
              captured_at: content.captured_at,
              labels: [],
              attributes: {},
              meta:
                this.title === undefined
                  ? content.meta
                  : { ...content.meta, extra: { ...content.meta.extra, title: this.title } },
            },
            parent_unique_id: parent,
          });
    if (draft instanceof Refusal) this.sink.refuse(content.line, draft, messages);
    else {
      this.sink.used(messages);
      this.sink.draft(draft);
    }
  }

  /** Steering messages come after the results of the calls they interrupted, and only when no record repeats them. */
  private withSteering(piece: readonly SessionRecord[]): SessionRecord[] {
    if (this.steering.size === 0) return [...piece];
    const told = new Set(piece.flatMap((record) => (record.user ? record.user.texts.map(textKey) : [])));
    const path: SessionRecord[] = [];
    const waiting: SessionRecord[] = [];
    for (const record of piece) {
      if (record.user === undefined || record.user.results.length === 0) path.push(...waiting.splice(0));
      path.push(record);
      const queued = (this.steering.get(record) ?? []).filter((said) => !said.texts.some((text) => told.has(textKey(text))));
      waiting.push(...queued.map((user): SessionRecord => ({ ...record, kind: 'user', user, assistant: undefined, size: 0 })));
    }
    return [...path, ...waiting];
  }
}

const emptied = { user: { texts: [], results: [], clears: false }, assistant: undefined };

function textKey(text: { readonly content: unknown }): string {
  return JSON.stringify(text.content);
}

/** `/clear` begins a new conversation in the same file. */
function pieces(path: readonly SessionRecord[]): SessionRecord[][] {
  const parts: SessionRecord[][] = [[]];
  for (const record of path) {
    if (record.user?.clears && (parts.at(-1)?.length ?? 0) > 0) parts.push([]);
    parts.at(-1)?.push(record);
  }
  return parts.filter((part) => part.some((record) => record.user !== undefined || record.assistant !== undefined));
}

/** Unique in the world because sessions are: the first conversation of a session has its id, others what sets them apart. */
function threadId(
  session: string | undefined,
  agent: string | undefined,
  piece: readonly SessionRecord[],
  part: number,
): string | undefined {
  if (session === undefined) return undefined;
  const named = agent === '' ? piece[0]?.uuid : agent;
  if (agent !== undefined) return named === undefined ? undefined : `${session}/${named}`;
  return part === 0 && piece[0]?.user?.clears !== true ? session : `${session}/${piece[0]?.uuid ?? String(part)}`;
}
