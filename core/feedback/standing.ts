import { provenances, type Provenance, type SignalKind } from '../log/events';
import type { State } from '../slice/schema';

/** What standing needs to know of a signal; no text. `at` is ISO UTC, so text order is time order. */
export interface SignalFact {
  readonly id: string;
  readonly at: string;
  readonly kind: SignalKind;
  readonly turn: number;
  readonly reviewer: string;
  readonly provenance: Provenance;
  readonly candidate?: string | undefined;
  readonly retracted: boolean;
  readonly better?: string | undefined;
  readonly worse?: string | undefined;
  readonly tie?: boolean | undefined;
}

export type Polarity = '+' | '-';

/** What counts on one turn. Lists are in (at, id) order, and hold the acts of the highest rank present only. */
export interface TurnStanding<F extends SignalFact = SignalFact> {
  readonly polar: readonly F[];
  readonly golds: readonly F[];
  readonly picks: readonly F[];
  /** Grades of the recorded answer and of candidates, newest per reviewer. */
  readonly scores: readonly F[];
  readonly polarity: Polarity | 'disputed' | undefined;
}

export const standingFlags = ['up', 'down', 'correction', 'gold', 'pick', 'score', 'note'] as const;
export type StandingFlag = (typeof standingFlags)[number];

export type Verdict = 'up' | 'down' | 'correction' | 'gold' | 'pick';

export interface Standing<F extends SignalFact = SignalFact> {
  readonly state: State;
  /** What people (here or earlier) said of the answer turn; polar acts before gold before pick. */
  readonly verdict: Verdict | undefined;
  /** Whether that verdict came with the data and nobody here gave one. */
  readonly earlier: boolean;
  /** Ids of the acts that count. */
  readonly counting: ReadonlySet<string>;
  /** Ascending. */
  readonly disputed_turns: readonly number[];
  /** Turns with at least one counting act about the recorded conversation; ascending. */
  readonly by_turn: ReadonlyMap<number, TurnStanding<F>>;
  /** What the counting acts of any turn are; notes count unless taken back. */
  readonly has: Readonly<Record<StandingFlag, boolean>>;
}

/**
 * Where a trace stands: a pure function of its acts, whatever order they arrive in (LOOP §3).
 * Per reviewer and turn the newest polar act counts; golds and scores are newest per reviewer and turn, picks newest
 * per reviewer and pair of answers. Within each of these, a lower rank speaks only where the higher ranks are silent.
 */
export function standing<F extends SignalFact>(signals: readonly F[], answerTurn: number): Standing<F> {
  const effective = signals.filter((s) => !s.retracted).sort(byTime);
  const notes = effective.filter((s) => s.kind === 'note');
  const by_turn = turnsOf(effective);
  const counting = new Set(notes.map((s) => s.id));
  for (const turn of by_turn.values()) for (const act of countingActs(turn)) counting.add(act.id);
  const disputed_turns = [...by_turn].filter(([, t]) => t.polarity === 'disputed').map(([turn]) => turn);
  return {
    state: stateOf(effective, by_turn, disputed_turns.length > 0),
    ...verdictOf(by_turn.get(answerTurn)),
    counting,
    disputed_turns,
    by_turn,
    has: flagsOf(effective.filter((s) => counting.has(s.id))),
  };
}

