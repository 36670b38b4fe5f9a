import type { CurrentGraders, Score, ScoreOrigin } from '../../feedback/scores';
import type { SignalAct } from '../../feedback/facts';
import { provenances, type Provenance } from '../../log/events';
import type { AnswerChoice, Item } from '../item';
import type { Method, Recipe } from '../recipe';
import type { LeftOutCode } from '../report-schema';
import type { RowRef } from '../row';

/** Where a row's evidence comes from; decides `sources`, `reviewers` and `score_from` of the report. */
export interface Evidence {
  readonly acts: readonly string[];
  readonly source: Provenance;
  readonly reviewers: readonly string[];
  /** Set when the row was made from a score. */
  readonly scored?: { readonly origin: ScoreOrigin; readonly names: readonly string[]; readonly value: number };
}

/** A row before it has a split, a task and a hash. */
export interface RowDraft extends Evidence {
  readonly chosen?: AnswerChoice;
  readonly rejected?: AnswerChoice;
  readonly desirable?: boolean;
  readonly reward?: RowRef['reward'];
}

/** What scores decided about an item: counted for the warnings, whether or not a row came of it. */
export interface ScoreDecision {
  readonly kept: boolean;
  /** Which way it went: above the threshold, or for a pair that the recorded answer was the better one. */
  readonly high: boolean;
}

export interface Outcome {
  readonly rows: readonly RowDraft[];
  /** Why there is no row, should there be none. */
  readonly code: LeftOutCode;
  readonly decision?: ScoreDecision;
}

export interface MethodContext {
  readonly recipe: Recipe;
  readonly graders: CurrentGraders | undefined;
  /** grpo: whether the recipe froze graders or a judge to reward any prompt with. */
  readonly rewards: { readonly rules: boolean; readonly judge: boolean };
}

export interface DatasetMethod {
  readonly id: Method;
  /** False when the recorded answer plays no part in a row, so that an empty one leaves nothing out. */
  readonly uses_answer: boolean;
  rows(item: Item, context: MethodContext): Outcome;
}

/** The evidence of people's acts. */
export function saidBy(acts: readonly SignalAct[]): Evidence {
  const rank = Math.min(...acts.map((act) => provenances.indexOf(act.provenance)));
  return {
    acts: acts.map((act) => act.id),
    source: provenances[rank] ?? 'agent',
    reviewers: [...new Set(acts.map((act) => act.reviewer))].sort(),
  };
}

const sourceOf: Record<ScoreOrigin, Provenance> = {
  human: 'human',
  imported: 'earlier_process',
  graders: 'rule',
  judges: 'judge',
};

/** The evidence of a score. Only people's scores have reviewers. */
export function scoredBy(origin: ScoreOrigin, score: Score): Evidence {
  return {
    acts: score.acts,
    source: sourceOf[origin],
    reviewers: origin === 'human' || origin === 'imported' ? [...new Set(score.names)].sort() : [],
    scored: { origin, names: score.names, value: score.value },
  };
}

/** Whether anyone said right, wrong, or what it should have been: then scores have no say. */
export function isJudged(item: Item): boolean {
  return item.settled.polarity !== undefined || item.golds.length > 0;
}
