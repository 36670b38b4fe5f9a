import { promptField } from './base';
import { isFields } from './fields';
import type { Dialect, ReadOptions, Row, RowReader, Sink } from './draft';
import { unwrapEnvelope, unwrapRow } from './envelope';
import { dialects } from './index';
import { kindOf } from './judged';
import { applyMapping, type MappedColumns, type Mapping } from './mapping';
import { Refusal, unrecognisedShape } from './refusals';

/** How many rows are looked at before a dialect that spans rows may take a file, and how much text they may be. */
const sampleRows = 50;
const sampleBytes = 4 * 1024 * 1024;

const rowDialects = dialects.filter((dialect) => !dialect.whole_file);
const fileDialects = dialects.filter((dialect) => dialect.whole_file);

export interface DispatchOptions extends ReadOptions {
  readonly mapping?: Mapping | undefined;
  /** Told of every row, to see whether the mapped columns are there. */
  readonly columns?: MappedColumns | undefined;
}

/** Gives each row of one file to the dialect it is written in. One file, one dispatcher. */
export class Dispatcher {
  private sample: { row: Row; refusal?: Refusal }[] | undefined = [];
  private sampled = 0;
  private whole: { dialect: Dialect; reader: RowReader } | undefined;
  private readonly readers = new Map<string, RowReader>();

  constructor(
    private readonly sink: Sink & { read(records: number): void },
    private readonly options: DispatchOptions,
  ) {}

  /** Takes one value of the file; `bytes` is how long it was written. */
  row(row: Row, bytes: number): void {
    const mapped = this.mapped(row);
    const dialect = this.find(mapped.value);
    const rows = dialect ? undefined : unwrapEnvelope(mapped.value);
    if (rows === undefined || rows.length === 0) {
      this.take(mapped, dialect, bytes);
      return;
    }
    for (const value of rows) {
      const inner = this.mapped({ value, line: row.line });
      this.take(inner, this.find(inner.value), bytes / rows.length);
    }
  }

  /** Whether the first rows have told what the file is; `whole`: its rows belong together. */
  get found(): 'whole' | 'rows' | undefined {
    if (this.sample) return undefined;
    return this.whole ? 'whole' : 'rows';
  }

  private mapped(row: Row): Row {
    const { mapping = {}, columns } = this.options;
    const unwrapped = unwrapRow(row.value);
    columns?.look(unwrapped);
    const value = applyMapping(unwrapped, mapping);
    return value === row.value ? row : { value, line: row.line };
  }

  /** Takes note of a value that could not be read at all. */
  refuse(line: number, refusal: Refusal): void {
    if (!this.sample) this.refuseNow(line, refusal);
    else if (this.sample.push({ row: { value: undefined, line }, refusal }) >= sampleRows) this.settle();
  }

  /** The file is over. */
  end(): void {
    this.settle();
    this.whole?.reader.end();
    for (const reader of this.readers.values()) reader.end();
  }

  /** The dialect of a value: the file's own before the rest. */
  private find(value: unknown): Dialect | undefined {
    if (this.whole?.dialect.detect(value) === true) return this.whole.dialect;
    return (this.sample ? dialects : rowDialects).find((dialect) => dialect.detect(value));
  }

  private take(row: Row, dialect: Dialect | undefined, bytes: number): void {
    if (!this.sample) {
      this.dispatch(row, dialect);
      return;
    }
    this.sample.push({ row });
    this.sampled += bytes;
    if (this.sample.length >= sampleRows || this.sampled >= sampleBytes) this.settle();
  }

  /** Decides whether one dialect takes the file, and reads what was held back. */
  private settle(): void {
    const sample = this.sample;
    if (!sample) return;
    this.sample = undefined;
    const rows = sample.flatMap(({ row, refusal }) => (refusal || !isFields(row.value) ? [] : [row.value]));
    const taker = fileDialects.find((dialect) => {
      const own = rows.filter((value) => dialect.detect(value)).length;
      return dialect.whole_file && own > 0 && own >= rows.length * dialect.whole_file.share;
    });
    if (taker) this.whole = { dialect: taker, reader: taker.read(this.sink, this.options) };
    for (const { row, refusal } of sample) {
      if (refusal) this.refuseNow(row.line, refusal);
      else this.dispatch(row, this.find(row.value));
    }
  }

  private refuseNow(line: number, refusal: Refusal): void {
    this.sink.read(1);
    this.sink.refuse(line, refusal);
  }

  private dispatch(row: Row, dialect: Dialect | undefined): void {
    this.sink.read(1);
    if (this.whole && (!dialect || dialect === this.whole.dialect)) this.whole.reader.row(row);
    else if (dialect) this.readerOf(dialect).row(row);
    else this.sink.refuse(row.line, refusalOf(row.value));
  }

  private readerOf(dialect: Dialect): RowReader {
    const known = this.readers.get(dialect.id);
    if (known) return known;
    const reader = dialect.read(this.sink, this.options);
    this.readers.set(dialect.id, reader);
    return reader;
  }
}

const messageNames = ['messages', 'conversations', 'conversation'];

/** Why a row that no dialect knows stays outside. */
function refusalOf(value: unknown): Refusal {
  if (!isFields(value)) return new Refusal('not_an_object', { kind: kindOf(value) });
  const name = messageNames.find((field) => Object.hasOwn(value, field));
  if (name !== undefined)
    return new Refusal('no_messages', { reason: `${name} is ${kindOf(value[name])}, not a list of messages` });
  return promptField(value) === undefined ? unrecognisedShape(Object.keys(value)) : new Refusal('no_answer');
}
