import { isMethod, percentOf, type BuildStats, type WarningRule } from './warning';

/** Shares of the items a score decided about. */
const tooMuch = 0.9;
const tooLittle = 0.03;

/** With a margin of 0 a pair needs only a difference: nothing was curated that could keep too much. */
function isCurated(stats: BuildStats): boolean {
  return isMethod(stats, 'sft') || (isMethod(stats, 'dpo') && stats.recipe.min_margin > 0);
}

export const keptTooMuch: WarningRule = {
  code: 'kept_too_much',
  check(stats) {
    const { considered, kept } = stats.decisions;
    if (!isCurated(stats) || considered < 2 || kept < tooMuch * considered) return undefined;
    const percent = percentOf(kept, considered);
    return {
      args: { percent, considered },
      message: `The threshold keeps ${percent} % of what was scored: it selects nothing.`,
      concerns: (row) => row.scored,
    };
  },
};

export const keptTooLittle: WarningRule = {
  code: 'kept_too_little',
  check(stats) {
    const { considered, kept } = stats.decisions;
    if (!isCurated(stats) || considered < 2 || kept > tooLittle * considered) return undefined;
    const percent = percentOf(kept, considered);
    return {
      args: { percent, considered },
      message: `The threshold keeps ${percent} % of what was scored: what is left will not train a model.`,
      concerns: (row) => row.scored,
    };
  },
};
