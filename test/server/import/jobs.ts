import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { Books } from '../../../core/import/books';
import type { FinishedRow } from '../../../core/import/finish';
import type { ImportResult } from '../../../core/protocol/results';
import type { ConvertedBatch, ConvertJob } from '../../../server/import/convert';

export function jobFor(paths: readonly string[], options: Partial<ConvertJob> = {}): ConvertJob {
  return {
    files: paths.map((path) => ({ path, label: basename(path), bytes: statSync(path).size })),
    source: 'test',
    labels: [],
    attributes: {},
    mapping: {},
    recorded_at: '2026-01-01T00:00:00.000Z',
    redaction: {},
    strict: paths.length === 1,
    ...options,
  };
}

/** Takes every batch as a store would that has never seen any of it. */
export async function collect(batches: AsyncIterable<ConvertedBatch>): Promise<{ rows: FinishedRow[]; result: ImportResult }> {
  const books = new Books();
  const rows: FinishedRow[] = [];
  const seen = new Set<string>();
  for await (const batch of batches) {
    for (const row of batch.rows) {
      books.taken(row.booked, seen.has(row.head.id) ? 'duplicate' : 'new', row.head.id);
      seen.add(row.head.id);
      rows.push(row);
    }
    books.absorb(batch.delta);
  }
  return { rows, result: books.result() };
}
