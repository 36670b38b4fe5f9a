import type { WarningRule } from './warning';

export const noHoldout: WarningRule = {
  code: 'no_holdout',
  check({ numbers: { holdout_rows } }) {
    if (holdout_rows > 0) return undefined;
    return { args: {}, message: 'No rows are held out: there will be no way to tell whether training helped.' };
  },
};
