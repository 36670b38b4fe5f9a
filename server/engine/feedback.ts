import { retractedActs } from '../../core/feedback/retractions';
import type { Handlers } from '../../core/protocol/engine';
import type { Call } from '../../core/protocol/engine';
import { derivedId } from '../../core/log/act-ids';
import type { Answer, EventBody, LogEvent, Signal } from '../../core/log/events';
import { isUndoable } from '../../core/log/undoable';
import { Problem } from '../../core/lib/problem';
import type { Trace } from '../../core/trace/model';
import { appendAct, needTrace, type EngineContext } from './context';
import { masked } from './masking';

type Said = Pick<Signal, 'kind'> & Partial<Omit<Signal, 'type' | 'trace' | 'kind' | 'turn' | 'provenance'>>;

type FeedbackMethod = Extract<keyof Handlers, `feedback.${string}`>;

export function feedbackHandlers(context: EngineContext): Pick<Handlers, FeedbackMethod> {
  const plain =
    (kind: 'up' | 'down' | 'skip') =>
    async (p: { trace: string; turn?: number | undefined; reason?: string | undefined }, call: Call) =>
      say(context, call, p, { kind, ...reasonOf(p) });
  const answered =
    (kind: 'correction' | 'gold') =>
    async (p: { trace: string; turn?: number | undefined; answer: Answer; reason?: string | undefined }, call: Call) => {
      if (p.answer.text.trim() === '' && !p.answer.tool_calls?.length) throw new Problem('text_empty');
      return say(context, call, p, { kind, answer: p.answer, ...reasonOf(p) });
    };
  return {
    'feedback.up': plain('up'),
    'feedback.down': plain('down'),
    'feedback.skip': plain('skip'),
    'feedback.correct': answered('correction'),
    'feedback.gold': answered('gold'),
    'feedback.note': async (p, call) => {
      if (p.text.trim() === '') throw new Problem('text_empty');
      return say(context, call, p, { kind: 'note', reason: p.text, ...(p.range ? { range: p.range } : {}) });
    },
    'feedback.score': (p, call) => say(context, call, p, { kind: 'score', scores: p.scores }),
    'feedback.pick': async (p, call) => {
      const worse = [p.worse].flat();
      await checkPick(context, { ...p, worse });
      const pairs = p.tie ? everyPair([p.better, ...worse]) : worse.map((one) => [p.better, one] as const);
      const tie = p.tie ? { tie: true } : {};
      return say(context, call, p, ...pairs.map(([a, b]) => ({ kind: 'pick' as const, better: a, worse: b, ...tie })));
    },
    'feedback.reason': (p, call) => addReason(context, call, p.act, p.reason),
    'feedback.undo': (p, call) => undo(context, call, p.act),
    'feedback.redo': (_, call) => redo(context, call),
    'feedback.reasons': async (p, call) => [...(await context.store.reasons(call.reviewer, p.limit))],
  };
}

/** None of them is better: that takes back what was said of any two. */
function everyPair(answers: readonly string[]): (readonly [string, string])[] {
  return answers.flatMap((a, n) => answers.slice(n + 1).map((b) => [a, b] as const));
}

function reasonOf(p: { reason?: string | undefined }): { reason?: string } {
  return p.reason?.trim() ? { reason: p.reason.trim() } : {};
}

async function say(context: EngineContext, call: Call, p: { trace: string; turn?: number | undefined }, ...said: Said[]) {
  const trace = await needTrace(context.store, p.trace);
  const turn = p.turn ?? trace.answer_turn;
  const fits = said.every(({ kind }) => (kind === 'note' ? isTurn(trace, turn) : isAnswer(trace, turn, kind)));
  if (!fits) throw p.turn === undefined ? new Problem('answer_missing') : new Problem('turn_invalid', { turn });
  const clean = await Promise.all(said.map((one) => masked(context, trace, one)));
  const acts = clean.map((one): EventBody => ({ type: 'signal', trace: trace.id, turn, provenance: 'human', ...one }));
  await appendAct(context, call, acts);
  return { act_id: call.act_id, state: await stateOf(context, trace.id) };
}

/** A question without an answer (turn -1) can have a gold, a skip or a note, but no verdict. */
function isAnswer(trace: Trace, turn: number, kind: Signal['kind']): boolean {
  if (turn === -1) return trace.answer_turn === -1 && (kind === 'gold' || kind === 'skip' || kind === 'pick');
  return trace.messages[turn]?.role === 'assistant';
}

