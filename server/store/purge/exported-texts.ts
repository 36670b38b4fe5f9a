import path from 'node:path';
import { findTarget } from '../../../core/export';
import { RowsLeft, textsAfterPurge } from '../../../core/export/after-purge';
import type { ExportedFile } from '../../../core/log/events';
import type { ExportMapLine, StoredDataset } from '../../../core/ports';
import { Problem } from '../../../core/lib/problem';
import { isRefused, type Exported } from '../files/exports';
import type { StoreParts } from '../parts';
import { datasetNow } from './dataset-rows';
import { linesOf } from './exported-lines';
import type { Gone } from './gone';

/** What the files beside the data of an export are to be, by path as the store keeps it. */
export function textsNow(
  parts: StoreParts,
  { body }: Exported,
  stored: StoredDataset,
  left: { readonly files: readonly ExportedFile[]; readonly map: readonly ExportMapLine[]; readonly gone: Gone },
): ReadonlyMap<string, string> {
  const built = stored.event.body;
  const target = targetOf(body.target);
  if (!target || built.type !== 'dataset_built') return new Map();
  const rows = new RowsLeft();
  for (const file of left.files) {
    if (file.split === 'other') continue;
    for (const line of linesOf(placeOf(parts, file.path))) rows.take(file.split, line);
  }
  const refused: Record<string, number> = {};
  for (const row of left.map) {
    if (isRefused(row) && !left.gone.isGone(row.trace)) refused[row.refused] = (refused[row.refused] ?? 0) + 1;
  }
  const texts = textsAfterPurge(target, {
    built,
    exported: body,
    dataset: datasetNow(parts, stored),
    rows,
    refused: Object.fromEntries(Object.entries(refused).sort(([a], [b]) => (a < b ? -1 : 1))),
    hasher: parts.options.hasher,
  });
  const nameOf = new Map(body.files.map((file) => [path.basename(file.path), file.path]));
  return new Map(texts.map(({ path: name, text }) => [nameOf.get(name) ?? name, text]));
}

/** A newer version may know targets that this one does not: their files beside the data stay as they are. */
export function targetOf(id: string) {
  try {
    return findTarget(id);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

export function placeOf(parts: StoreParts, stored: string): string {
  return path.resolve(parts.options.workspace ?? path.dirname(parts.layout.root), stored);
}
