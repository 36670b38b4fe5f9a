import { percentOf, type WarningRule } from './warning';

const share = 0.2;

export const leaksMarkers: WarningRule = {
  code: 'leaks_markers',
  check({ rows }) {
    const learnt = rows.filter((row) => row.ref.desirable !== false);
    const marked = learnt.filter((row) => row.marked).length;
    if (marked <= share * learnt.length) return undefined;
    const percent = percentOf(marked, learnt.length);
    return {
      args: { percent },
      message: `${percent} % of the answers hold a redaction marker: the model learns to write markers.`,
      concerns: (row) => row.marked,
    };
  },
};
