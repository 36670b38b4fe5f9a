import { isFromScores, percentOf, type BuildStats, type Finding, type WarningRule } from './warning';

const most = 0.9;

/** kto counts its labels; the other methods have sides only when scores chose their rows. */
export const oneSided: WarningRule = {
  code: 'one_sided',
  check(stats) {
    const { balance } = stats.numbers;
    if (stats.recipe.method === 'kto') return finding(balance.desirable, balance.undesirable, byLabel(stats));
    const { considered, high } = stats.decisions;
    return isFromScores(stats) && considered > 1 ? finding(high, considered - high) : undefined;
  },
};

function finding(good: number, bad: number, concerns?: Finding['concerns']): Finding | undefined {
  const larger = Math.max(good, bad);
  const all = good + bad;
  if (all === 0 || larger < most * all) return undefined;
  const percent = percentOf(larger, all);
  const learns = good >= bad ? 'approve' : 'refuse';
  return {
    args: { percent, learns },
    message: `${percent} % of the evidence goes one way: the model learns to ${learns} everything.`,
    ...(concerns ? { concerns } : {}),
  };
}

function byLabel({ numbers: { balance } }: BuildStats): Finding['concerns'] {
  const larger = balance.desirable >= balance.undesirable;
  return (row) => row.ref.desirable === larger;
}
