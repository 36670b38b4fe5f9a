import { scoreOrigins, scoresOf, type Score, type ScoreOrigin } from '../../feedback/scores';
import { tidy } from '../../lib/mean';
import type { SignalAct } from '../../feedback/facts';
import { canonicalMessage } from '../content';
import { candidateAnswer, correctionOf, writtenAnswer, type AnswerChoice, type Item } from '../item';
import { saidBy, scoredBy, type DatasetMethod, type MethodContext, type Outcome, type RowDraft } from './method';

/**
 * Pairs: the correction over the answer, a gold over the answer when it differs, each pick; and only without any pair
 * of people's, the best over the worst scored answer when their scores differ by more than `min_margin`.
 */
export const dpo: DatasetMethod = {
  id: 'dpo',
  uses_answer: true,
  rows(item, context) {
    const pairs = [...overRecorded(item, correctionOf(item)), ...overRecorded(item, item.golds.at(-1)), ...picked(item)];
    if (pairs.length > 0) return { rows: pairs, code: 'no_second_answer' };
    // Someone who looked at both and preferred neither has said that there is nothing to learn from the pair.
    if (item.picks.some((pick) => pick.tie)) return { rows: [], code: 'chosen_equals_rejected' };
    return byScore(item, context);
  },
};

function overRecorded(item: Item, act: SignalAct | undefined): RowDraft[] {
  const chosen = writtenAnswer(act);
  if (!act || !chosen || !item.recorded) return [];
  return [{ chosen, rejected: item.recorded, ...saidBy([act]) }];
}

function picked(item: Item): RowDraft[] {
  return item.picks.flatMap((pick) => {
    const chosen = answerNamed(item, pick.better);
    const rejected = answerNamed(item, pick.worse);
    return chosen && rejected && !pick.tie ? [{ chosen, rejected, ...saidBy([pick]) }] : [];
  });
}

function answerNamed(item: Item, name: string | undefined): AnswerChoice | undefined {
  if (name === 'answer') return item.recorded;
  const candidate = item.candidates.find((c) => c.id === name);
  return candidate && candidateAnswer(candidate);
}

interface ScoredAnswer {
  readonly answer: AnswerChoice;
  readonly score: Score;
}

function byScore(item: Item, context: MethodContext): Outcome {
  const found = comparable(item, context);
  const first = found?.answers[0];
  if (!found || !first) return { rows: [], code: 'no_second_answer' };
  // Of equals the one that was there first, so that the same acts always give the same pair.
  const best = found.answers.reduce((a, b) => (b.score.value > a.score.value ? b : a), first);
  const worst = found.answers.reduce((a, b) => (b.score.value < a.score.value ? b : a), first);
  const margin = tidy(best.score.value - worst.score.value);
  const kept = margin > context.recipe.min_margin;
  const acts = [...best.score.acts, ...worst.score.acts];
  const names = [...new Set([...best.score.names, ...worst.score.names])];
  const row: RowDraft = {
    chosen: best.answer,
    rejected: worst.answer,
    ...scoredBy(found.origin, { value: margin, names, acts }),
  };
  return { rows: kept ? [row] : [], code: 'all_scores_equal', decision: { kept, high: best.answer.ref.from === 'answer' } };
}

/** The scored answers of the first rank that scored at least two: ranks are never mixed in one comparison. */
function comparable(item: Item, context: MethodContext): { origin: ScoreOrigin; answers: ScoredAnswer[] } | undefined {
  const { score_from } = context.recipe;
  const places = [
    ...(item.recorded ? [{ answer: item.recorded, place: { turn: item.turn } }] : []),
    ...item.candidates.map((c) => ({ answer: candidateAnswer(c), place: { turn: item.turn, candidate: c.id } })),
  ];
  if (places.length < 2) return undefined;
  const scored = places.map(({ answer, place }) => ({ answer, scores: scoresOf(item.facts, place, context.graders) }));
  for (const origin of score_from ? [score_from] : scoreOrigins) {
    const answers = scored.flatMap(({ answer, scores }) => (scores[origin] ? [{ answer, score: scores[origin] }] : []));
    if (answers.length > 1) return { origin, answers };
  }
  return undefined;
}

/** Whether a pair teaches nothing because both sides say the same. */
export function saysTheSame(a: AnswerChoice, b: AnswerChoice): boolean {
  return canonicalMessage({ ...a.message, reasoning: undefined }) === canonicalMessage({ ...b.message, reasoning: undefined });
}
