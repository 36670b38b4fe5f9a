import type { WarningRule } from './warning';

export const unchecked: WarningRule = {
  code: 'unchecked',
  check({ rows, numbers: { sources } }) {
    if (rows.length === 0 || sources.human > 0) return undefined;
    const by = sources.earlier_process > 0 ? 'earlier_process' : 'machine';
    const who = by === 'machine' ? 'machines' : 'an earlier process';
    return {
      args: { by },
      message: `No row was checked by a person here, only by ${who}: whatever that got wrong is learnt with confidence.`,
      concerns: () => true,
    };
  },
};
