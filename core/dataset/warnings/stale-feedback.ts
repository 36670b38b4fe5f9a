import { percentOf, type WarningRule } from './warning';

export const staleFeedback: WarningRule = {
  code: 'stale_feedback',
  check({ verdicts: { total, replaced } }) {
    if (total === 0 || replaced * 2 <= total) return undefined;
    const percent = percentOf(replaced, total);
    return {
      args: { percent },
      message: `${percent} % of the verdicts are about a model that has been replaced since.`,
      concerns: (row) => row.replaced,
    };
  },
};
