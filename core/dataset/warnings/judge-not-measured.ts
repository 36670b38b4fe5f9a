import type { WarningRule } from './warning';

/** Items of a judge that people judged too, below which nobody knows whether the judge is right. */
const least = 50;

export const judgeNotMeasured: WarningRule = {
  code: 'judge_not_measured',
  check({ judges }) {
    const unmeasured = [...judges].filter(([, labels]) => labels < least);
    if (unmeasured.length === 0) return undefined;
    const names = unmeasured.map(([judge]) => judge).sort();
    const labels = Math.min(...unmeasured.map(([, count]) => count));
    return {
      args: { judges: names.join(', '), labels, least },
      message: `People judged only ${labels} answers that ${names.join(', ')} scored (${least} are needed): nobody knows whether the judge is right.`,
      concerns: (row) => row.ref.source === 'judge' || row.ref.reward === 'judge',
    };
  },
};
