import type { OpenedTrace, SignalView, TraceFacts } from '../../../core/protocol/results';
import type { Message } from '../../../core/trace/model';
import { reviewer, type Kept } from './traces';

const partSize = 64 * 1024;
const windowSize = 256 * 1024;

function textOf(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

/** Made when the traces come, as a store has it ready: what a page takes to open one is the page's own. */
const outlines = new WeakMap<readonly Message[], OpenedTrace['outline']>();

function outlineOf(messages: readonly Message[]): OpenedTrace['outline'] {
  const known = outlines.get(messages) ?? makeOutline(messages);
  outlines.set(messages, known);
  return known;
}

function makeOutline(messages: readonly Message[]): OpenedTrace['outline'] {
  return messages.map((message, turn) => {
    const text = textOf(message);
    const item = { turn, role: message.role, size: text.length, head: text.replace(/\s+/g, ' ').slice(0, 80) };
    return message.tool_calls ? { ...item, tools: message.tool_calls.map((call) => call.name) } : item;
  });
}

type Refuse = (code: string, message: string) => never;

/** An engine in memory that answers the trace panel's calls, for the page and for tests without a store. */
export class FakeEngine {
  readonly #traces: Map<string, Kept>;
  readonly calls: { method: string; params: Record<string, unknown> }[] = [];
  readonly reasons = ['Promises something the policy does not have', 'Wrong tool', 'Too long', 'Ignores the question'];
  #acts = 0;
  #undone: { trace: string; signal: SignalView }[] = [];

  constructor(
    kept: readonly Kept[],
    readonly refuse: Refuse,
  ) {
    this.#traces = new Map(kept.map((one) => [one.trace.id, structuredClone(one)]));
    for (const { trace } of this.#traces.values()) outlineOf(trace.messages);
  }

  call(method: string, params: Record<string, unknown>): unknown {
    this.calls.push({ method, params });
    if (method.startsWith('feedback.')) return this.#feedback(method.slice('feedback.'.length), params);
    switch (method) {
      case 'trace.open':
        return this.#open(this.#get(params));
      case 'trace.window':
        return this.#window(this.#get(params).trace.messages, Number(params['from']), Number(params['to']));
      case 'trace.part':
        return this.#part(this.#get(params), Number(params['turn']), Number(params['offset']));
      case 'trace.facts':
        return this.#get(params).facts;
      case 'queue.next':
        return this.#next(typeof params['after'] === 'string' ? params['after'] : undefined);
      case 'label.list':
        return [
          { label: 'refunds', count: 31 },
          { label: 'shipping', count: 22 },
          { label: 'needs-policy', count: 4 },
        ];
      case 'attribute.list':
        return [{ key: 'category', values: { refund: 31, shipping: 22 } }];
      case 'label.add':
      case 'label.remove':
      case 'attribute.set':
        return this.#tag(method, params);
      case 'candidate.add':
        return this.#candidate(this.#get(params), params['answer'] as { text: string }, `act-${String(++this.#acts)}`);
      default:
        return this.refuse('usage', `no ${method} here`);
    }
  }

  /** As another window or the command line would. */
  delete(id: string): void {
    this.#traces.delete(id);
  }

  #get(params: Record<string, unknown>): Kept {
    const id = String(params['trace']);
    if (id === 'unreadable') return this.refuse('store_vanished', 'The file or folder traces/ana-1.jsonl is gone. Put it back.');
    return this.#traces.get(id) ?? this.refuse('trace_not_found', `No trace ${id} in this store.`);
  }

  #ids(): string[] {
    return [...this.#traces.keys()];
  }

  #open(kept: Kept): OpenedTrace {
    const { messages, ...rest } = kept.trace;
    const ids = this.#ids();
    const at = ids.indexOf(kept.trace.id);
    return {
      trace: { ...rest, message_count: messages.length },
      facts: kept.facts,
      outline: outlineOf(messages),
      window: this.#window(messages, 0, messages.length),
      queue: { position: at + 1, total: ids.length, previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null },
    };
  }

  #window(messages: readonly Message[], from: number, to: number): OpenedTrace['window'] {
    const items: OpenedTrace['window'] = [];
    let size = 0;
    for (let turn = from; turn < to && size < windowSize; turn++) {
      const message = messages[turn];
      if (!message) break;
      const text = textOf(message);
      const isCut = typeof message.content === 'string' && text.length > partSize;
      size += Math.min(text.length, partSize) + 200;
      items.push(
        isCut ? { turn, message: { ...message, content: text.slice(0, partSize) }, cut: text.length } : { turn, message },
      );
    }
    return items;
  }

  #part(kept: Kept, turn: number, offset: number): { text: string; end: boolean } {
    const message = kept.trace.messages[turn];
    const text = message ? textOf(message) : '';
    return { text: text.slice(offset, offset + partSize), end: offset + partSize >= text.length };
  }

  #next(after: string | undefined): { trace: string | null; waiting: number } {
    const ids = this.#ids();
    const waiting = ids.filter((id) => this.#traces.get(id)?.facts.state === 'unreviewed');
    const from = after === undefined ? -1 : ids.indexOf(after);
    return { trace: ids.find((id, at) => at > from && waiting.includes(id)) ?? null, waiting: waiting.length };
  }

  #put(id: string, change: (facts: TraceFacts) => TraceFacts): TraceFacts {
    const kept = this.#get({ trace: id });
    const facts = change(kept.facts);
    this.#traces.set(id, { trace: kept.trace, facts });
    return facts;
  }

  #feedback(kind: string, params: Record<string, unknown>): unknown {
    if (kind === 'reasons') return this.reasons;
    if (kind === 'undo') return this.#undo(params['act'] as string | undefined);
    if (kind === 'redo') return this.#redo();
    if (kind === 'reason') return this.#reason(String(params['act']), String(params['reason']));
    return this.#signal(kind === 'correct' ? 'correction' : (kind as SignalView['kind']), params);
  }

  #signal(kind: SignalView['kind'], params: Record<string, unknown>): unknown {
    const kept = this.#get(params);
    const id = `act-${String(++this.#acts)}`;
    const answer = params['answer'] as { text: string; tool_calls?: SignalView['tool_calls'] } | undefined;
    const text = answer?.text ?? (typeof params['text'] === 'string' ? params['text'] : undefined);
    const signal: SignalView = {
      id,
      kind,
      reviewer,
      at: '2026-11-28T09:00:00.000Z',
      provenance: 'human',
      turn: typeof params['turn'] === 'number' ? params['turn'] : kept.trace.answer_turn,
      counts: kind !== 'note',
      ...(text === undefined ? {} : { text }),
      ...(answer?.tool_calls ? { tool_calls: answer.tool_calls } : {}),
      ...pickOf(params),
      ...(params['range'] ? { range: params['range'] as SignalView['range'] } : {}),
    };
    const facts = this.#put(kept.trace.id, (old) => ({
      ...old,
      state: kind === 'note' ? old.state : kind === 'skip' ? 'skipped' : 'reviewed',
      signals: [
        ...old.signals.map((one) => (one.reviewer === reviewer && kind !== 'note' ? { ...one, counts: false } : one)),
        signal,
      ],
    }));
    return { act_id: id, state: facts.state };
  }

  #reason(act: string, reason: string): unknown {
    const kept = [...this.#traces.values()].find((one) => one.facts.signals.some((signal) => signal.id === act));
    if (!kept) return this.refuse('act_not_found', `No act ${act} of yours to take back.`);
    const facts = this.#put(kept.trace.id, (old) => ({
      ...old,
      signals: old.signals.map((one) => (one.id === act ? { ...one, reason } : one)),
    }));
    this.reasons.unshift(reason);
    return { act_id: `act-${String(++this.#acts)}`, state: facts.state };
  }

  #undo(act?: string): unknown {
    const own = [...this.#traces.values()].flatMap((one) =>
      one.facts.signals
        .filter((signal) => signal.id.startsWith('act-') && !signal.retracted && (act === undefined || signal.id === act))
        .map((signal) => ({ trace: one.trace.id, signal })),
    );
    const last = own.sort((a, b) => Number(a.signal.id.slice(4)) - Number(b.signal.id.slice(4))).at(-1);
    if (!last) return this.refuse('nothing_to_undo', 'There is nothing of yours to take back.');
    this.#undone.push(last);
    return { act_id: 'undo', retracted: last.signal.id, ...this.#mark(last, true) };
  }

  #redo(): unknown {
    const last = this.#undone.pop();
    if (!last) return this.refuse('nothing_to_redo', 'There is nothing to redo.');
    return { act_id: 'redo', restored: last.signal.id, ...this.#mark(last, false) };
  }

  #mark({ trace, signal }: { trace: string; signal: SignalView }, retracted: boolean): object {
    const facts = this.#put(trace, (old) => {
      const signals = old.signals.map((one) => (one.id === signal.id ? { ...one, retracted } : one));
      const own = signals.some((one) => one.id.startsWith('act-') && !one.retracted);
      return { ...old, signals, state: own ? 'reviewed' : 'unreviewed' };
    });
    return { trace, state: facts.state };
  }

  #candidate({ trace }: Kept, answer: { text: string }, act: string): unknown {
    const one = { id: `written-${act}`, text: answer.text, by: reviewer, at: '2026-11-28T09:00:00.000Z' };
    const facts = this.#put(trace.id, (old) => ({ ...old, candidates: [...old.candidates, one] }));
    return { act_id: act, state: facts.state, candidate: one.id };
  }

  #tag(method: string, params: Record<string, unknown>): unknown {
    const [id = ''] = params['traces'] as string[];
    const labels = (params['labels'] as string[] | undefined) ?? [];
    const keys = (params['keys'] as string[] | undefined) ?? [];
    const values = (params['values'] as Record<string, string> | undefined) ?? {};
    const facts = this.#put(id, (old) => ({
      ...old,
      labels: method === 'label.add' ? [...old.labels, ...labels] : old.labels.filter((label) => !labels.includes(label)),
      attributes: Object.fromEntries(Object.entries({ ...old.attributes, ...values }).filter(([key]) => !keys.includes(key))),
    }));
    return { labels: facts.labels, attributes: facts.attributes };
  }
}

/** Of a pick among several answers, the first pair. */
function pickOf({ better, worse, tie }: Record<string, unknown>): Partial<SignalView> {
  if (typeof better !== 'string') return {};
  return { better, worse: String([worse].flat()[0]), ...(tie === true ? { tie } : {}) };
}
