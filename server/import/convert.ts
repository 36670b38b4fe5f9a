import { createHash, hash } from 'node:crypto';
import { ReadBooks, type ReadDelta } from '../../core/import/books';
import { Dispatcher } from '../../core/import/dispatcher';
import type { Draft, Scale } from '../../core/import/draft';
import { finishAll, type FinishContext, type FinishedRow } from '../../core/import/finish';
import { Refusal } from '../../core/import/refusals';
import { MappedColumns, type Mapping } from '../../core/import/mapping';
import { Problem } from '../../core/lib/problem';
import type { Hasher } from '../../core/ports';
import type { RedactOptions } from '../../core/redact/options';
import { Redactor } from '../../core/redact/redact';
import { FilePart, type Share } from './part';
import type { FileRow } from './rows';
import { readFile } from './read-file';

/** A file to convert. `label` is its name in `origin` and in the books. */
export interface ConvertFile {
  readonly path: string;
  readonly label: string;
  readonly bytes: number;
}

/** Everything a converter needs; plain data, so that it can be sent to a worker. */
export interface ConvertJob {
  readonly files: readonly ConvertFile[];
  readonly source: string;
  readonly labels: readonly string[];
  readonly attributes: Readonly<Record<string, string>>;
  readonly mapping: Mapping;
  readonly scale?: Scale | undefined;
  /** ISO UTC: when the import takes place. */
  readonly recorded_at: string;
  readonly redaction: RedactOptions;
  /** How long what comes in is kept; null for ever. */
  readonly retention_days: number | null;
  /** Folders that could not be looked into; entered in the books as refused. */
  readonly left_out?: readonly { readonly label: string; readonly reason: string }[] | undefined;
  /** A file that cannot be read at all ends the job with its Problem; else it is refused and the others go on. */
  readonly strict: boolean;
}

/** Takes finished rows one by one and gives them out in batches of its own form. */
export interface Gathering<Rows> {
  add(row: FinishedRow): void;
  /** What was added since the last call. */
  take(): Rows;
}

/** Converted rows, and what the books have to know of the part of the file they come from. */
export interface ConvertedBatch<Rows = readonly FinishedRow[]> {
  readonly rows: Rows;
  readonly delta: ReadDelta;
  /** Rises along the job: several converters' batches are put in order by it. */
  readonly order: number;
  /** Bytes read so far, of all files together. */
  readonly done: number;
}

/** Characters of JSON in one batch. */
const batchSize = 256 * 1024;
/** Conversations that are finished together, and the bytes of their rows at which fewer are. */
const together = 16;
const togetherBytes = 64 * 1024;

export const hasher: Hasher = {
  // The one-shot function is nearly twice as fast and in Node since 20.12.
  sha256: (text) => (typeof hash === 'function' ? hash('sha256', text, 'hex') : createHash('sha256').update(text).digest('hex')),
};

/** Rows as they are. */
export class RowList implements Gathering<readonly FinishedRow[]> {
  private rows: FinishedRow[] = [];

  add(row: FinishedRow): void {
    this.rows.push(row);
  }

  take(): readonly FinishedRow[] {
    return this.rows.splice(0);
  }
}

/**
 * Reads files and gives out finished rows in batches: parse, normalise, redact, write down. `share`: those of one of
 * several converters, which all get the same job; one with a mapping cannot be shared.
 * @throws Problem `cancelled`, `mapping_column_missing` at the end, or of a file when the job is strict
 */
