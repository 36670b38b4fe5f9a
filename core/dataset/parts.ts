import { Problem } from '../lib/problem';
import { lengthBin, scoreBin } from './distributions';
import { isRow, type DatasetLine, type RowRef } from './row';

type RowTest = (row: RowRef, value: string) => boolean;

/** The numbers of a report that open into traces: `in`, or a name and a value as in `model:m-1`. */
const rowParts: Readonly<Record<string, RowTest>> = {
  in: () => true,
  train: (row) => row.split === 'train',
  holdout: (row) => row.split === 'holdout',
  desirable: (row) => row.desirable === true,
  undesirable: (row) => row.desirable === false,
  model: (row, value) => row.model === value,
  reviewer: (row, value) => row.reviewers.includes(value),
  source: (row, value) => row.source === value,
  label: (row, value) => row.labels.includes(value),
  dropped: (row, value) => (row.dropped ?? []).some((code) => code === value),
  moved: (row) => row.moved === true,
  /** By the lower end of a bin of the report's charts; `time` by both ends: `<from>/<to>`. */
  score: (row, value) => row.score !== undefined && scoreBin(row.score) === Number(value),
  length: (row, value) => row.chars !== undefined && lengthBin(row.chars) === Number(value),
  rejected_length: (row, value) => row.rejected_chars !== undefined && lengthBin(row.rejected_chars) === Number(value),
  time: (row, value) => isWithin(row.at, value),
};

function isWithin(at: string | undefined, span: string): boolean {
  const [from, to] = span.split('/');
  return at !== undefined && from !== undefined && to !== undefined && at >= from && at < to;
}

/**
 * Ids of the traces behind a number of a report, in dataset order. A warning about the dataset as a whole opens all
 * that is in it.
 * @throws Problem `usage` for a part there is not
 */
export function tracesOfPart(lines: Iterable<DatasetLine>, part: string): string[] {
  const colon = part.indexOf(':');
  const name = colon < 0 ? part : part.slice(0, colon);
  const value = colon < 0 ? '' : part.slice(colon + 1);
  if (name === 'left_out') return distinct(lines, (line) => !isRow(line) && line.left_out === value);
  if (name === 'warning') return warned(lines, value);
  const test = Object.hasOwn(rowParts, name) ? rowParts[name] : undefined;
  if (!test) throw new Problem('usage', { reason: `A report has no part "${part.slice(0, 60)}".` });
  return distinct(lines, (line) => isRow(line) && test(line, value));
}

function warned(lines: Iterable<DatasetLine>, code: string): string[] {
  const all = [...lines];
  const marked = distinct(all, (line) => isRow(line) && (line.warnings ?? []).some((w) => w === code));
  return marked.length > 0 ? marked : distinct(all, isRow);
}

function distinct(lines: Iterable<DatasetLine>, wanted: (line: DatasetLine) => boolean): string[] {
  const found = new Set<string>();
  for (const line of lines) if (wanted(line)) found.add(line.trace);
  return [...found];
}
