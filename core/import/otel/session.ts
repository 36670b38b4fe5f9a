import type { Message } from '../../trace/model';
import { plainText } from '../../trace/plain';
import { assemble } from '../assemble';
import type { Row, RowReader, Sink } from '../draft';
import { firstText } from '../fields';
import { kindOf } from '../judged';
import { Refusal, rowLimit, tooLarge } from '../refusals';
import { modelCall, type ModelCall } from './call';
import { holdsSpans, readSpans } from './span';

const groupNames = ['gen_ai.conversation.id', 'session.id', 'langfuse.session.id', 'traceloop.association.properties.session_id'];

/** Gathers the model calls of a whole file: a trace may be spread over its lines, and a line may hold several. */
export class SpanReader implements RowReader {
  private calls: ModelCall[] = [];
  private readonly parents = new Map<string, string | undefined>();
  private size = 0;
  private line = 1;

  constructor(private readonly sink: Sink) {}

  row({ value, line }: Row): void {
    if (!holdsSpans(value)) {
      this.sink.refuse(line, new Refusal('not_an_object', { kind: kindOf(value) }));
      return;
    }
    let used = false;
    for (const span of readSpans(value, line)) {
      this.parents.set(span.id, span.parent);
      const call = modelCall(span, this.sink.note.bind(this.sink));
      if (!call) continue;
      used = true;
      this.line = this.calls[0]?.span.line ?? line;
      this.size += call.messages.reduce((sum, message) => sum + plainText(message.content).length, 0);
      if (this.size <= rowLimit * 3) this.calls.push(call);
    }
    if (used) this.sink.used(1);
    else this.sink.ignored(1);
  }

  end(): void {
    if (this.size > rowLimit * 3) {
      this.sink.refuse(this.line, tooLarge(), 0);
      return;
    }
    const wrappers = this.wrappers();
    const groups = new Map<string, ModelCall[]>();
    for (const call of this.calls.filter(({ span }) => !wrappers.has(span.id))) {
      const key =
        firstText(call.span.attributes, groupNames) ?? (call.span.trace === '' ? `line ${call.span.line}` : call.span.trace);
      groups.set(key, [...(groups.get(key) ?? []), call]);
    }
    for (const [key, calls] of groups) this.emitGroup(key, calls);
    this.calls = [];
  }

  /** Spans with another model call below them: they tell the same once more. */
  private wrappers(): ReadonlySet<string> {
    const above = new Set<string>();
    for (const { span } of this.calls) {
      const seen = new Set<string>();
      for (let at = span.parent; at !== undefined && at !== '' && !seen.has(at); at = this.parents.get(at)) {
        seen.add(at);
        above.add(at);
      }
    }
    return above;
  }

  /**
   * Every call repeats what was said before: the last one of each line of talk is the conversation. Another system
   * prompt or another first question is another line of talk, a sub-agent of the first.
   */
  private emitGroup(key: string, calls: readonly ModelCall[]): void {
    const lines = new Map<string, ModelCall>();
    for (const call of [...calls].sort((a, b) => a.span.start - b.span.start)) {
      const begins = beginning(call.messages.slice(0, call.sent));
      const known = lines.get(begins);
      if (!known || call.messages.length >= known.messages.length) lines.set(begins, call);
    }
    for (const [n, call] of [...lines.values()].entries())
      this.emit(call, n === 0 ? key : `${key}/${call.span.id}`, n === 0 ? undefined : key);
  }

  private emit(call: ModelCall, id: string, parent: string | undefined): void {
    const named = !id.startsWith('line ');
    const { span, usage, finish_reason, tools, messages, model } = call;
    const draft = assemble({
      dialect: 'otel',
      shape: 'conversation',
      line: span.line,
      messages,
      tools,
      facts: {
        unique_id: named ? id : firstText(span.attributes, ['gen_ai.response.id', 'ai.response.id']),
        model,
        captured_at: span.start > 0 ? new Date(span.start).toISOString() : undefined,
        labels: [],
        attributes: {},
        meta: {
          ...(usage ? { usage } : {}),
          ...(finish_reason === undefined ? {} : { finish_reason }),
          ...(span.error === undefined ? {} : { error: span.error }),
        },
      },
      parent_unique_id: parent,
    });
    if (draft instanceof Refusal) this.sink.refuse(span.line, draft, 0);
    else this.sink.draft(draft);
  }
}

function beginning(sent: readonly Message[]): string {
  const system = sent.find((message) => message.role === 'system');
  const user = sent.find((message) => message.role === 'user');
  return [system, user].map((message) => (message ? plainText(message.content) : '')).join('\n');
}