export async function* convert<Rows>(
  job: ConvertJob,
  signal: AbortSignal,
  gathering: Gathering<Rows>,
  share?: Share,
): AsyncGenerator<ConvertedBatch<Rows>> {
  const books = new ReadBooks();
  const redactor = new Redactor(job.redaction);
  for (const { label, reason } of (share?.index ?? 0) === 0 ? (job.left_out ?? []) : [])
    books.refuse(label, 0, new Refusal('file_unreadable', { reason }), 0);
  let before = 0;
  const columns = new MappedColumns(job.mapping);
  for (const [n, file] of job.files.entries()) {
    const part = new FilePart(share, n, file);
    const converter = new FileConverter(job, file, books, redactor, gathering, { columns, part });
    if (part.isOver()) {
      before += file.bytes;
      continue;
    }
    let { order } = part;
    const batch = (position: number) => ({ rows: converter.drain(), delta: books.drain(), done: before + position, order });
    try {
      for await (const { rows, position } of readFile(file.path, signal, part)) {
        for (const row of rows) {
          if (part.order !== order) yield batch(position);
          ({ order } = part);
          converter.take(row);
          if (converter.isFull) yield batch(position);
        }
        if (signal.aborted) throw new Problem('cancelled');
        if (part.isOver()) break;
      }
      converter.end();
    } catch (error) {
      if (job.strict || !(error instanceof Problem) || error.code === 'cancelled') throw error;
      if (part.isOwner) books.refuse(file.label, 0, new Refusal('file_unreadable', { reason: error.message }), 0);
    }
    yield batch(file.bytes);
    before += file.bytes;
  }
  columns.check(nameOf(job));
}

/** What the files of a job are called together. */
export function nameOf({ files }: Pick<ConvertJob, 'files'>): string {
  const [first] = files;
  return files.length === 1 && first ? first.label : `any of the ${files.length} files`;
}

interface FileOptions {
  readonly columns?: MappedColumns | undefined;
  readonly part?: FilePart;
}

/** Takes the rows of one file and gathers what has become of them. */
export class FileConverter<Rows> {
  private size = 0;
  private drafts: Draft[] = [];
  private draftBytes = 0;
  private readonly dispatcher: Dispatcher;
  private readonly context: FinishContext;
  private readonly part: FilePart;
  /** The first rows are another's: they are read to see what the file is. */
  private isSilent: boolean;

  constructor(
    job: Omit<ConvertJob, 'files' | 'redaction' | 'strict' | 'retention_days'>,
    private readonly file: ConvertFile,
    private readonly books: ReadBooks,
    redactor: FinishContext['redactor'],
    private readonly gathering: Gathering<Rows>,
    { columns, part = new FilePart() }: FileOptions = {},
  ) {
    this.part = part;
    this.isSilent = !part.isOwner;
    const { source, labels, attributes, recorded_at, scale, mapping } = job;
    this.context = { source, labels, attributes, recorded_at, file: file.label, hasher, redactor };
    this.dispatcher = new Dispatcher(
      {
        draft: (draft) => this.isSilent || this.hold(draft),
        refuse: (line, refusal, records = 1) => this.isSilent || books.refuse(file.label, line, refusal, records),
        read: (records) => this.isSilent || books.read(records),
        used: (records) => this.isSilent || books.used(records),
        ignored: (records) => this.isSilent || books.ignored(records),
        note: (code) => this.isSilent || books.note(code),
      },
      { scale, mapping, columns },
    );
  }

  take(row: FileRow): void {
    if (!this.isSilent) for (const note of row.notes ?? []) this.books.note(note);
    this.dispatch(row);
    this.draftBytes += row.bytes;
    if (this.draftBytes >= togetherBytes) this.finish();
    const { found } = this.dispatcher;
    if (found === undefined) return;
    this.part.rows = found === 'whole' ? 'together' : 'alone';
    this.isSilent = this.part.isOver();
  }

  private dispatch(row: FileRow): void {
    if (!row.refusal) this.dispatcher.row({ value: row.value, line: row.line }, row.bytes);
    // What is wrong with the whole file is no record of it.
    else if (row.refusal.code !== 'file_unreadable') this.dispatcher.refuse(row.line, row.refusal);
    else if (!this.isSilent) this.books.refuse(this.file.label, row.line, row.refusal, 0);
  }

  end(): void {
    this.dispatcher.end();
  }

  get isFull(): boolean {
    return this.size >= batchSize;
  }

  drain(): Rows {
    this.finish();
    this.size = 0;
    return this.gathering.take();
  }

  private hold(draft: Draft): void {
    if (this.drafts.push(draft) >= together) this.finish();
  }

  private finish(): void {
    const { drafts } = this;
    this.drafts = [];
    this.draftBytes = 0;
    for (const row of finishAll(drafts, this.context)) {
      this.gathering.add(row);
      this.size += row.body.length;
    }
  }
}
