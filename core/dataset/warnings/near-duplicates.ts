import { nearDuplicates as findNear } from '../near';
import { percentOf, type WarningRule } from './warning';

const share = 0.1;

/** Of the different prompts compared, how many say nearly what an earlier one says. */
export const nearDuplicates: WarningRule = {
  code: 'near_duplicates',
  check({ prompts }) {
    const near = findNear(prompts);
    if (near.size <= share * prompts.compared) return undefined;
    const percent = percentOf(near.size, prompts.compared);
    return {
      args: { percent, prompts: near.size },
      message: `${percent} % of the prompts are nearly the same as another one: there is little variety to learn from.`,
      concerns: (row) => near.has(row.prompt),
    };
  },
};
