import { reportLeft } from '../dataset/left';
import { recipe as recipeSchema } from '../dataset/recipe';
import { report as reportSchema } from '../dataset/report-schema';
import type { DatasetLine } from '../dataset/row';
import type { EventOf } from '../log/events';
import type { Hasher } from '../ports';
import { markersOf } from '../redact/marker';
import { addCounts } from './conversation';
import { readRewards } from './frozen-rewards';
import type { ExportTarget, FolderText, WrittenRows } from './target';

/** How a dataset stands after a purge. */
export interface DatasetNow {
  readonly hash: string;
  readonly lines: readonly DatasetLine[];
  readonly purged_rows: number;
}

/** Looks at the lines that a purge left in data files. */
export class RowsLeft {
  private readonly rows = { train: 0, holdout: 0 };
  private readonly markers = new Map<string, number>();
  private longest = 0;
  private desirable = 0;

  take(split: 'train' | 'holdout', line: string): void {
    this.rows[split]++;
    this.longest = Math.max(this.longest, line.length);
    addCounts(
      this.markers,
      markersOf(line).map(({ kind }) => kind),
    );
    if (split === 'train' && isDesirable(line)) this.desirable++;
  }

  /** Redaction markers by kind. */
  get redactions(): Record<string, number> {
    return Object.fromEntries([...this.markers].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  get written(): WrittenRows {
    const { train, holdout } = this.rows;
    return { train_rows: train, holdout_rows: holdout, longest_chars: this.longest, desirable: this.desirable };
  }
}

/** A conversation may quote such a pair of key and value, so a look at the text is not enough. */
function isDesirable(line: string): boolean {
  if (!line.includes('"label":true')) return false;
  const row: unknown = JSON.parse(line);
  return typeof row === 'object' && row !== null && 'label' in row && row.label === true;
}

/** What was exported, and what is left of it. */
export interface ExportLeft {
  readonly built: EventOf<'dataset_built'>;
  readonly exported: EventOf<'exported'>;
  readonly dataset: DatasetNow;
  readonly rows: RowsLeft;
  /** Rows that the target refused, by code. */
  readonly refused: Readonly<Record<string, number>>;
  readonly hasher: Hasher;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The files beside the data as the target writes them for the rows that are left. The notes on what was
 * changed on the way stay those of the export. None where another version built
 * what this one cannot read: no deletion may fail for that.
 */
export function textsAfterPurge(target: ExportTarget, left: ExportLeft): FolderText[] {
  const { built, exported, rows, refused, hasher } = left;
  const recipe = recipeSchema.safeParse(parsed(built.recipe));
  const report = reportSchema.safeParse(parsed(built.report));
  if (!recipe.success || !report.success) return [];
  const { hash, lines, purged_rows } = left.dataset;
  const dataset = {
    dataset_id: built.dataset,
    version: built.version,
    hash,
    built_hash: built.built_hash,
    recipe: recipe.data,
    report: reportLeft(report.data, lines, purged_rows),
  };
  const folder = exported.folder.slice(Math.max(exported.folder.lastIndexOf('/'), exported.folder.lastIndexOf('\\')) + 1);
  const input = { dataset, options: exported.options, folder, hasher, rewards: readRewards(built.rewards) };
  return target.texts(input, rows.written, { refused, notes: exported.notes ?? {}, redactions: rows.redactions });
}
