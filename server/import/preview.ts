import { Books, ReadBooks } from '../../core/import/books';
import { isFields } from '../../core/import/fields';
import { traceIn, type FinishedRow } from '../../core/import/finish';
import { checkMapping, MappedColumns, readsAs } from '../../core/import/mapping';
import { Refusal } from '../../core/import/refusals';
import { Problem } from '../../core/lib/problem';
import type { LogEvent } from '../../core/log/events';
import type { Taken } from '../../core/ports';
import type { ImportPreview } from '../../core/protocol/results';
import { MaskPreview } from '../../core/redact/preview';
import { Redactor } from '../../core/redact/redact';
import type { Trace } from '../../core/trace/model';
import { FileConverter, nameOf, RowList, type ConvertFile, type ConvertJob } from './convert';
import { readFile } from './read-file';

/** A preview reads this much and says so; the numbers are of what was read. */
const mostRows = 2000;
const mostBytes = 8 * 1024 * 1024;
const shownTraces = 3;
const shownFields = 100;

/**
 * What an import of these files would do, writing nothing. Small files are read whole.
 * @param known what the store makes of a trace
 * @throws Problem as `convert` does
 */
export async function importPreview(
  job: ConvertJob,
  signal: AbortSignal,
  known: (id: string) => Taken = () => 'new',
): Promise<ImportPreview> {
  checkMapping(job.mapping);
  const preview = new Preview(job, known);
  for (const { label, reason } of job.left_out ?? []) preview.leftOut({ path: label, label, bytes: 0 }, reason);
  for (const file of job.files) {
    try {
      await preview.read(file, signal);
    } catch (error) {
      if (job.strict || !(error instanceof Problem) || error.code === 'cancelled') throw error;
      preview.leftOut(file, error.message);
    }
  }
  return preview.result();
}

/** An act that a row brought with it, as a preview shows it. */
function saidBy({ body }: LogEvent): ImportPreview['sample'][number]['said'] {
  if (body.type === 'candidate') return [{ kind: 'candidate', answer: body.answer }];
  if (body.type !== 'signal') return [];
  const { kind, turn, answer, reason, scores, raw_score } = body;
  return [
    {
      kind,
      turn,
      ...(answer ? { answer } : {}),
      ...(reason === undefined ? {} : { reason }),
      ...(scores ? { scores } : {}),
      ...(raw_score === undefined ? {} : { raw_score }),
    },
  ];
}

class Preview {
  private readonly books = new Books();
  private readonly reading = new ReadBooks();
  private readonly masks: MaskPreview;
  private readonly columns: MappedColumns;
  private readonly seen = new Set<string>();
  private readonly fields = new Map<string, string | undefined>();
  private readonly files: ImportPreview['files'] = [];
  private readonly sample: ImportPreview['sample'] = [];
  private rows = 0;
  private bytes = 0;

  constructor(
    private readonly job: ConvertJob,
    private readonly known: (id: string) => Taken,
  ) {
    this.masks = new MaskPreview(new Redactor(job.redaction));
    this.columns = new MappedColumns(job.mapping);
  }

  async read(file: ConvertFile, signal: AbortSignal): Promise<void> {
    const redactor = { redactTrace: (trace: Trace) => this.masks.add(trace) };
    const converter = new FileConverter(this.job, file, this.reading, redactor, new RowList(), { columns: this.columns });
    const dialects = new Map<string, number>();
    for await (const { rows } of readFile(file.path, signal)) {
      for (const row of rows) {
        if (this.isEnough) break;
        this.rows++;
        this.bytes += row.bytes;
        this.takeFields(row.value);
        converter.take(row);
        this.enter(converter, dialects);
      }
      if (this.isEnough) {
        this.reading.note('only_beginning_read');
        break;
      }
    }
    converter.end();
    this.enter(converter, dialects);
    const [main] = [...dialects].sort((a, b) => b[1] - a[1]);
    this.files.push({ file: file.label, dialect: main?.[0] ?? 'unknown', bytes: file.bytes });
  }

  leftOut(file: ConvertFile, reason: string): void {
    this.reading.refuse(file.label, 0, new Refusal('file_unreadable', { reason }), 0);
    this.files.push({ file: file.label, dialect: 'unknown', bytes: file.bytes });
  }

  /** @throws Problem `mapping_column_missing` when all of the files was looked at */
  result(): ImportPreview {
    if (!this.isEnough) this.columns.check(nameOf(this.job));
    this.books.absorb(this.reading.drain());
    return {
      ...this.books.result(),
      files: this.files,
      fields: [...this.fields].map(([name, reads_as]) => (reads_as === undefined ? { name } : { name, reads_as })),
      masks: Object.entries(this.masks.counts).map(([kind, count]) => ({ kind, count, examples: this.examples(kind) })),
      sample: this.sample,
    };
  }

  private get isEnough(): boolean {
    return this.rows >= mostRows || this.bytes >= mostBytes;
  }

  private enter(converter: FileConverter<readonly FinishedRow[]>, dialects: Map<string, number>): void {
    for (const row of converter.drain()) {
      const { id } = row.head;
      this.books.taken(row.booked, this.seen.has(id) ? 'duplicate' : this.known(id), id);
      this.seen.add(id);
      dialects.set(row.booked.dialect, (dialects.get(row.booked.dialect) ?? 0) + 1);
      if (this.sample.length < shownTraces) this.sample.push({ ...traceIn(row), said: row.acts.flatMap(saidBy) });
    }
  }

  private takeFields(value: unknown): void {
    if (!isFields(value)) return;
    const mapped = new Map(Object.entries(this.job.mapping).map(([field, column]) => [column, field]));
    for (const name of Object.keys(value)) {
      if (this.fields.size >= shownFields) return;
      if (!this.fields.has(name)) this.fields.set(name.slice(0, 120), mapped.get(name) ?? readsAs(name));
    }
  }

  private examples(kind: string): string[] {
    return this.masks.examples
      .filter((example) => example.kind === kind)
      .map(({ before, marker, after }) => `${before}${marker}${after}`);
  }
}
