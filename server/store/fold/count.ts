import { states } from '../../../core/slice/schema';
import { dayMs, type Counters } from '../index/counters';
import type { FoldContext } from './context';
import { labelledBit } from './refresh';

/** Counts rows that come into sight together: those of an import, or of a whole store that was read anew. */
export function countAll({ db, labels }: FoldContext, counters: Counters, from: number, end: number): void {
  const rows = db.rows(
    `select state, source, model, at / ${dayMs}, count(*) from traces where n >= ? and n < ? group by 1, 2, 3, 4`,
    [from, end],
  );
  for (const row of rows) {
    const [state, source, model, day, count] = row.map(Number);
    counters.add({ state: state ?? 0, source: source ?? 0, model: model ?? 0, at: (day ?? 0) * dayMs, labels: [] }, count ?? 0);
  }
  for (const [label, byState] of labelCounts(db, labels, from, end)) counters.addLabel(label, byState);
}

/** label → traces by state, a trace counted for each label it has and everything above; 0: traces without a label. */
export function countLabels(context: FoldContext, visibleBelow: number): Map<number, readonly number[]> {
  return labelCounts(context.db, context.labels, 0, visibleBelow);
}

function labelCounts(
  db: FoldContext['db'],
  forest: FoldContext['labels'],
  from: number,
  end: number,
): Map<number, readonly number[]> {
  const counts = new Map<number, number[]>();
  const bump = (label: number, state: number, by: number) => {
    const found = counts.get(label) ?? states.map(() => 0);
    found[state] = (found[state] ?? 0) + by;
    counts.set(label, found);
  };
  const nested = forest.members().size > 0;
  if (nested) countNested(db, forest, from, end, bump);
  else {
    const rows = db.rows(
      'select l.label, t.state, count(*) from trace_labels l join traces t on t.n = l.n where t.n >= ? and t.n < ? group by 1, 2',
      [from, end],
    );
    for (const [label, state, count] of rows) bump(Number(label), Number(state), Number(count));
  }
  const bare = db.rows(`select state, count(*) from traces where n >= ? and n < ? and has & ${labelledBit} = 0 group by 1`, [
    from,
    end,
  ]);
  for (const [state, count] of bare) bump(0, Number(state), Number(count));
  return counts;
}

/** With labels under labels, a trace that has two of one family counts once for their parent. */
function countNested(
  db: FoldContext['db'],
  forest: FoldContext['labels'],
  from: number,
  end: number,
  bump: (label: number, state: number, by: number) => void,
): void {
  const rows = db.rows(
    'select t.n, t.state, l.label from traces t join trace_labels l on l.n = t.n where t.n >= ? and t.n < ? order by t.n',
    [from, end],
  );
  let current = -1;
  let seen = new Set<number>();
  for (const row of rows) {
    const [n, state, label] = row.map(Number);
    if (n !== current) {
      current = n ?? -1;
      seen = new Set();
    }
    for (const above of forest.withAncestors(label ?? 0)) {
      if (seen.has(above)) continue;
      seen.add(above);
      bump(above, state ?? 0, 1);
    }
  }
}
