import { isMethod, type WarningRule } from './warning';

const share = 0.05;

/** An unknown model is not a model. */
export const mixedModels: WarningRule = {
  code: 'mixed_models',
  check(stats) {
    if (!isMethod(stats, 'dpo', 'kto')) return undefined;
    const models = Object.entries(stats.numbers.models).filter(([, rows]) => rows > share * stats.rows.length);
    if (models.length < 2) return undefined;
    const names = models.map(([model]) => model).sort();
    return {
      args: { models: names.join(', '), count: names.length },
      message: `The answers are from ${names.length} models (${names.join(', ')}): a correction for one is not always right for another.`,
      concerns: (row) => row.ref.model !== undefined && names.includes(row.ref.model),
    };
  },
};
