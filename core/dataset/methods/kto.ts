import { scoreOf } from '../../feedback/scores';
import { correctionOf, writtenAnswer, type Item } from '../item';
import { isJudged, saidBy, scoredBy, type DatasetMethod, type MethodContext, type Outcome, type RowDraft } from './method';

/**
 * Answers marked good or bad: a gold and a correction are good, the recorded answer is what it was found to be; and,
 * when no one judged it, good above `label_threshold`, bad below, nothing exactly on it.
 */
export const kto: DatasetMethod = {
  id: 'kto',
  uses_answer: true,
  rows(item, context) {
    if (!isJudged(item)) return byScore(item, context);
    const { polarity, acts } = item.settled;
    const rows: RowDraft[] = [];
    for (const act of [item.golds.at(-1), correctionOf(item)]) {
      const chosen = writtenAnswer(act);
      if (act && chosen) rows.push({ chosen, desirable: true, ...saidBy([act]) });
    }
    if (polarity !== undefined && item.recorded) {
      rows.push({ chosen: item.recorded, desirable: polarity === '+', ...saidBy(acts) });
    }
    return { rows, code: 'no_verdict' };
  },
};

function byScore(item: Item, { recipe, graders }: MethodContext): Outcome {
  const found = scoreOf(item.facts, { turn: item.turn }, { from: recipe.score_from, graders });
  if (!found || !item.recorded) return { rows: [], code: 'no_verdict' };
  const { value } = found.score;
  const kept = value !== recipe.label_threshold;
  const desirable = value > recipe.label_threshold;
  return {
    rows: kept ? [{ chosen: item.recorded, desirable, ...scoredBy(found.origin, found.score) }] : [],
    code: 'score_on_the_fence',
    decision: { kept, high: desirable },
  };
}
