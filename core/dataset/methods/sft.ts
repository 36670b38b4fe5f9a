import { scoreOf } from '../../feedback/scores';
import { correctionOf, writtenAnswer, type Item } from '../item';
import { isJudged, saidBy, scoredBy, type DatasetMethod, type MethodContext, type Outcome } from './method';

/**
 * One answer to learn: the newest gold, else the counting correction, else the answer when it was found right, else,
 * when no one judged it, the answer if its score reaches `min_score`.
 */
export const sft: DatasetMethod = {
  id: 'sft',
  uses_answer: true,
  rows(item, context) {
    const gold = item.golds.at(-1);
    const correction = correctionOf(item);
    const written = gold ?? correction;
    const chosen = writtenAnswer(written);
    if (written && chosen) return { rows: [{ chosen, ...saidBy([written]) }], code: 'no_verdict' };
    const { polarity, acts } = item.settled;
    if (polarity === '+' && item.recorded) return { rows: [{ chosen: item.recorded, ...saidBy(acts) }], code: 'no_verdict' };
    if (polarity === '-') return { rows: [], code: 'thumbs_down_only' };
    return isJudged(item) ? { rows: [], code: 'no_verdict' } : byScore(item, context);
  },
};

function byScore(item: Item, { recipe, graders }: MethodContext): Outcome {
  const found = scoreOf(item.facts, { turn: item.turn }, { from: recipe.score_from, graders });
  if (!found || !item.recorded) return { rows: [], code: 'no_verdict' };
  const kept = found.score.value >= recipe.min_score;
  return {
    rows: kept ? [{ chosen: item.recorded, ...scoredBy(found.origin, found.score) }] : [],
    code: 'below_min_score',
    decision: { kept, high: kept },
  };
}
