import { states } from '../../../core/slice/schema';
import type { Counters } from '../index/counters';
import type { FoldContext } from './context';
import { labelledBit } from './refresh';
import { Tally } from './tally';

/** Rows looked at in one go. */
const slice = 20_000;
/**
 * Counts rows that come into sight together: those of an import, or of a whole store that was read anew. In JavaScript,
 * because SQL would sort them all.
 */
export function countAll(context: FoldContext, counters: Counters, from: number, end: number): void {
  const { db } = context;
  const tally = new Tally();
  const bare = states.map(() => 0);
  for (let start = from; start < end; start += slice) {
    const rows = db.rows('select state, source, model, at, has from traces where n >= ? and n < ?', [
      start,
      Math.min(end, start + slice),
    ]);
    for (const row of rows) {
      const [state = 0, source = 0, model = 0, at = 0, has = 0] = row as number[];
      if ((has & labelledBit) === 0) bare[state] = (bare[state] ?? 0) + 1;
      tally.add(state, source, model, at, 1);
    }
  }
  tally.into(counters);
  for (const [label, byState] of labelCounts(context, from, end, bare)) counters.addLabel(label, byState);
}

/** label → traces by state, a trace counted for each label it has and everything above; 0: traces without a label. */
export function countLabels(context: FoldContext, visibleBelow: number): Map<number, readonly number[]> {
  const { db } = context;
  const bare = states.map(() => 0);
  const rows = db.rows(`select state, count(*) from traces where n < ? and has & ${labelledBit} = 0 group by 1`, [visibleBelow]);
  for (const [state, count] of rows) bare[Number(state)] = Number(count);
  return labelCounts(context, 0, visibleBelow, bare);
}

/** `bare`: how many are in each state of those without a label. */
function labelCounts(
  { db, labels: forest }: FoldContext,
  from: number,
  end: number,
  bare: readonly number[],
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
  if (bare.some((count) => count > 0)) counts.set(0, [...bare]);
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
