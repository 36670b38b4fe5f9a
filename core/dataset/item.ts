import type { ActFacts, CandidateAct, SignalAct } from '../feedback/facts';
import { scoredTurns } from '../feedback/scores';
import { answerMessage, promptOf } from '../trace/plain';
import type { Message, Trace } from '../trace/model';
import { messageOf } from './content';
import { settle, type Settled } from './dispute';
import type { Recipe } from './recipe';
import type { AnswerRef } from './row';

/** One answer to the question of an item, and how a row names it. */
export interface AnswerChoice {
  readonly ref: AnswerRef;
  readonly message: Message;
}

/** A judged place in a conversation: the answer turn, or another turn with its own verdict or score (LOOP §9). */
export interface Item {
  readonly trace: Trace;
  readonly facts: ActFacts;
  /** -1: a question without an answer. */
  readonly turn: number;
  readonly prompt: readonly Message[];
  /** Undefined for a question without an answer. */
  readonly recorded: AnswerChoice | undefined;
  readonly settled: Settled<SignalAct>;
  readonly golds: readonly SignalAct[];
  readonly picks: readonly SignalAct[];
  /** Other answers; only the answer turn has any. */
  readonly candidates: readonly CandidateAct[];
}

const recordedRef: AnswerRef = { from: 'answer' };

/** The items of a trace by ascending turn. Acts about messages that are no assistant's are passed over. */
export function itemsOf(trace: Trace, facts: ActFacts, recipe: Recipe): Item[] {
  const judged = [...facts.standing.by_turn].filter(([, t]) => t.polar.length + t.golds.length + t.picks.length > 0);
  const others = [...judged.map(([turn]) => turn), ...scoredTurns(facts)].filter((turn) => answerMessage(trace, turn));
  const turns = new Set([trace.answer_turn, ...others]);
  return [...turns].sort((a, b) => a - b).map((turn) => itemOf(trace, facts, turn, recipe));
}

function itemOf(trace: Trace, facts: ActFacts, turn: number, recipe: Recipe): Item {
  const here = facts.standing.by_turn.get(turn);
  const message = answerMessage(trace, turn);
  return {
    trace,
    facts,
    turn,
    prompt: promptOf(trace, turn),
    recorded: message && { ref: recordedRef, message },
    settled: settle(here, recipe.on_dispute),
    golds: here?.golds ?? [],
    picks: here?.picks ?? [],
    candidates: turn === trace.answer_turn ? facts.candidates : [],
  };
}

/** The answer a person wrote in an act; undefined when the act holds none. */
export function writtenAnswer(act: SignalAct | undefined): AnswerChoice | undefined {
  return act?.answer && { ref: { from: 'act', act: act.id }, message: messageOf(act.answer) };
}

export function candidateAnswer(candidate: CandidateAct): AnswerChoice {
  return { ref: { from: 'candidate', candidate: candidate.id }, message: messageOf(candidate.answer) };
}

/** The newest correction that counts; none when the turn was settled as right. */
export function correctionOf(item: Item): SignalAct | undefined {
  return item.settled.acts.findLast((act) => act.kind === 'correction');
}
