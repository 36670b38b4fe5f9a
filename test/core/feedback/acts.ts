import type { EventBody, LogEvent, Provenance, Signal } from '../../../core/log/events';
import type { Message, Trace } from '../../../core/trace/model';

/** A trace from its messages; the answer turn is the last assistant message. Times are days of September 2026. */
export function traceOf(messages: Message[], more: Partial<Trace> = {}): Trace {
  return {
    id: 'trace-1',
    source: 'support',
    origin: { kind: 'imported' },
    model: 'm-1',
    captured_at: '2026-09-01T00:00:00.000Z',
    recorded_at: '2026-09-01T00:00:00.000Z',
    messages,
    answer_turn: messages.findLastIndex((m) => m.role === 'assistant'),
    labels: [],
    attributes: {},
    meta: {},
    flags: {},
    ...more,
  };
}

/** A question and its answer. */
export function asked(question: string, answer: string, more: Partial<Trace> = {}): Trace {
  return traceOf([user(question), assistant(answer)], more);
}

export const user = (content: string): Message => ({ role: 'user', content });
export const assistant = (content: string): Message => ({ role: 'assistant', content });

/** `nth` act of a story: ids and times ascend with it. */
export function act(nth: number, by: string, body: EventBody): LogEvent {
  const two = String(nth).padStart(2, '0');
  return { v: 1, id: `act-${two}`, at: `2026-10-01T00:00:${two}.000Z`, by, body };
}

type Said = Partial<Signal> & Pick<Signal, 'kind'>;

/** Signals in the order they were given, all by `ana` on turn 1 of `trace-1` unless they say otherwise. */
export function story(...said: (Said & { by?: string })[]): LogEvent[] {
  return said.map(({ by = 'ana', ...signal }, nth) =>
    act(nth, by, { type: 'signal', trace: 'trace-1', turn: 1, provenance: 'human', ...signal }),
  );
}

export const up = { kind: 'up' } as const;
export const down = { kind: 'down' } as const;
export const skip = { kind: 'skip' } as const;
export const note = { kind: 'note', reason: 'look here' } as const;
export const fix = (text: string) => ({ kind: 'correction', answer: { text } }) as const;
export const gold = (text: string) => ({ kind: 'gold', answer: { text } }) as const;
export const pick = (better: string, worse: string) => ({ kind: 'pick', better, worse }) as const;
export const score = (overall: number) => ({ kind: 'score', scores: { overall } }) as const;
export const from = (provenance: Provenance) => ({ provenance }) as const;
