import type { Trace } from '../trace/model';
import { assemble } from './assemble';
import type { Dialect, Row, RowReader, Sink } from './draft';
import { errorText, readUsage } from './facts';
import { fieldsOf, firstText, isFields, own, textOf, type Fields } from './fields';
import { argumentsText } from './calls';
import { kindOf } from './judged';
import { readMessages } from './messages';
import { Refusal, unrecognisedShape } from './refusals';
import { itemsToMessages } from './response-items';

/** The event stream of `codex exec --json`. It holds no prompt, no model and no time. */
export const codexExec: Dialect = {
  id: 'codex-exec',
  title: 'Codex exec event stream',
  whole_file: { share: 0.5 },
  detect: (value) => isFields(value) && /^(?:thread|turn|item)\.[a-z_]+$/.test(textOf(own(value, 'type')) ?? ''),
  read: (sink) => new ExecReader(sink),
};

interface Thread {
  readonly id: string | undefined;
  readonly line: number;
  /** By id: an item is told when it starts and again when it is done. */
  readonly items: Map<string, Fields>;
  usage: { input_tokens: number; output_tokens: number };
  error: string | undefined;
}

class ExecReader implements RowReader {
  private thread: Thread | undefined;

  constructor(private readonly sink: Sink) {}

  row({ value, line }: Row): void {
    if (!isFields(value)) {
      this.sink.refuse(line, new Refusal('not_an_object', { kind: kindOf(value) }));
      return;
    }
    const type = textOf(own(value, 'type'));
    if (type === undefined) {
      this.sink.refuse(line, unrecognisedShape(Object.keys(value)));
      return;
    }
    if (type === 'thread.started') this.open(firstText(value, ['thread_id']), line);
    const thread = this.thread ?? this.open(undefined, line);
    const item = fieldsOf(own(value, 'item'));
    if (item && type.startsWith('item.')) thread.items.set(firstText(item, ['id']) ?? `line ${line}`, item);
    if (type === 'turn.completed') addUsage(thread, readUsage(own(value, 'usage')));
    if (type === 'turn.failed') thread.error = errorText(own(value, 'error'));
    if (item) this.sink.used(1);
    else this.sink.ignored(1);
  }

  end(): void {
    this.close();
  }

  private open(id: string | undefined, line: number): Thread {
    this.close();
    this.thread = { id, line, items: new Map(), usage: { input_tokens: 0, output_tokens: 0 }, error: undefined };
    return this.thread;
  }

  private close(): void {
    const thread = this.thread;
    this.thread = undefined;
    if (!thread || thread.items.size === 0) return;
    const messages = readMessages(
      itemsToMessages([...thread.items.values()].flatMap(responseItems)),
      this.sink.note.bind(this.sink),
    );
    const draft =
      messages instanceof Refusal
        ? messages
        : assemble({
            dialect: 'codex-exec',
            shape: 'conversation',
            line: thread.line,
            messages,
            facts: { unique_id: thread.id, labels: [], attributes: {}, meta: metaOf(thread) },
          });
    if (draft instanceof Refusal) this.sink.refuse(thread.line, draft, 0);
    else this.sink.draft(draft);
  }
}

function addUsage(thread: Thread, usage: Trace['meta']['usage']): void {
  thread.usage.input_tokens += usage?.input_tokens ?? 0;
  thread.usage.output_tokens += usage?.output_tokens ?? 0;
}

function metaOf(thread: Thread): Trace['meta'] {
  return {
    ...(thread.usage.input_tokens + thread.usage.output_tokens > 0 ? { usage: thread.usage } : {}),
    ...(thread.error === undefined ? {} : { error: thread.error }),
  };
}

/** An item of the stream as items of the Responses API. */
function responseItems(item: Fields): Fields[] {
  const type = textOf(own(item, 'type'));
  const call_id = own(item, 'id');
  const call = (name: unknown, args: unknown) => ({ type: 'function_call', call_id, name, arguments: argumentsText(args) });
  const result = (output: unknown, error?: string) => ({
    type: 'function_call_output',
    call_id,
    output: argumentsText(output),
    error,
  });
  switch (type) {
    case 'agent_message':
      return [{ type: 'message', role: 'assistant', content: own(item, 'text') }];
    case 'reasoning':
      return [{ type: 'reasoning', summary: [{ text: own(item, 'text') }] }];
    case 'command_execution': {
      const code = own(item, 'exit_code');
      const failed = typeof code === 'number' && code !== 0 ? `exit code ${code}` : undefined;
      return [call('shell', { command: own(item, 'command') }), result(own(item, 'aggregated_output'), failed)];
    }
    case 'file_change':
      return [call('apply_patch', { changes: own(item, 'changes') }), result(own(item, 'status'))];
    case 'mcp_tool_call':
      return [
        call(own(item, 'tool') ?? 'mcp', own(item, 'arguments')),
        result(own(item, 'result'), own(item, 'error') ? errorText(own(item, 'error')) : undefined),
      ];
    case 'web_search':
      return [call('web_search', { query: own(item, 'query') })];
    default:
      return [];
  }
}
