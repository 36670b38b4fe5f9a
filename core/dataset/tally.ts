import type { Provenance } from '../log/events';
import type { Recipe } from './recipe';
import { scoreOrigins } from '../feedback/scores';
import type { DatasetReport } from './report-schema';
import type { RowRef } from './row';
import type { RowStat } from './warnings/warning';

type Sources = DatasetReport['sources'];

/** Numbers of the report that are told from the built rows alone, without any text. */
export type RefNumbers = Pick<
  DatasetReport,
  'rows' | 'items' | 'train_rows' | 'holdout_rows' | 'balance' | 'sources' | 'reviewers' | 'models' | 'labels'
>;

export function refNumbers(rows: readonly RowRef[]): RefNumbers {
  const holdout_rows = rows.filter((row) => row.split === 'holdout').length;
  const desirable = rows.filter((row) => row.desirable === true).length;
  const undesirable = rows.filter((row) => row.desirable === false).length;
  return {
    rows: rows.length,
    items: rows.filter((row) => row.part === 0).length,
    train_rows: rows.length - holdout_rows,
    holdout_rows,
    balance: { desirable, undesirable },
    sources: sourcesOf(rows),
    reviewers: countBy(rows, (row) => row.reviewers),
    models: countBy(rows, (row) => (row.model === undefined ? [] : [row.model])),
    labels: countBy(rows, (row) => row.labels),
  };
}

export function rowNumbers(rows: readonly RowStat[], recipe: Recipe): RefNumbers & Pick<DatasetReport, 'lengths'> {
  return {
    ...refNumbers(rows.map(({ ref }) => ref)),
    lengths: {
      prompt: lengths(rows.map((row) => row.prompt_chars)),
      answer: lengths(rows.map((row) => row.answer_chars)),
      ...(recipe.method === 'dpo' ? { rejected: lengths(rows.map((row) => row.rejected_chars ?? 0)) } : {}),
    },
  };
}

function sourcesOf(rows: readonly RowRef[]): Sources {
  const counts: Record<Provenance, number> = { human: 0, earlier_process: 0, rule: 0, judge: 0, agent: 0 };
  for (const row of rows) counts[row.source]++;
  return counts;
}

/** Counts names, a row once under each; keys sorted, so that equal counts have equal bytes. */
export function countBy<T>(rows: readonly T[], namesOf: (row: T) => readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) for (const name of namesOf(row)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Median, 95th percentile (nearest rank) and maximum; zeros for nothing. */
function lengths(values: readonly number[]): DatasetReport['lengths']['prompt'] {
  const sorted = Uint32Array.from(values).sort();
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { median: at(0.5), p95: at(0.95), max: at(1) };
}

/** The ranks of scores that were used, highest first; null when verdicts made every row. */
export function scoreFrom(used: ReadonlySet<string>): string | null {
  const names = scoreOrigins.filter((origin) => used.has(origin));
  return names.length === 0 ? null : names.join(', ');
}
