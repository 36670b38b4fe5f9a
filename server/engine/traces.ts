import type { Handlers } from '../../core/protocol/engine';
import type { TraceLine } from '../../core/ports';
import type { TraceRow } from '../../core/protocol/results';
import { Problem } from '../../core/lib/problem';
import { answerText } from '../../core/trace/plain';
import { needTrace, type EngineContext } from './context';
import { factsOf } from './facts';
import { neighboursInPart, nextInPart } from './part-queue';
import { firstWindow, outlineOf, partOf, windowOf } from './windows';

type TraceMethod =
  Exclude<Extract<keyof Handlers, `trace.${string}`>, 'trace.pin' | 'trace.taint' | 'trace.delete'> | 'queue.next';

export function traceHandlers(context: EngineContext): Pick<Handlers, TraceMethod> {
  const { store } = context;
  return {
    'trace.list': async (p, call) => {
      const page = await store.page({
        selection: p.selection,
        order: p.order,
        seed: p.selection.seed ?? 1,
        limit: p.limit,
        after: p.after,
        group: p.group,
      });
      const judged = p.mine ? await judgedBy(context, call.reviewer) : undefined;
      return { rows: page.rows.map((line) => rowOf(line, judged)), next: page.next };
    },
    'trace.rows': async (p, call) => {
      const judged = p.mine ? await judgedBy(context, call.reviewer) : undefined;
      return (await store.lines(p.traces)).map((line) => rowOf(line, judged));
    },
    'trace.find': async (p) => ({ traces: [...(await store.beginning(p.begin, 10))] }),
    'trace.show': async (p) => {
      const trace = await needTrace(store, p.trace);
      return { ...trace, answer: answerText(trace), ...(await factsOf(context, trace)) };
    },
    'trace.open': async (p) => {
      const trace = await needTrace(store, p.trace);
      const { messages, ...head } = trace;
      const queue = { slice: p.queue?.slice ?? {}, order: p.queue?.order ?? 'oldest', seed: p.queue?.seed ?? 1 } as const;
      return {
        trace: { ...head, message_count: messages.length },
        facts: await factsOf(context, trace),
        outline: outlineOf(messages),
        window: firstWindow(trace),
        queue: await (p.queue?.part ? neighboursInPart(context, p.queue.part, trace.id) : store.neighbours(trace.id, queue)),
      };
    },
    'trace.window': async (p) => windowOf((await needTrace(store, p.trace)).messages, p.from, p.to),
    'trace.part': async (p) => {
      const message = (await needTrace(store, p.trace)).messages[p.turn];
      if (!message) throw new Problem('turn_invalid', { turn: p.turn });
      return partOf(message, p.offset);
    },
    'trace.facts': async (p) => factsOf(context, await needTrace(store, p.trace)),
    'trace.groups': async (p) => [...(await store.groups(p.by, p.slice))],
    'trace.ids': async (p) => ({ traces: [...(await store.select(p.slice))] }),
    'trace.count': async (p) => ({ count: await store.count(p.slice) }),
    'queue.next': (p) =>
      p.part
        ? nextInPart(context, p.part, p.after)
        : store.nextUnreviewed({ slice: p.slice ?? {}, order: p.order, seed: p.seed, after: p.after }),
  };
}

/** The traces somebody has judged. */
export async function judgedBy({ store }: EngineContext, reviewer: string): Promise<ReadonlySet<string>> {
  return new Set(await store.select({ reviewer }));
}

/** A list line as it goes over the wire: absent rather than undefined. `judged`: by whoever asked. */
export function rowOf(line: TraceLine, judged?: ReadonlySet<string>): TraceRow {
  return {
    id: line.id,
    source: line.source,
    origin: line.origin,
    captured_at: line.captured_at,
    state: line.state,
    preview: line.preview,
    labels: [...line.labels],
    attributes: { ...line.attributes },
    scores: { ...line.scores },
    has: [...line.has],
    ...(line.model === undefined ? {} : { model: line.model }),
    ...(line.verdict === undefined ? {} : { verdict: line.verdict }),
    ...(line.earlier ? { earlier: true } : {}),
    ...(line.expires_at === undefined ? {} : { expires_at: line.expires_at }),
    ...(judged ? { mine: judged.has(line.id) } : {}),
  };
}
