import type { WarningRule } from './warning';

const least = 50;

export const tooFewRows: WarningRule = {
  code: 'too_few_rows',
  check({ numbers: { train_rows } }) {
    if (train_rows >= least) return undefined;
    return {
      args: { rows: train_rows, least },
      message:
        train_rows === 0
          ? 'No rows to train on: nothing in the slice became one. The reasons are counted beside it.'
          : `Only ${train_rows} ${train_rows === 1 ? 'row' : 'rows'} to train on: below ${least} a model memorises them instead of learning from them.`,
    };
  },
};
