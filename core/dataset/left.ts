import { distributionsOf } from './distributions';
import type { DatasetReport } from './report-schema';
import { isRow, type DatasetLine } from './row';
import { countBy, refNumbers } from './tally';

/**
 * A report as it stands after a purge: what is counted, is counted in what is left, so that its sums hold and its numbers
 * open as many traces as they say. Lengths, warnings and what became of the others' rows stay as they were built.
 */
export function reportLeft(report: DatasetReport, lines: readonly DatasetLine[], purged_rows: number): DatasetReport {
  if (purged_rows === 0) return { ...report, purged_rows };
  const rows = lines.filter(isRow);
  const leftOut = lines.flatMap((line) => (isRow(line) ? [] : [line.left_out]));
  const traces_in = new Set(rows.map((row) => row.trace)).size;
  return {
    ...report,
    ...refNumbers(rows),
    traces_in,
    slice_size: traces_in + leftOut.length,
    left_out: countBy(leftOut, (code) => [code]),
    ...(report.distributions ? { distributions: distributionsOf(rows) } : {}),
    purged_rows,
  };
}
