import { fileLine } from './next-steps';

/** What a folder of training files holds after rows were taken out of it. */
export interface FolderNow {
  /** Rows by file name. */
  readonly files: Readonly<Record<string, number>>;
  /** Redaction markers in the rows that are left, by kind. */
  readonly redactions: Readonly<Record<string, number>>;
  readonly dataset: {
    readonly hash: string;
    readonly rows: number;
    readonly train_rows: number;
    readonly holdout_rows: number;
    readonly purged_rows: number;
  };
}

/** The files beside the data that tell of the rows, by name: how each reads now. */
export const textsAfterPurge: Readonly<Record<string, (text: string, now: FolderNow) => string>> = {
  'card.json': cardNow,
  'next_steps.md': stepsNow,
};

interface Card {
  hash: string;
  files: Record<string, number>;
  redactions: Readonly<Record<string, number>>;
  report: Record<string, unknown>;
}

/** The make-up of the dataset stays the one that was built, as in its report. */
function cardNow(text: string, { files, redactions, dataset: { hash, ...counts } }: FolderNow): string {
  const card = JSON.parse(text) as Card;
  const now = { ...card, hash, files: { ...card.files, ...files }, redactions, report: { ...card.report, ...counts } };
  return `${JSON.stringify(now, null, 2)}\n`;
}

function stepsNow(text: string, { files }: FolderNow): string {
  let now = text;
  for (const [file, rows] of Object.entries(files)) {
    const line = fileLine(file, rows);
    const start = line.slice(0, line.lastIndexOf(':') + 1);
    now = now
      .split('\n')
      .map((old) => (old.startsWith(start) ? line : old))
      .join('\n');
  }
  return now;
}
