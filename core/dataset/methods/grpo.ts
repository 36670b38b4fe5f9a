import { scoreOf } from '../../feedback/scores';
import { writtenAnswer } from '../item';
import { saidBy, scoredBy, type DatasetMethod, type RowDraft } from './method';

/**
 * Prompts with something to reward an answer by: a gold as the ground truth, else the recipe's graders, else its
 * judge. Never a completion: the model being trained writes those.
 */
export const grpo: DatasetMethod = {
  id: 'grpo',
  uses_answer: false,
  rows(item, { recipe, graders, rewards }) {
    const gold = item.golds.at(-1);
    const chosen = writtenAnswer(gold);
    const found = scoreOf(item.facts, { turn: item.turn }, { from: recipe.score_from, graders });
    const decision = found ? { decision: { kept: true, high: found.score.value >= 0.5 } } : {};
    const rows: RowDraft[] = [];
    if (gold && chosen) rows.push({ chosen, reward: 'reference', ...saidBy([gold]) });
    else if (rewards.rules(item.trace, item.facts))
      rows.push({ reward: 'rules', ...madeBy('rule', found?.origin === 'graders' ? found : undefined) });
    else if (rewards.judge) rows.push({ reward: 'judge', ...madeBy('judge', found?.origin === 'judges' ? found : undefined) });
    return { rows, code: 'no_reward', ...decision };
  },
};

/** A prompt without a score yet rests on no act: the reward is worked out when the model answers it. */
function madeBy(source: 'rule' | 'judge', found: ReturnType<typeof scoreOf>) {
  return found ? scoredBy(found.origin, found.score) : { acts: [], source, reviewers: [] };
}
