import fs from 'node:fs';
import { datasetHash } from '../../../core/dataset/build';
import { isRow, type DatasetLine } from '../../../core/dataset/row';
import type { DatasetNow } from '../../../core/export/after-purge';
import type { StoredDataset } from '../../../core/ports';
import { codeOf } from '../disk/errors';
import { jsonLines, readJsonLines } from '../files/json-lines';
import type { StoreParts } from '../parts';
import type { Gone } from './gone';

export interface DatasetChange {
  readonly hash: string;
  readonly purged_rows: number;
}

/** Takes the rows of purged traces out of a dataset. Undefined when it had none; version and id stay. */
export async function purgeDataset(parts: StoreParts, stored: StoredDataset, gone: Gone): Promise<DatasetChange | undefined> {
  const file = parts.layout.dataset(stored.id);
  if (!mayHold(file, gone)) return undefined;
  const lines = [...readJsonLines(file)] as DatasetLine[];
  const kept = lines.filter((line) => !gone.isGone(line.trace));
  if (kept.length < lines.length) await parts.disk.replace(file, jsonLines(kept), 'dataset');
  const rows = kept.filter(isRow);
  const hash = datasetHash(rows, parts.options.hasher);
  // Told from what was built, not counted up, so that a purge that is done again says the same.
  const purged_rows = purgedRows(stored, rows.length);
  return kept.length < lines.length || hash !== stored.hash ? { hash, purged_rows } : undefined;
}

/** How a dataset stands, told from its rows as they are on disk. */
export function datasetNow(parts: StoreParts, stored: StoredDataset): DatasetNow {
  const lines = [...readJsonLines(parts.layout.dataset(stored.id))] as DatasetLine[];
  const rows = lines.filter(isRow);
  return {
    hash: datasetHash(rows, parts.options.hasher),
    lines,
    purged_rows: purgedRows(stored, rows.length),
  };
}

/** A look at the bytes is enough for most datasets. */
function mayHold(file: string, gone: Gone): boolean {
  try {
    const bytes = fs.readFileSync(file);
    return gone.ids === undefined || gone.ids.some((id) => bytes.includes(id));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

/** None where the report does not say how many rows were built: another program, or a later version, may have written it. */
function purgedRows({ event: { body } }: StoredDataset, left: number): number {
  const built = body.type === 'dataset_built' ? rowsIn(body.report) : undefined;
  return built === undefined ? 0 : Math.max(0, built - left);
}

function rowsIn(report: string): number | undefined {
  try {
    const parsed: unknown = JSON.parse(report);
    const isReport = typeof parsed === 'object' && parsed !== null && 'rows' in parsed;
    return isReport && typeof parsed.rows === 'number' ? parsed.rows : undefined;
  } catch {
    return undefined;
  }
}
