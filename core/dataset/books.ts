import { leftOutCodes, type DatasetReport, type LeftOutCode } from './report-schema';

const shared: readonly LeftOutCode[] = ['tainted', 'disputed', 'no_prompt', 'empty_answer', 'invalid_tool_calls'];

/**
 * The one code of a trace that gave no row. The shared reasons come first, in the order of LOOP §9; among the method's
 * own the one that tells most: a turn with a thumbs down says more than another turn that no one judged.
 */
export function leftOutCode(codes: readonly LeftOutCode[]): LeftOutCode {
  const common = shared.find((code) => codes.includes(code));
  return common ?? leftOutCodes.findLast((code) => codes.includes(code)) ?? 'no_verdict';
}

/** Checks that the report's sums hold. A report whose books do not add up is a bug, not advice. */
export function checkBooks(report: DatasetReport): void {
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0);
  const books: [what: string, left: number, right: number][] = [
    ['slice_size = traces_in + left_out', report.slice_size, report.traces_in + sum(report.left_out)],
    ['rows = train_rows + holdout_rows', report.rows, report.train_rows + report.holdout_rows],
    ['rows = sources', report.rows, sum(report.sources)],
  ];
  const wrong = books.find(([, left, right]) => left !== right);
  if (wrong) throw new Error(`The books of the dataset do not add up: ${wrong[0]} (${wrong[1]} ≠ ${wrong[2]})`);
  if (report.items > report.rows || report.traces_in > report.items) throw new Error('The dataset counts more places than rows');
}
