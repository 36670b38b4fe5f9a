import type { Queue } from '../../core/protocol/panel';
import type { OpenedTrace, TraceFacts } from '../../core/protocol/results';
import { messageOf, Refusal } from '../host';
import { number, t } from '../words';
import { Conversation } from './conversation';
import { afterPaint } from '../painted';
import { spokenTitle, type Ahead, type TracePanel } from './panel';
import { prepare } from './prepare';
import type { Shown } from './state';

/** Shows a trace. What was on the screen stays until the new one is there. */
export async function open(panel: TracePanel, trace: string, turn?: number): Promise<void> {
  const current = panel.ticket();
  const { ahead } = panel;
  if (turn === undefined && ahead?.shown?.trace.id === trace) {
    showAhead(panel, ahead.shown);
    return;
  }
  panel.change({ busy: true, phase: panel.state.shown ? panel.state.phase : { is: 'loading' } });
  try {
    // What is being saved about it belongs on the screen with it.
    await panel.saving.settled(trace);
    const fetched = ahead && (await settled(ahead.trace)) === trace ? await settled(ahead.opened) : undefined;
    const opened = fetched ?? (await panel.host.call('trace.open', { trace, queue: panel.state.queue }));
    if (!current()) return;
    (fetched ? showAhead : show)(panel, shownOf(opened, turn));
  } catch (error) {
    if (!current()) return;
    panel.host.failed(error);
    const message = messageOf(error, t('problem.unexpected'));
    const phase = isGone(error) ? ({ is: 'gone' } as const) : ({ is: 'failed', message, trace } as const);
    panel.change({ busy: false, shown: undefined, draft: undefined, search: undefined, phase });
    panel.host.send({ type: 'showing', trace, title: '' });
  }
}

/** The engine does not know the trace: it was deleted, here or elsewhere. */
export function isGone(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'trace_not_found';
}

export async function settled<T>(value: Promise<T>): Promise<T | undefined> {
  try {
    return await value;
  } catch {
    // It is asked for again when it is needed, and that failure is shown.
    return undefined;
  }
}

function shownOf(opened: OpenedTrace, turn?: number): Shown {
  const conversation = new Conversation(opened);
  const chosen = turn !== undefined && conversation.isAnswer(turn) ? turn : opened.trace.answer_turn;
  return {
    trace: opened.trace,
    conversation,
    facts: opened.facts,
    queue: opened.queue,
    turn: chosen,
    current: chosen < 0 ? conversation.length - 1 : chosen,
  };
}

export function show(panel: TracePanel, shown: Shown): void {
  const { trace, conversation, turn } = shown;
  panel.ahead = undefined;
  panel.change({
    shown,
    phase: { is: 'open' },
    busy: false,
    draft: undefined,
    search: undefined,
    adding: undefined,
  });
  // The host and the engine have work with this: what has been asked for is painted first.
  afterPaint(() => {
    if (panel.state.shown !== shown) return;
    panel.keep();
    panel.host.send({ type: 'showing', trace: trace.id, title: spokenTitle(conversation, turn).slice(0, 200) });
    if (!panel.ahead) fetchAhead(panel, trace.id);
  });
}

function showAhead(panel: TracePanel, shown: Shown): void {
  show(panel, shown);
  countAnew(panel);
}

/** A queue by state lost a trace since this one was fetched ahead: its numbers are read again. */
export function countAnew(panel: TracePanel): void {
  if (panel.state.queue.slice?.state !== undefined) void settled(refreshQueue(panel));
}

/** Nothing waits in the queue. */
export function showEmpty(panel: TracePanel): void {
  panel.ticket();
  panel.ahead = undefined;
  panel.change({ shown: undefined, phase: { is: 'empty' }, busy: false, draft: undefined, search: undefined });
  panel.keep();
  panel.host.send({ type: 'showing', trace: null, title: '' });
}

/** The first waiting trace of the queue, or the empty screen. */
export async function openNext(panel: TracePanel): Promise<void> {
  const next = await settled(panel.host.call('queue.next', panel.state.queue));
  if (next?.trace) await open(panel, next.trace);
  else showEmpty(panel);
}