function isTurn(trace: Trace, turn: number): boolean {
  return turn === -1 || trace.messages[turn] !== undefined;
}

async function stateOf(context: EngineContext, trace: string) {
  return (await context.store.line(trace))?.state ?? 'unreviewed';
}

async function checkPick(context: EngineContext, p: { trace: string; better: string; worse: readonly string[] }): Promise<void> {
  const acts = await context.store.acts(p.trace);
  const gone = retractedActs(acts);
  const there = acts.flatMap(({ id, body }) => (body.type === 'candidate' && !gone.has(id) ? [body.candidate] : []));
  const answers = new Set(['answer', ...there]);
  const unknown = [p.better, ...p.worse].find((a) => !answers.has(a));
  if (unknown !== undefined || p.worse.includes(p.better)) throw new Problem('pick_invalid', { answer: unknown ?? p.better });
}

async function addReason(context: EngineContext, call: Call, act: string, reason: string) {
  const event = await context.store.act(act);
  if (event?.body.type !== 'signal' || event.by !== call.reviewer) throw new Problem('act_not_found', { id: act });
  if (reason.trim() === '') throw new Problem('text_empty');
  const trace = await needTrace(context.store, event.body.trace);
  const clean = await masked(context, trace, { reason: reason.trim() });
  await appendAct(context, call, [{ type: 'reason_added', trace: trace.id, act, reason: clean.reason }]);
  return { act_id: call.act_id, state: await stateOf(context, trace.id) };
}

/** The trace an act is about, for the one answer an undo can jump to. */
export function traceOf(event: LogEvent): string | undefined {
  const { body } = event;
  if ('trace' in body) return body.trace;
  return 'traces' in body ? body.traces[0] : undefined;
}

/** The most events of one act: labels put on traces, and each of them under a parent. */
const mostEvents = 200;

async function undo(context: EngineContext, call: Call, id: string | undefined) {
  const done = (await context.store.act(call.act_id))?.body;
  // Sent again after the process that did it went away: it is not the next one's turn.
  if (done?.type === 'retracted')
    return { act_id: call.act_id, retracted: done.act, ...(await whereItStands(context, done.trace)) };
  const [event, ...others] = await ownAct(context, call, 'standing', id);
  const back = [event, ...others].map((one): EventBody => ({ type: 'retracted', act: one.id, ...aboutTrace(one) }));
  await appendAct(context, call, back);
  return { act_id: call.act_id, retracted: event.id, ...(await whereItStands(context, traceOf(event))) };
}

async function redo(context: EngineContext, call: Call) {
  const done = (await context.store.act(call.act_id))?.body;
  if (done?.type === 'restored')
    return { act_id: call.act_id, restored: done.act, ...(await whereItStands(context, done.trace)) };
  const [event, ...others] = await ownAct(context, call, 'retracted', undefined);
  const again = [event, ...others].map((one): EventBody => ({ type: 'restored', act: one.id, ...aboutTrace(one) }));
  await appendAct(context, call, again);
  return { act_id: call.act_id, restored: event.id, ...(await whereItStands(context, traceOf(event))) };
}

function aboutTrace(event: LogEvent): { trace?: string } {
  const trace = traceOf(event);
  return trace === undefined ? {} : { trace };
}

async function whereItStands(context: EngineContext, trace: string | undefined) {
  return trace === undefined ? {} : { trace, state: await stateOf(context, trace) };
}

/** One act of the caller, oldest event first: the newest, or the one named. What was done in one go is one act. */
async function ownAct(
  context: EngineContext,
  call: Call,
  which: 'standing' | 'retracted',
  id: string | undefined,
): Promise<[LogEvent, ...LogEvent[]]> {
  const { store } = context;
  if (id === undefined) {
    const newest = await store.ownActs(call.reviewer, which, mostEvents);
    // No two acts of a store have the same time.
    const [first, ...others] = newest.filter(({ at }) => at === newest[0]?.at).reverse();
    if (!first) throw new Problem(which === 'standing' ? 'nothing_to_undo' : 'nothing_to_redo');
    return [first, ...others];
  }
  const event = await store.act(id);
  if (event?.by !== call.reviewer || !isUndoable(event.body.type)) throw new Problem('act_not_found', { id });
  const others: LogEvent[] = [];
  for (let n = 1; n < mostEvents; n++) {
    const next = await store.act(derivedId(id, n));
    if (next?.by !== event.by || next.at !== event.at || !isUndoable(next.body.type)) break;
    others.push(next);
  }
  return [event, ...others];
}
