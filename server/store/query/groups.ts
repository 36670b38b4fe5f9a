import { states, type Slice } from '../../../core/slice/schema';
import { disagreements, scoreBands } from '../../../core/feedback/bands';
import type { GroupKind } from '../../../core/ports';
import { counterKinds, dayMs, dayName, type CounterKind } from '../index/counters';
import type { StoreIndex } from '../index/store-index';
import { sliceSql, type FoundTexts } from './slice-sql';
import { raw, sql } from './sql';

export interface Group {
  readonly key: string;
  readonly total: number;
  readonly reviewed: number;
}

/** The steps of numbers that traces are grouped by, and what has none at the end. */
const stepNames = {
  score: [...scoreBands, ''],
  disagreement: [...Object.keys(disagreements), ''],
} as const;

/** Which step a trace is on, as SQL. */
export const steps = {
  score: stepSql('t.score', scoreBands.map(Number)),
  disagreement: stepSql('t.spread', Object.values(disagreements)),
} as const;

/** `lowest`: the least number of each step, descending. */
function stepSql(column: string, lowest: readonly number[]): string {
  const whens = lowest.map((least, step) => `when ${column} >= ${String(least)} then ${String(step)}`);
  return `case ${whens.join(' ')} else ${String(lowest.length)} end`;
}

/** The number of a step by its name; -1 for a name there is not. */
export function stepOf(by: keyof typeof steps, key: string): number {
  return (stepNames[by] as readonly string[]).indexOf(key);
}

function nameOf(index: StoreIndex, by: GroupKind, key: number): string {
  if (by === 'score' || by === 'disagreement') return stepNames[by][key] ?? '';
  return by === 'day' ? dayName(key) : (index.words.name(key) ?? '');
}

function isCounted(by: GroupKind): by is CounterKind {
  return (counterKinds as readonly string[]).includes(by);
}

type Counts = ReadonlyMap<number, readonly number[]>;

/**
 * How many traces there are of each kind, and how many of them are reviewed. The whole store is answered from the
 * counters. A label counts what is under it too; the group without label, or without model, has the key ''.
 */
export function groupsOf(index: StoreIndex, by: GroupKind, slice: Slice, found: FoundTexts): Group[] {
  const whole = Object.keys(slice).length === 0;
  const counts = whole && isCounted(by) ? index.counters.read(by) : counted(index, by, slice, found);
  const groups = by === 'state' ? byState(counts) : byKey(index, by, counts);
  return groups.filter(({ total }) => total > 0);
}

function byState(counts: Counts): Group[] {
  const byNumber = counts.get(0) ?? [];
  return states.map((state, i) => ({
    key: state,
    total: byNumber[i] ?? 0,
    reviewed: state === 'reviewed' ? (byNumber[i] ?? 0) : 0,
  }));
}

function byKey(index: StoreIndex, by: GroupKind, counts: Counts): Group[] {
  const reviewed = states.indexOf('reviewed');
  const groups = [...counts].map(([key, byNumber]) => ({
    key: nameOf(index, by, key),
    total: byNumber.reduce((a, b) => a + b, 0),
    reviewed: byNumber[reviewed] ?? 0,
  }));
  const order: readonly string[] | undefined = by === 'score' || by === 'disagreement' ? stepNames[by] : undefined;
  if (order) return groups.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  return groups.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function counted(index: StoreIndex, by: GroupKind, slice: Slice, found: FoundTexts): Counts {
  const where = sliceSql(index, slice, found);
  const counts = new Map<number, number[]>();
  const add = (key: number, state: number, count: number) => {
    const byNumber = counts.get(key) ?? states.map(() => 0);
    byNumber[state] = (byNumber[state] ?? 0) + count;
    counts.set(key, byNumber);
  };
  if (by === 'label') countLabelled(index, where, add);
  else {
    const column = { state: '0', source: 't.source', model: 't.model', day: `t.at / ${dayMs}`, ...steps }[by];
    const query = sql`select ${raw(column)}, t.state, count(*) from traces t where ${where} group by 1, 2`;
    for (const [key, state, count] of index.db.rows(query.text, query.params)) {
      add(Number(key), Number(state), Number(count));
    }
  }
  return counts;
}

/** Each trace once for every label it has and everything above; those without one under 0. */
function countLabelled(
  index: StoreIndex,
  where: ReturnType<typeof sql>,
  add: (key: number, state: number, count: number) => void,
): void {
  const query = sql`select t.n, t.state, l.label from traces t left join trace_labels l on l.n = t.n where ${where} order by t.n`;
  let current = -1;
  let seen = new Set<number>();
  for (const [n, state, label] of index.db.rows(query.text, query.params)) {
    if (n !== current) {
      current = Number(n);
      seen = new Set();
    }
    for (const above of label === null ? [0] : index.labels.withAncestors(Number(label))) {
      if (seen.has(above)) continue;
      seen.add(above);
      add(above, Number(state), 1);
    }
  }
}
