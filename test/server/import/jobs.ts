import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { Books } from '../../../core/import/books';
import type { FinishedRow } from '../../../core/import/finish';
import type { IncomingTrace } from '../../../core/ports';
import type { ImportResult } from '../../../core/protocol/results';
import type { ConvertedBatch, ConvertJob } from '../../../server/import/convert';
import type { ArrivingBatch } from '../../../server/import/converter-wire';
import { encodeTrace, headerOf, headOf } from '../../../server/store/log/trace-line';

export function jobFor(paths: readonly string[], options: Partial<ConvertJob> = {}): ConvertJob {
  return {
    files: paths.map((path) => ({ path, label: basename(path), bytes: statSync(path).size })),
    source: 'test',
    labels: [],
    attributes: {},
    mapping: {},
    recorded_at: '2026-01-01T00:00:00.000Z',
    redaction: {},
    retention_days: null,
    strict: paths.length === 1,
    ...options,
  };
}

/** What a store is handed, looked at in every way it can be. */
export async function arriving(batches: AsyncIterable<ArrivingBatch>) {
  const rows = [];
  for await (const batch of batches) {
    for (const { incoming, booked } of batch.rows) {
      const { key, acts, redactions, content, generic_id, body, trace } = incoming;
      rows.push({
        key,
        acts,
        redactions,
        content,
        generic_id,
        body,
        trace,
        booked,
        head: JSON.stringify(withoutOrder(headOf(incoming))),
        line: lineOf(incoming),
      });
    }
  }
  return rows;
}

/** By name: a head is made of a trace in one place, of a draft in another. */
function withoutOrder(head: object): object {
  return Object.fromEntries(Object.entries(head).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What the store writes for a row: the line that came with it, or the one it makes. */
function lineOf(row: IncomingTrace): string {
  const { recorded_at } = row.trace;
  const changes = { recorded_at };
  const made = encodeTrace(headerOf(headOf(row), row, row.content ?? '', changes), row, changes);
  return Buffer.from(row.written?.bytes ?? made).toString('utf8');
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
