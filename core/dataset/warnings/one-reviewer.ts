import type { WarningRule } from './warning';

export const oneReviewer: WarningRule = {
  code: 'one_reviewer',
  check({ verdicts: { human, reviewers } }) {
    const [reviewer] = reviewers;
    if (human < 2 || reviewers.size !== 1 || reviewer === undefined) return undefined;
    return {
      args: { reviewer, verdicts: human },
      message: `All ${human} verdicts are by ${reviewer}: the model learns one person's preferences.`,
      concerns: (row) => row.ref.source === 'human',
    };
  },
};
