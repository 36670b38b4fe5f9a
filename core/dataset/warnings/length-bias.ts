import { percentOf, type RowStat, type WarningRule } from './warning';

const leastPairs = 8;
const share = 0.75;

export const lengthBias: WarningRule = {
  code: 'length_bias',
  check({ rows }) {
    const pairs = rows.filter((row) => row.rejected_chars !== undefined);
    const longer = pairs.filter(isLonger).length;
    if (pairs.length < leastPairs || longer < share * pairs.length) return undefined;
    const percent = percentOf(longer, pairs.length);
    return {
      args: { percent, pairs: pairs.length },
      message: `The chosen answer is the longer one in ${percent} % of ${pairs.length} pairs: the model learns to be long.`,
      concerns: isLonger,
    };
  },
};

function isLonger(row: RowStat): boolean {
  return row.rejected_chars !== undefined && row.answer_chars > row.rejected_chars;
}
