import { columnNames, CsvReader, rowObject, type CsvRow } from '../../core/import/csv';
import type { NoteCode } from '../../core/import/draft';
import { Refusal } from '../../core/import/refusals';
import { archiveRows, isArchive } from './archive';
import { openText, type TextBytes } from './bytes';
import { ChatTextRows } from './chat-text';
import { containerOf } from './container';
import { LineSplitter, type Line } from './lines';
import { FilePart } from './part';
import { isLegacy, RowParser, type FileRow } from './rows';
import { ValueScanner, type ValueBytes } from './values';

/** A piece of a file's rows. They are read while they are iterated, so that no more than one is held. */
export interface RowChunk {
  readonly rows: Iterable<FileRow>;
  /** Bytes of the file on disk read so far. */
  readonly position: number;
}

/**
 * The rows of one file in order, streamed: a chunk of bytes and at most one row (20 MB) are held at a time. With `part`
 * those that it wants.
 * @throws Problem when the file cannot be read, is empty, is not text, or `cancelled`
 */
export async function* readFile(path: string, signal: AbortSignal, part = new FilePart()): AsyncGenerator<RowChunk> {
  if (await isArchive(path)) {
    if (part.isOwner) yield* archiveRows(path, signal);
    return;
  }
  const text = await openText(path, signal, part.upTo);
  const rows = readerFor(text, path, part);
  for await (const chunk of text.chunks) yield { rows: rows.push(chunk), position: text.position() };
  yield { rows: rows.end(), position: text.position() };
  const broken = text.broken();
  if (broken !== undefined && part.isOwner) {
    const refusal = new Refusal('file_unreadable', { reason: `Only its beginning was read: ${broken}.` });
    yield { rows: [{ line: 0, bytes: 0, refusal }], position: text.position() };
  }
}

interface RowSource {
  push(chunk: Buffer): Iterable<FileRow>;
  end(): Iterable<FileRow>;
}

function readerFor(text: TextBytes, path: string, part: FilePart): RowSource {
  const container = containerOf(text.head, text.whole, path);
  const parser = new RowParser(isLegacy(text.head));
  switch (container.kind) {
    case 'lines':
      return new LineRows(parser, part);
    case 'values':
      return new ValueRows(parser, part, new ValueScanner());
    case 'envelope': {
      const lines = text.head.subarray(0, container.offset).filter((byte) => byte === 10).length;
      return new ValueRows(parser, part, new ValueScanner(true, lines + 1), container.offset);
    }
    case 'table':
      return new TableRows(parser, part, container.delimiter);
    // What is rare or small is not dealt out.
    case 'chat':
      return part.isOwner ? new ChatTextRows(container.form, parser) : noRows;
    case 'unknown':
      return part.isOwner ? unknownRows(text.head.length) : noRows;
  }
}

const noRows: RowSource = { push: () => [], end: () => [] };

class LineRows implements RowSource {
  private readonly splitter = new LineSplitter();

  constructor(
    private readonly parser: RowParser,
    private readonly part: FilePart,
  ) {}

  push(chunk: Buffer): Generator<FileRow> {
    return this.rows(this.splitter.push(chunk));
  }

  end(): Generator<FileRow> {
    return this.rows(this.splitter.end());
  }

  private *rows(lines: Iterable<Line>): Generator<FileRow> {
    for (const { line, at, bytes } of lines) if (this.part.wants(at)) yield* this.parser.line(line, bytes);
  }
}

class ValueRows implements RowSource {
  constructor(
    private readonly parser: RowParser,
    private readonly part: FilePart,
    private readonly scanner: ValueScanner,
    private skip = 0,
  ) {}

  *push(chunk: Buffer): Generator<FileRow> {
    const bytes = this.skip > 0 ? chunk.subarray(this.skip) : chunk;
    this.skip = Math.max(0, this.skip - chunk.length);
    yield* this.rows(this.scanner.push(bytes));
  }

  end(): Generator<FileRow> {
    return this.rows(this.scanner.end());
  }

  private *rows(values: Iterable<ValueBytes>): Generator<FileRow> {
    for (const { line, at, bytes } of values) if (this.part.wants(at)) yield* this.parser.line(line, bytes);
  }
}

class TableRows implements RowSource {
  private readonly reader: CsvReader;
  private readonly decoder = new TextDecoder('utf-8');
  private names: readonly string[] | undefined;
  private at = 0;
  /** What is to be said once, with the first row. */
  private notes: NoteCode[] = [];

  constructor(
    private readonly parser: RowParser,
    private readonly part: FilePart,
    delimiter: string,
  ) {
    this.reader = new CsvReader(delimiter);
  }

  *push(chunk: Buffer): Generator<FileRow> {
    const text = this.decoder.decode(chunk, { stream: true });
    for (const row of this.reader.push(text)) yield* this.row(row);
  }

  *end(): Generator<FileRow> {
    for (const row of this.reader.push(this.decoder.decode())) yield* this.row(row);
    for (const row of this.reader.end()) yield* this.row(row);
  }

  private *row(row: CsvRow): Generator<FileRow> {
    const { at } = this;
    this.at += row.size;
    if (this.names && !this.part.wants(at)) return;
    const base = { line: row.line, bytes: row.size };
    if ('refusal' in row) {
      yield { ...base, refusal: row.refusal };
      return;
    }
    if (!this.names) {
      if (/^sep=$/i.test(row.cells[0] ?? '')) return;
      const { names, renamed } = columnNames(row.cells);
      this.names = names;
      this.notes = Array.from({ length: renamed }, () => 'column_renamed');
      return;
    }
    const replaced = row.cells.some((cell) => cell.includes('\ufffd'));
    if (replaced && this.parser.isLegacy) {
      yield { ...base, refusal: new Refusal('unsupported_encoding') };
      return;
    }
    const value = rowObject(this.names, row.cells);
    const notes = replaced ? [...this.notes.splice(0), 'encoding_replaced' as const] : this.notes.splice(0);
    yield { ...base, ...(value instanceof Refusal ? { refusal: value } : { value }), ...(notes.length > 0 ? { notes } : {}) };
  }
}

/** Text that is neither JSON nor a table: one refusal says so for the whole file. */
function unknownRows(size: number): RowSource {
  const refusal = new Refusal('unrecognised_shape', {
    fields: 'none, this is neither JSON nor a table',
    example: '--map prompt=YOUR_COLUMN',
  });
  return { push: () => [], end: () => [{ line: 1, bytes: size, refusal }] };
}