/** Orders acts by (time, id): the order in which they override one another. */
export function byTime(a: { at: string; id: string }, b: { at: string; id: string }): number {
  return a.at < b.at ? -1 : a.at > b.at ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

/** The polarity of an act; undefined for neutral kinds. */
export function polarityOf(kind: SignalKind): Polarity | undefined {
  if (kind === 'up') return '+';
  return kind === 'down' || kind === 'correction' ? '-' : undefined;
}

/** Whether a provenance is a person's judgement, made here or before; only these make a trace reviewed. */
export function isReviewing(provenance: Provenance): boolean {
  return provenance === 'human' || provenance === 'earlier_process';
}

function countingActs<F extends SignalFact>(turn: TurnStanding<F>): readonly F[] {
  return [...turn.polar, ...turn.golds, ...turn.picks, ...turn.scores];
}

function turnsOf<F extends SignalFact>(effective: readonly F[]): Map<number, TurnStanding<F>> {
  const turns = [...new Set(effective.filter(isAboutTurn).map((s) => s.turn))].sort((a, b) => a - b);
  return new Map(turns.map((turn) => [turn, turnStanding(effective.filter((s) => s.turn === turn))]));
}

/** Skips and notes leave a turn as it was. */
function isAboutTurn(signal: SignalFact): boolean {
  return signal.kind !== 'skip' && signal.kind !== 'note';
}

function turnStanding<F extends SignalFact>(acts: readonly F[]): TurnStanding<F> {
  // A verdict on a candidate says nothing about the recorded answer; candidates speak through scores and picks.
  const polar = highest(
    newestBy(
      acts.filter((s) => s.candidate === undefined && polarityOf(s.kind)),
      (s) => s.reviewer,
    ),
  );
  const golds = highest(
    newestBy(
      acts.filter((s) => s.kind === 'gold'),
      (s) => s.reviewer,
    ),
  );
  const picks = highest(
    newestBy(
      acts.filter((s) => s.kind === 'pick'),
      pickKey,
    ),
  );
  const scores = acts.filter((s) => s.kind === 'score');
  const answers = [...new Set(scores.map((s) => s.candidate))];
  return {
    polar,
    golds,
    picks,
    scores: answers
      .flatMap((answer) =>
        highest(
          newestBy(
            scores.filter((s) => s.candidate === answer),
            (s) => s.reviewer,
          ),
        ),
      )
      .sort(byTime),
    polarity: commonPolarity(polar),
  };
}

function commonPolarity(polar: readonly SignalFact[]): Polarity | 'disputed' | undefined {
  const found = new Set(polar.map((s) => polarityOf(s.kind)));
  if (found.size > 1) return 'disputed';
  return [...found][0];
}

/** One reviewer may pick among several pairs of answers; each pair keeps its newest pick. */
function pickKey(signal: SignalFact): string {
  return JSON.stringify([signal.reviewer, ...[signal.better ?? '', signal.worse ?? ''].sort()]);
}

/** Keeps the newest act per key. Expects and keeps (at, id) order. */
function newestBy<F extends SignalFact>(acts: readonly F[], key: (act: F) => string): readonly F[] {
  const newest = new Map<string, F>();
  for (const act of acts) newest.set(key(act), act);
  return acts.filter((act) => newest.get(key(act)) === act);
}

/** Keeps the acts of the highest rank present. */
function highest<F extends SignalFact>(acts: readonly F[]): readonly F[] {
  if (acts.length < 2) return acts;
  const rank = Math.min(...acts.map((act) => provenances.indexOf(act.provenance)));
  return acts.filter((act) => provenances.indexOf(act.provenance) === rank);
}

function stateOf<F extends SignalFact>(
  effective: readonly F[],
  by_turn: ReadonlyMap<number, TurnStanding<F>>,
  disputed: boolean,
): State {
  if (disputed) return 'disputed';
  const judged = [...by_turn.values()].some((turn) =>
    [...turn.polar, ...turn.golds, ...turn.picks].some((act) => isReviewing(act.provenance)),
  );
  if (judged) return 'reviewed';
  return effective.some((s) => s.kind === 'skip' && isReviewing(s.provenance)) ? 'skipped' : 'unreviewed';
}

function verdictOf(turn: TurnStanding | undefined): Pick<Standing, 'verdict' | 'earlier'> {
  const of = (acts: readonly SignalFact[] = []) => acts.filter((act) => isReviewing(act.provenance));
  const polar = of(turn?.polar);
  const newest = polar.at(-1);
  // "Wrong, and this is right" says more than the mere "wrong" of someone later.
  const corrected = newest?.kind === 'down' && turn?.polarity === '-' && polar.some((act) => act.kind === 'correction');
  if (newest) return said(corrected ? 'correction' : polarVerdict(newest.kind), polar);
  const golds = of(turn?.golds);
  if (golds.length > 0) return said('gold', golds);
  const picks = of(turn?.picks);
  return said(picks.length > 0 ? 'pick' : undefined, picks);
}

function said(verdict: Verdict | undefined, by: readonly SignalFact[]): Pick<Standing, 'verdict' | 'earlier'> {
  return { verdict, earlier: verdict !== undefined && by.every((act) => act.provenance === 'earlier_process') };
}

function polarVerdict(kind: SignalKind): Verdict | undefined {
  return kind === 'up' || kind === 'down' || kind === 'correction' ? kind : undefined;
}

function flagsOf(counting: readonly SignalFact[]): Record<StandingFlag, boolean> {
  const kinds = new Set<string>(counting.map((s) => s.kind));
  return {
    up: kinds.has('up'),
    down: kinds.has('down'),
    correction: kinds.has('correction'),
    gold: kinds.has('gold'),
    pick: kinds.has('pick'),
    score: kinds.has('score'),
    note: kinds.has('note'),
  };
}
