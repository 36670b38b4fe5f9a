import type { BookedRow } from '../../core/import/books';
import { incomingOf, type FinishedRow } from '../../core/import/finish';
import type { ProblemArgs, ProblemCode } from '../../core/lib/problem';
import type { IncomingTrace } from '../../core/ports';
import type { Trace } from '../../core/trace/model';
import { linesIn, LinePacker, type PackedLines } from '../store/log/line-packer';
import { bodyText } from '../store/log/line';
import { decodeHeader, decodeTrace, expiryOf, headerOf, type TraceHeader } from '../store/log/trace-line';
import type { ConvertedBatch, ConvertJob, Gathering } from './convert';
import type { Share } from './part';

/** Batches given out and not yet taken; more would only fill memory. */
export const inFlight = 4;

/** A converted row as the store takes it. */
export interface ArrivingRow {
  readonly incoming: IncomingTrace;
  readonly booked: BookedRow;
}

export type ArrivingBatch = Omit<ConvertedBatch, 'rows'> & { readonly rows: readonly ArrivingRow[] };

/**
 * Rows on their way between threads: the finished lines of the log, which move without a copy, and beside them what the
 * store has to know of each as one JSON text, which is copied twice as fast as objects.
 */
export interface PackedRows {
  readonly beside: string;
  readonly lines: readonly PackedLines[];
}

/** What is beside a row's line, whose header says the rest. */
type Beside = Pick<FinishedRow, 'key' | 'acts' | 'booked'>;

/** Packs each row at once: what is held until a batch is full costs the collector more than the work itself. */
export class RowPacker implements Gathering<PackedRows> {
  private readonly lines = new LinePacker();
  private beside: string[] = [];

  constructor(private readonly retentionDays: number | null) {}

  add(row: FinishedRow): void {
    const { key, acts, booked, head, content, json } = row;
    const { recorded_at } = head;
    const changes = { recorded_at, expires_at: expiryOf(recorded_at, this.retentionDays) };
    this.lines.add(JSON.stringify(headerOf(head, row, content, changes)), json);
    const beside: Beside = { key, acts, booked };
    this.beside.push(JSON.stringify(beside));
  }

  /** Memory of lines that were taken. */
  reuse(pieces: readonly ArrayBuffer[]): void {
    this.lines.reuse(pieces);
  }

  take(): PackedRows {
    const beside = `[${this.beside.join(',')}]`;
    this.beside = [];
    return { beside, lines: this.lines.take() };
  }
}

export function unpacked({ rows, ...rest }: ConvertedBatch<PackedRows>): ArrivingBatch {
  // Our own writing of a moment ago: nothing to check.
  const beside = JSON.parse(rows.beside) as Beside[];
  const bytes = linesIn(rows.lines);
  return { rows: beside.map((row) => arriving(row, bytes.next().value ?? Buffer.alloc(0))), ...rest };
}

export function arrivingHere({ rows, ...rest }: ConvertedBatch): ArrivingBatch {
  return { rows: rows.map((row) => ({ incoming: incomingOf(row), booked: row.booked })), ...rest };
}

function arriving({ key, acts, booked }: Beside, bytes: Buffer): ArrivingRow {
  const header = decodeHeader(bytes);
  if (!header) throw new Error('a converted line has no header');
  return { incoming: new ArrivingTrace(key, acts, header, bytes), booked };
}

/** What is seldom asked for is read from the line. */
class ArrivingTrace implements IncomingTrace {
  readonly written: { readonly header: TraceHeader; readonly bytes: Buffer };

  constructor(
    readonly key: string,
    readonly acts: IncomingTrace['acts'],
    header: TraceHeader,
    bytes: Buffer,
  ) {
    this.written = { header, bytes };
  }

  get redactions(): IncomingTrace['redactions'] {
    return this.written.header.redactions;
  }

  get content(): string {
    return this.written.header.content;
  }

  get generic_id(): string | undefined {
    return this.written.header.generic_id;
  }

  get json(): string {
    return bodyText(this.written.bytes);
  }

  get trace(): Trace {
    return decodeTrace(this.written.bytes);
  }
}

/** What a converting worker starts with. */
export interface ConverterData {
  readonly job: ConvertJob;
  readonly share: Share;
}

/** One message of the converting worker. The last one is `end`, `problem` or `failure`. */
export type FromConverter =
  | { readonly batch: ConvertedBatch<PackedRows> }
  | { readonly end: true }
  | { readonly problem: { readonly code: ProblemCode; readonly args: ProblemArgs } }
  /** A bug, with its stack. */
  | { readonly failure: string };

/** `taken`: a batch was taken, the next may come; here is its memory. `stop`: nobody wants the rest. */
export type ToConverter = { readonly taken: readonly ArrayBuffer[] } | 'stop';
