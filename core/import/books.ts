import type { Taken } from '../ports';
import type { ImportResult } from '../protocol/results';
import type { Draft, NoteCode, Shape } from './draft';
import type { Refusal } from './refusals';

/** A refused row as it is reported. */
export type RefusedRow = ImportResult['refused_rows'][number];

/** How many refused rows and ids a result lists; the counts go on. */
const listedRefusals = 100;
export const listedIds = 1000;

/** What the reading side of an import has counted since it was last asked; crosses from the converter to the engine. */
export interface ReadDelta {
  readonly records: ImportResult['records'];
  readonly refused_by: Readonly<Record<string, number>>;
  readonly refused_rows: readonly RefusedRow[];
  readonly notes: Readonly<Record<string, number>>;
}

/** What one conversation adds to the books. */
export interface BookedRow {
  readonly shape: Shape;
  readonly dialect: string;
  readonly reviewed: boolean;
  readonly candidates: number;
  readonly redactions: Readonly<Record<string, number>>;
}

export function bookedRow(draft: Draft, redactions: Readonly<Record<string, number>>): BookedRow {
  return {
    shape: draft.shape,
    dialect: draft.dialect,
    reviewed: draft.verdicts.some((verdict) => verdict.kind !== 'score'),
    candidates: draft.candidates.length,
    redactions,
  };
}

type Counts = Map<string, number>;

function add(counts: Counts, code: string, by = 1): void {
  if (by !== 0) counts.set(code, (counts.get(code) ?? 0) + by);
}

/** The reading side: records and refusals. */
export class ReadBooks {
  private records = noRecords();
  private refused_by: Counts = new Map();
  private refused_rows: RefusedRow[] = [];
  private listed = 0;
  private notes: Counts = new Map();

  /** A record was taken from the file. */
  read(records = 1): void {
    this.records.read += records;
  }

  used(records: number): void {
    this.records.used += records;
  }

  ignored(records: number): void {
    this.records.ignored += records;
  }

  refuse(file: string, line: number, refusal: Refusal, records: number): void {
    this.records.refused += records;
    add(this.refused_by, refusal.code);
    if (this.listed++ >= listedRefusals) return;
    this.refused_rows.push({ file, line, code: refusal.code, message: refusal.message });
  }

  note(code: NoteCode, by = 1): void {
    add(this.notes, code, by);
  }

  /** What was counted since the last call. */
  drain(): ReadDelta {
    const delta = {
      records: this.records,
      refused_by: Object.fromEntries(this.refused_by),
      refused_rows: this.refused_rows,
      notes: Object.fromEntries(this.notes),
    };
    this.records = noRecords();
    this.refused_by = new Map();
    this.refused_rows = [];
    this.notes = new Map();
    return delta;
  }
}

function noRecords(): ImportResult['records'] {
  return { read: 0, used: 0, ignored: 0, refused: 0 };
}

/** The whole books of an import (LOOP §2): what was read, and what the store made of it. */
export class Books {
  private imported = 0;
  private duplicates = 0;
  private reviewed = 0;
  private candidates = 0;
  private id_reused = 0;
  private readonly records = noRecords();
  private readonly by_shape: Counts = new Map();
  private readonly refused_by: Counts = new Map();
  private readonly refused_rows: RefusedRow[] = [];
  private readonly redactions: Counts = new Map();
  private readonly dialects: Counts = new Map();
  private readonly notes: Counts = new Map();
  private readonly trace_ids: string[] = [];

  /** Adds what the reading side has counted. */
  absorb(delta: ReadDelta): void {
    for (const name of ['read', 'used', 'ignored', 'refused'] as const) this.records[name] += delta.records[name];
    for (const [code, count] of Object.entries(delta.refused_by)) add(this.refused_by, code, count);
    for (const [code, count] of Object.entries(delta.notes)) add(this.notes, code, count);
    this.refused_rows.push(...delta.refused_rows.slice(0, listedRefusals - this.refused_rows.length));
  }

  /** Enters a conversation and what became of it. A duplicate changed nothing, so nothing of it was masked or judged anew. */
  taken(row: BookedRow, taken: Taken, id: string): void {
    add(this.by_shape, row.shape);
    add(this.dialects, row.dialect);
    if (row.reviewed) this.reviewed++;
    this.candidates += row.candidates;
    if (taken === 'duplicate') {
      this.duplicates++;
      return;
    }
    this.imported++;
    if (taken === 'id_reused') this.id_reused++;
    if (taken === 'revision') add(this.notes, 'revision');
    if (taken === 'returned') add(this.notes, 'deleted_before');
    for (const [kind, count] of Object.entries(row.redactions)) add(this.redactions, kind, count);
    if (this.trace_ids.length < listedIds) this.trace_ids.push(id);
  }

  /** Conversations and rows entered so far. */
  get read(): number {
    return this.imported + this.duplicates + sum(this.refused_by);
  }

  get counts(): { readonly imported: number; readonly duplicates: number; readonly refused: number } {
    return { imported: this.imported, duplicates: this.duplicates, refused: sum(this.refused_by) };
  }

  /** @throws Error when the books do not add up: that is a bug, and better seen than hidden */
  result(): ImportResult {
    const { read, used, ignored, refused } = this.records;
    if (read !== used + ignored + refused) throw new Error(`records do not add up: ${read} ≠ ${used} + ${ignored} + ${refused}`);
    if (sum(this.by_shape) !== this.imported + this.duplicates) throw new Error('shapes do not add up');
    return {
      read: this.read,
      ...this.counts,
      reviewed: this.reviewed,
      candidates: this.candidates,
      id_reused: this.id_reused,
      records: { read, used, ignored, refused },
      by_shape: Object.fromEntries(this.by_shape),
      refused_by: Object.fromEntries(this.refused_by),
      refused_rows: this.refused_rows,
      redactions: Object.fromEntries(this.redactions),
      dialects: Object.fromEntries(this.dialects),
      trace_ids: this.trace_ids,
      notes: Object.fromEntries(this.notes),
    };
  }
}

function sum(counts: Counts): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
