import type { DatasetReport } from '../../core/dataset/report-schema';
import type { RowRef } from '../../core/dataset/row';

const none = { median: 0, p95: 0, max: 0 };

/** The least that the act of a build says of its set: recipe and report, as they stand in the log. */
export function builtSet(name: string, rows: number): { recipe: string; report: string } {
  const report: DatasetReport = {
    rows,
    items: rows,
    traces_in: rows,
    slice_size: rows,
    train_rows: rows,
    holdout_rows: 0,
    balance: { desirable: 0, undesirable: 0 },
    sources: { human: rows, earlier_process: 0, rule: 0, judge: 0, agent: 0 },
    reviewers: {},
    models: {},
    graders: [],
    judges: [],
    labels: {},
    score_from: null,
    time_span: null,
    lengths: { prompt: none, answer: none },
    left_out: {},
    rows_dropped: {},
    moved_to_keep_tasks_whole: 0,
    purged_rows: 0,
    warnings: [],
  };
  return { recipe: JSON.stringify({ name, method: 'sft' }), report: JSON.stringify(report) };
}

/** The least that a dataset keeps of one of its rows. */
export function builtRow(row: Pick<RowRef, 'trace' | 'task' | 'hash'> & Partial<RowRef>): RowRef {
  return { turn: 1, part: 0, split: 'train', acts: [], source: 'human', reviewers: [], labels: [], ...row };
}
