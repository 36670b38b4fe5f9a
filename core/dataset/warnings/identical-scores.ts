import { isMethod, type WarningRule } from './warning';

export const identicalScores: WarningRule = {
  code: 'identical_scores',
  check(stats) {
    // Scores made a pair because they differ; pairs as far apart as each other are no sign of blind rules.
    if (isMethod(stats, 'dpo')) return undefined;
    const { rows } = stats;
    const scored = rows.filter((row) => row.scored);
    const first = scored[0]?.ref.score;
    if (first === undefined || scored.length < 2 || scored.some((row) => row.ref.score !== first)) return undefined;
    return {
      args: { rows: scored.length, score: first },
      message: `All ${scored.length} scored rows have the score ${first}: the rules or the rubric never told good from bad.`,
      concerns: (row) => row.scored,
    };
  },
};
