import type { BookedRow } from '../../core/import/books';
import { incomingOf, type FinishedRow } from '../../core/import/finish';
import type { ProblemArgs, ProblemCode } from '../../core/lib/problem';
import type { IncomingTrace, TraceFacts, WrittenTrace } from '../../core/ports';
import { traceKey } from '../../core/trace/identity';
import type { Trace } from '../../core/trace/model';
import { factsOf } from '../store/fold/facts';
import { headerJson } from '../store/log/header-json';
import { LinePacker, type LineReader, type PackedLines } from '../store/log/line-packer';
import { bodyText } from '../store/log/line';
import { decodeHeader, decodeTrace, expiryOf, headerOf, type TraceHeader } from '../store/log/trace-line';
import { FactPacker, FactReader, type PackedFacts } from './columns';
import type { ConvertedBatch, ConvertJob, Gathering } from './convert';
import type { Share } from './part';

/** Batches given out and not yet taken; more would only fill memory. */
export const inFlight = 6;

/** A converted row as the store takes it. */
export interface ArrivingRow {
  readonly incoming: IncomingTrace;
  readonly booked: BookedRow;
}

export type ArrivingBatch = Omit<ConvertedBatch, 'rows'> & { readonly rows: readonly ArrivingRow[] };

/** Rows on their way between threads: the finished lines of the log, and beside them what the store has to know of each. */
export interface PackedRows {
  readonly facts: PackedFacts;
  readonly lines: readonly PackedLines[];
}

/** Packs each row at once: what is held until a batch is full costs the collector more than the work itself. */
export class RowPacker implements Gathering<PackedRows> {
  private readonly lines = new LinePacker();
  private readonly facts = new FactPacker();

  constructor(private readonly retentionDays: number | null) {}

  add(row: FinishedRow): void {
    const { key, acts, booked, head, content, body } = row;
    const { recorded_at } = head;
    const header = headerOf(head, row, content, { recorded_at, expires_at: expiryOf(recorded_at, this.retentionDays) });
    this.lines.add(headerJson(header), body);
    this.facts.add(factsOf(header), acts, booked, key === keyOf(header) ? undefined : key);
  }

  /** The lines in these pieces were taken. */
  reuse(pieces: readonly number[]): void {
    this.lines.reuse(pieces);
  }

  take(): PackedRows {
    return { facts: this.facts.take(), lines: this.lines.take() };
  }
}

/** `lines`: what has read everything that came from the same packer before. */
export function unpacked({ rows, ...rest }: ConvertedBatch<PackedRows>, lines: LineReader): ArrivingBatch {
  const reader = new FactReader(rows.facts);
  const arriving: ArrivingRow[] = [];
  for (const bytes of lines.lines(rows.lines)) {
    const row = arriving.length;
    arriving.push({ incoming: new ArrivingTrace(reader, row, bytes), booked: reader.booked(row) });
  }
  if (arriving.length !== reader.rows) throw new Error('a batch has other lines than rows');
  return { rows: arriving, ...rest };
}

export function arrivingHere({ rows, ...rest }: ConvertedBatch): ArrivingBatch {
  return { rows: rows.map((row) => ({ incoming: incomingOf(row), booked: row.booked })), ...rest };
}

/** What is seldom asked for is read from the line. */
class ArrivingTrace implements IncomingTrace {
  readonly written: WrittenTrace;
  readonly acts: IncomingTrace['acts'];

  constructor(
    private readonly reader: FactReader,
    private readonly row: number,
    private readonly bytes: Buffer,
  ) {
    this.acts = reader.acts(row);
    this.written = new WrittenLine(reader.facts(row), bytes);
  }

  get key(): string {
    return this.reader.key(this.row) ?? keyOf(this.written.header);
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

  get body(): string {
    return bodyText(this.bytes);
  }

  get trace(): Trace {
    return decodeTrace(this.bytes);
  }
}

/** What most rows are known by: their own id, if they have one, and what they say. */
function keyOf({ generic_id, content }: TraceHeader): string {
  return traceKey({ generic_id, content });
}

class WrittenLine implements WrittenTrace {
  private decoded: TraceHeader | undefined;

  constructor(
    readonly facts: TraceFacts,
    readonly bytes: Buffer,
  ) {}

  get header(): TraceHeader {
    this.decoded ??= decodeHeader(this.bytes);
    if (!this.decoded) throw new Error('a converted line has no header');
    return this.decoded;
  }
}

/** What a converting worker is to do: the first thing it is told. */
export interface ConverterTask {
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

/** `taken`: a batch was taken, the next may come, and these pieces may be written over. `stop`: nobody wants the rest. */
export type ToConverter = ConverterTask | { readonly taken: readonly number[] } | 'stop';
