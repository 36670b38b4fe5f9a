import type { CurrentGraders, Score, ScoreOrigin } from '../../feedback/scores';
import type { ActFacts, SignalAct } from '../../feedback/facts';
import { provenances, type Provenance } from '../../log/events';
import type { Trace } from '../../trace/model';
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

/** grpo: what the recipe froze to reward prompts with: graders, and a judge by name and hash (`name@hash`). */
export interface Rewards {
  /** Whether any rule of the graders applies to a conversation: without one there is nothing to reward it by. */
  readonly rules: (trace: Trace, facts: ActFacts) => boolean;
  readonly judge: string | undefined;
}

export interface MethodContext {
  readonly recipe: Recipe;
  readonly graders: CurrentGraders | undefined;
  readonly rewards: Rewards;
}

export interface DatasetMethod {
  readonly id: Method;
  /** False when the recorded answer plays no part in a row, so that an empty one leaves nothing out. */
  readonly uses_answer: boolean;
  rows(item: Item, context: MethodContext): Outcome;
}

/** The evidence of verdicts. Whoever judged before the import is no reviewer here (LOOP §2). */
export function saidBy(acts: readonly SignalAct[]): Evidence {
  const rank = Math.min(...acts.map((act) => provenances.indexOf(act.provenance)));
  return {
    acts: acts.map((act) => act.id),
    source: provenances[rank] ?? 'agent',
    reviewers: [...new Set(acts.flatMap((act) => (act.provenance === 'human' ? [act.reviewer] : [])))].sort(),
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
    reviewers: origin === 'human' ? [...new Set(score.names)].sort() : [],
    scored: { origin, names: score.names, value: score.value },
  };
}

/** Whether anyone said right, wrong, or what it should have been: then scores have no say. */
export function isJudged(item: Item): boolean {
  return item.settled.polarity !== undefined || item.golds.length > 0;
}
