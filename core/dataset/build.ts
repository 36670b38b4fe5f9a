import { never, stopIf, type Cancel, type Report } from '../lib/cancel';
import type { Hasher, JudgedTrace } from '../ports';
import { checkBooks } from './books';
import { Collector, type BuildContext } from './collector';
import { distributionsOf } from './distributions';
import { chooseHoldout, type Holdout } from './holdout';
import type { Recipe } from './recipe';
import type { DatasetReport, Warning } from './report-schema';
import type { DatasetLine, LeftOutRef, RowRef } from './row';
import { countBy, rowNumbers, scoreFrom } from './tally';
import { warningRules } from './warnings';
import type { BuildStats, RowStat } from './warnings/warning';

export type { BuildContext } from './collector';

/** A built dataset: references in dataset order, what was left out in the order of traces, and the report. */
export interface Built {
  readonly rows: readonly RowRef[];
  readonly left_out: readonly LeftOutRef[];
  readonly report: DatasetReport;
  readonly hash: string;
}

/**
 * Builds a dataset (LOOP §9). The traces of the slice come in dataset order (captured_at, arrival, id), the sample
 * drawn already; they are looked at once and let go. Same recipe and same traces, same bytes.
 * @throws Problem `cancelled`
 */
export async function build(
  recipe: Recipe,
  judged: AsyncIterable<JudgedTrace> | Iterable<JudgedTrace>,
  context: BuildContext & { readonly cancel?: Cancel | undefined; readonly progress?: Report | undefined },
): Promise<Built> {
  const collector = new Collector(recipe, context);
  const { cancel = never, progress } = context;
  for await (const trace of judged) {
    stopIf(cancel);
    collector.take(trace);
    if (collector.sliceSize % 1000 === 0) progress?.({ done: collector.sliceSize, unit: 'traces' });
  }
  return finish(recipe, collector, context.hasher);
}

/** The lines of `datasets/<id>.jsonl`. */
export function* datasetLines(built: Built): Generator<DatasetLine> {
  yield* built.rows;
  yield* built.left_out;
}

/** What a dataset is, as one hash over its rows and splits; recomputed from the rows that are left after a purge. */
export function datasetHash(rows: Iterable<Pick<RowRef, 'split' | 'hash'>>, hasher: Hasher): string {
  return hasher.sha256(Array.from(rows, (row) => `${row.split} ${row.hash}\n`).join(''));
}

function finish(recipe: Recipe, collector: Collector, hasher: Hasher): Built {
  const { rows } = collector;
  for (const { ref } of rows) ref.task = collector.tasks.find(ref.task);
  const holdout = chooseHoldout(
    rows.map(({ ref }) => ref.task),
    recipe.holdout_percent,
  );
  for (const { ref } of rows) {
    ref.split = holdout.tasks.has(ref.task) ? 'holdout' : 'train';
    if (holdout.moved.has(ref.task)) ref.moved = true;
  }
  const report = reportOf(recipe, collector, holdout);
  checkBooks(report);
  const refs = rows.map(({ ref }) => ref);
  return { rows: refs, left_out: collector.leftOut, report, hash: datasetHash(refs, hasher) };
}

function reportOf(recipe: Recipe, collector: Collector, holdout: Holdout): DatasetReport {
  const { rows } = collector;
  const numbers = rowNumbers(rows, recipe);
  return {
    ...numbers,
    traces_in: collector.tracesIn,
    slice_size: collector.sliceSize,
    graders: [...collector.graders].sort(),
    judges: [...collector.judges].sort(),
    score_from: scoreFrom(collector.scoreOrigins),
    time_span: collector.span ?? null,
    distributions: distributionsOf(rows.map(({ ref }) => ref)),
    left_out: countBy(collector.leftOut, (line) => [line.left_out]),
    rows_dropped: Object.fromEntries([...collector.dropped].sort(([a], [b]) => (a < b ? -1 : 1))),
    moved_to_keep_tasks_whole: holdout.moved.size,
    ...(holdout.note ? { holdout_note: holdout.note } : {}),
    purged_rows: 0,
    warnings: warn(rows, statsOf(recipe, collector, numbers)),
  };
}

function statsOf(recipe: Recipe, collector: Collector, numbers: BuildStats['numbers']): BuildStats {
  const judges = [...collector.judges].map((name) => name.slice(0, name.lastIndexOf('@')));
  return {
    recipe,
    rows: collector.rows,
    prompts: collector.prompts,
    numbers,
    decisions: collector.decisions,
    verdicts: collector.verdicts,
    judges: new Map(judges.map((judge) => [judge, collector.measured.get(judge) ?? 0])),
  };
}

/** Runs every warning, and marks the rows that it speaks of. */
function warn(rows: readonly RowStat[], stats: BuildStats): Warning[] {
  const warnings: Warning[] = [];
  for (const rule of warningRules) {
    const finding = rule.check(stats);
    if (!finding) continue;
    warnings.push({ code: rule.code, args: { ...finding.args }, message: finding.message });
    const { concerns } = finding;
    if (concerns) for (const row of rows) if (concerns(row)) (row.ref.warnings ??= []).push(rule.code);
  }
  return warnings;
}
