import type { Answer, EventOf, LogEvent, Signal } from '../log/events';
import { lastAssistantTurn } from '../trace/plain';
import type { Trace } from '../trace/model';
import { normaliseLabel } from './label';
import { retractedActs } from './retractions';
import { byTime, standing, type SignalFact, type Standing } from './standing';

/** A signal with its words. `reason` is the newest one given, at the time of the act or afterwards. */
export interface SignalAct extends SignalFact {
  readonly answer?: Answer | undefined;
  readonly reason?: string | undefined;
  readonly range?: Signal['range'];
  readonly scores?: Signal['scores'];
  readonly raw_score?: number | undefined;
}

/** Another answer to the question of the trace's answer turn. */
export interface CandidateAct {
  readonly id: string;
  readonly at: string;
  readonly by: string;
  readonly model: string | undefined;
  readonly answer: Answer;
}

/** An act that is no signal, with who and when. */
export type Dated<T> = T & { readonly id: string; readonly at: string; readonly by: string };

/** What the acts about one trace amount to. Everything is in (at, id) order; retracted acts count nowhere. */
export interface ActFacts {
  /** All signals, retracted ones marked. */
  readonly signals: readonly SignalAct[];
  readonly standing: Standing<SignalAct>;
  readonly candidates: readonly CandidateAct[];
  readonly grades: readonly Dated<EventOf<'grade'>>[];
  readonly verdicts: readonly Dated<EventOf<'verdict'>>[];
  /** Sorted. */
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly pinned: boolean;
  /** Reasons why it should not be trained on: from the log it came in, then from people. */
  readonly tainted: readonly string[];
}

/** Folds the acts about a trace; the order they are given in does not matter, and foreign acts are ignored. */
export function factsOf(trace: Trace, acts: readonly LogEvent[]): ActFacts {
  if (acts.length === 0) return untouched(trace);
  const ordered = acts.length > 1 ? [...acts].sort(byTime) : acts;
  const retracted = retractedActs(ordered);
  const live = ordered.filter((event) => !retracted.has(event.id));
  const signals = signalsOf(trace.id, ordered, retracted);
  return {
    signals,
    standing: standing(signals, answerTurnOf(trace)),
    candidates: candidatesOf(trace.id, live),
    grades: live.flatMap((e) => (e.body.type === 'grade' && e.body.trace === trace.id ? [dated(e, e.body)] : [])),
    verdicts: live.flatMap((e) => (e.body.type === 'verdict' && e.body.trace === trace.id ? [dated(e, e.body)] : [])),
    ...tagsOf(trace, live),
  };
}

const nothing: readonly never[] = [];
const unjudged = standing<SignalAct>([], -1);

/** Most traces of a store: nobody has said anything about them. */
function untouched({ labels, attributes, flags }: Trace): ActFacts {
  return {
    signals: nothing,
    standing: unjudged,
    candidates: nothing,
    grades: nothing,
    verdicts: nothing,
    labels: labels.length === 0 ? nothing : [...new Set(labels.map(normaliseLabel))].sort(),
    attributes,
    pinned: false,
    tainted: flags.tainted ?? nothing,
  };
}

/** The recorded answer turn; told from the messages when the record's own is not an assistant message. */
function answerTurnOf(trace: Trace): number {
  return trace.messages[trace.answer_turn]?.role === 'assistant' ? trace.answer_turn : lastAssistantTurn(trace.messages);
}

function dated<T>(event: LogEvent, body: T): Dated<T> {
  return { ...body, id: event.id, at: event.at, by: event.by };
}

function signalsOf(trace: string, acts: readonly LogEvent[], retracted: ReadonlySet<string>): SignalAct[] {
  const reasons = new Map<string, string>();
  for (const { body } of acts) if (body.type === 'reason_added' && body.trace === trace) reasons.set(body.act, body.reason);
  return acts.flatMap((event) => {
    const { body } = event;
    if (body.type !== 'signal' || body.trace !== trace) return [];
    const who = { id: event.id, at: event.at, reviewer: event.by, retracted: retracted.has(event.id) };
    return [{ ...body, ...who, reason: reasons.get(event.id) ?? body.reason }];
  });
}

function candidatesOf(trace: string, acts: readonly LogEvent[]): CandidateAct[] {
  return acts.flatMap((event) => {
    const { body } = event;
    if (body.type !== 'candidate' || body.trace !== trace) return [];
    return [{ id: body.candidate, at: event.at, by: event.by, model: body.model, answer: body.answer }];
  });
}

type Tags = Pick<ActFacts, 'labels' | 'attributes' | 'pinned' | 'tainted'>;

function tagsOf(trace: Trace, acts: readonly LogEvent[]): Tags {
  const labels = new Set(trace.labels.map(normaliseLabel));
  const attributes = new Map(Object.entries(trace.attributes));
  const tainted = new Set(trace.flags.tainted);
  let pinned = false;
  for (const { body } of acts) {
    if ('traces' in body && !body.traces.includes(trace.id)) continue;
    if (body.type === 'labels_added') for (const label of body.labels) labels.add(normaliseLabel(label));
    else if (body.type === 'labels_removed') for (const label of body.labels) labels.delete(normaliseLabel(label));
    else if (body.type === 'label_renamed' && labels.delete(body.from)) labels.add(body.to);
    else if (body.type === 'attributes_set') for (const [k, v] of Object.entries(body.values)) attributes.set(k, v);
    else if (body.type === 'attributes_removed') for (const key of body.keys) attributes.delete(key);
    else if (body.type === 'tainted') tainted.add(body.reason);
    else if (body.type === 'pinned' || body.type === 'unpinned') pinned = body.type === 'pinned';
  }
  return { labels: [...labels].sort(), attributes: Object.fromEntries(attributes), pinned, tainted: [...tainted] };
}
