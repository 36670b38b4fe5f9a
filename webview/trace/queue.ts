import type { OpenedTrace, TraceFacts } from '../../core/protocol/results';
import { messageOf } from '../host';
import { number, t } from '../words';
import { Conversation } from './conversation';
import { spokenTitle, type TracePanel } from './panel';

/** Shows a trace. What was on the screen stays until the new one is there. */
export async function open(panel: TracePanel, trace: string, turn?: number): Promise<void> {
  const current = panel.ticket();
  panel.change({ busy: true, phase: panel.state.shown ? panel.state.phase : { is: 'loading' } });
  try {
    const ahead = panel.ahead;
    const fetched = ahead && (await settled(ahead.trace)) === trace ? await settled(ahead.opened) : undefined;
    const opened = fetched ?? (await panel.host.call('trace.open', { trace, queue: panel.state.queue }));
    if (!current()) return;
    show(panel, opened, turn);
    if (fetched && panel.state.queue.slice?.state !== undefined) void recount(panel, trace);
  } catch (error) {
    if (!current()) return;
    panel.host.failed(error);
    const message = messageOf(error, t('problem.unexpected'));
    panel.change({ busy: false, shown: undefined, phase: { is: 'failed', message, trace } });
    panel.host.send({ type: 'showing', trace, title: '' });
  }
}

/** A queue by state lost a trace since this one was fetched ahead: its numbers are read again. */
async function recount(panel: TracePanel, trace: string): Promise<void> {
  const opened = await settled(panel.host.call('trace.open', { trace, queue: panel.state.queue }));
  const { shown } = panel.state;
  if (!opened || shown?.trace.id !== trace) return;
  shown.queue = opened.queue;
  panel.redraw();
}

async function settled<T>(value: Promise<T>): Promise<T | undefined> {
  try {
    return await value;
  } catch {
    // What was fetched ahead failed: it is asked for again, and that failure is shown.
    return undefined;
  }
}

function show(panel: TracePanel, opened: OpenedTrace, turn?: number): void {
  const conversation = new Conversation(opened);
  const chosen = turn !== undefined && conversation.isAnswer(turn) ? turn : opened.trace.answer_turn;
  const shown = {
    trace: opened.trace,
    conversation,
    facts: opened.facts,
    queue: opened.queue,
    turn: chosen,
    current: chosen < 0 ? conversation.length - 1 : chosen,
  };
  panel.change({
    shown,
    phase: { is: 'open' },
    busy: false,
    draft: undefined,
    search: undefined,
    adding: undefined,
  });
  panel.keep();
  panel.host.send({ type: 'showing', trace: opened.trace.id, title: spokenTitle(conversation, chosen).slice(0, 200) });
  fetchAhead(panel, opened.trace.id);
}

/** Nothing waits in the queue. */
export function showEmpty(panel: TracePanel): void {
  panel.ticket();
  panel.ahead = undefined;
  panel.change({ shown: undefined, phase: { is: 'empty' }, busy: false, draft: undefined, search: undefined });
  panel.keep();
  panel.host.send({ type: 'showing', trace: null, title: '' });
}

/** Finds the next waiting trace and opens it quietly; one passed over earlier comes again at the end. */
export function fetchAhead(panel: TracePanel, after: string): void {
  const trace = nextWaiting(panel, after);
  const opened = trace.then((id) =>
    id === null ? undefined : panel.host.call('trace.open', { trace: id, queue: panel.state.queue }),
  );
  // Both are asked for again when they are needed, so a failure here is nobody's yet.
  trace.catch(() => undefined);
  opened.catch(() => undefined);
  panel.ahead = { after, trace, opened };
}

async function nextWaiting(panel: TracePanel, after: string): Promise<string | null> {
  const { queue } = panel.state;
  const next = await panel.host.call('queue.next', { ...queue, after });
  if (next.trace !== null || next.waiting === 0) return next.trace;
  const first = await panel.host.call('queue.next', queue);
  return first.trace === after ? null : first.trace;
}

/** After a verdict: the next waiting trace at once, or the empty screen. */
export async function advance(panel: TracePanel): Promise<void> {
  const { shown } = panel.state;
  if (!shown) return;
  const after = shown.trace.id;
  if (panel.ahead?.after !== after) fetchAhead(panel, after);
  const known = panel.ahead && (await settled(panel.ahead.trace));
  const next = known ?? (await nextWaiting(panel, after));
  if (panel.state.shown !== shown) return;
  if (next === null || next === after) {
    showEmpty(panel);
    panel.announce(t('say.saved_last'));
    return;
  }
  await open(panel, next);
  announceSaved(panel);
}

function announceSaved(panel: TracePanel): void {
  const { shown } = panel.state;
  if (!shown) return;
  const { position, total } = shown.queue;
  const title = spokenTitle(shown.conversation, shown.turn);
  panel.announce(t('say.saved_next', { position: number(position), total: number(total), title }));
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

function takeFacts(panel: TracePanel, facts: TraceFacts): void {
  const { shown } = panel.state;
  if (!shown) return;
  shown.facts = facts;
  shown.conversation.touchAll();
  panel.redraw();
}

/** The store changed: only what is on the screen or was fetched ahead is read again. */
export async function changed(panel: TracePanel, traces: readonly string[] | undefined): Promise<void> {
  const { shown } = panel.state;
  const ahead = panel.ahead;
  if (ahead && shown) {
    const next = await settled(ahead.trace);
    const touched = traces === undefined || (typeof next === 'string' && traces.includes(next));
    if (touched && panel.ahead === ahead && panel.state.shown === shown) fetchAhead(panel, shown.trace.id);
  }
  if (shown && panel.state.shown === shown && (traces === undefined || traces.includes(shown.trace.id))) {
    await refreshFacts(panel).catch((error: unknown) => panel.problem(error));
  }
}