/** Finds the next waiting trace and opens it quietly; one passed over earlier comes again at the end. */
export function fetchAhead(panel: TracePanel, after: string): void {
  const trace = nextWaiting(panel, after);
  const opened = trace.then((id) =>
    id === null ? undefined : panel.host.call('trace.open', { trace: id, queue: panel.state.queue }),
  );
  // Both are asked for again when they are needed, so a failure here is nobody's yet.
  trace.catch(() => undefined);
  const ahead: Ahead = { after, trace, opened };
  panel.ahead = ahead;
  opened.then(
    (came) => {
      if (!came || panel.ahead !== ahead) return;
      const shown = shownOf(came);
      ahead.shown = shown;
      whenIdle(() => panel.ahead === ahead && prepare(panel, shown));
    },
    () => undefined,
  );
}

/** While the present trace is being read there is time. Where nobody can tell, it is taken at once. */
function whenIdle(work: () => unknown): void {
  if (typeof requestIdleCallback === 'undefined') work();
  else requestIdleCallback(work, { timeout: 500 });
}

export async function nextWaiting(panel: TracePanel, after: string): Promise<string | null> {
  const { queue } = panel.state;
  const next = await askNext(panel, { ...queue, after });
  if (next.trace !== null || next.waiting === 0) return next.trace;
  const first = await askNext(panel, queue);
  return first.trace === after ? null : first.trace;
}

/** To the store a trace waits until the verdict on it has come: then it is asked once more. */
async function askNext(panel: TracePanel, queue: Queue & { after?: string }): Promise<{ trace: string | null; waiting: number }> {
  const next = await panel.host.call('queue.next', queue);
  if (next.trace === null || !panel.saving.has(next.trace)) return next;
  await panel.saving.settled(next.trace);
  return panel.host.call('queue.next', queue);
}

/**
 * To the next waiting trace: at once when it was fetched ahead, else as soon as it is known. Answers false when none is
 * known to wait; then the screen stays as it is.
 */
export async function advance(panel: TracePanel, from: Shown): Promise<boolean> {
  const current = panel.ticket();
  const after = from.trace.id;
  const ready = panel.ahead?.after === after ? panel.ahead.shown : undefined;
  if (ready) {
    show(panel, ready);
    return true;
  }
  panel.change({ busy: true });
  if (panel.ahead?.after !== after) fetchAhead(panel, after);
  const next = panel.ahead && (await settled(panel.ahead.trace));
  if (!current()) return true;
  if (next === undefined || next === null || next === after) return false;
  await open(panel, next);
  return true;
}

export function announceNext(panel: TracePanel, said: 'say.saved_next' | 'say.saving_next'): void {
  const { shown } = panel.state;
  if (!shown) return;
  const { position, total } = shown.queue;
  const title = spokenTitle(shown.conversation, shown.turn);
  panel.announce(t(said, { position: number(position), total: number(total), title }));
}

/** The neighbour in the queue, reviewed or not. */
export async function neighbour(panel: TracePanel, which: 'previous' | 'next'): Promise<void> {
  const { shown, busy } = panel.state;
  if (!shown || busy) return;
  const trace = shown.queue[which];
  if (trace === null) panel.announce(t(which === 'next' ? 'say.last_trace' : 'say.first_trace'));
  else await open(panel, trace);
}

/** Reads again what is known of the trace on the screen. */
export async function refreshFacts(panel: TracePanel): Promise<void> {
  const { shown } = panel.state;
  if (!shown) return;
  const facts = await panel.host.call('trace.facts', { trace: shown.trace.id });
  if (panel.state.shown === shown) takeFacts(panel, facts);
}

/** The same, and its place in the queue. */
export async function refreshQueue(panel: TracePanel): Promise<void> {
  const { shown } = panel.state;
  if (!shown) return;
  const { facts, queue } = await panel.host.call('trace.open', { trace: shown.trace.id, queue: panel.state.queue });
  if (panel.state.shown !== shown) return;
  shown.queue = queue;
  takeFacts(panel, facts);
}

function takeFacts(panel: TracePanel, facts: TraceFacts): void {
  const { shown } = panel.state;
  if (!shown) return;
  shown.facts = facts;
  shown.conversation.touchAll();
  panel.redraw();
}
