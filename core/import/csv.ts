import { Refusal, rowLimit, tooLarge } from './refusals';

/** One row of a table with its 1-based line, or why it is none. */
export type CsvRow =
  | { readonly line: number; readonly size: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly size: number; readonly refusal: Refusal };

/**
 * Takes a table apart piece by piece: quoted cells may hold delimiters, line breaks and doubled quotes. A quote that is
 * never closed costs its own line, not the rest of the file.
 */
export class CsvReader {
  private text = '';
  private line = 1;
  private readonly plain: RegExp;

  constructor(private readonly delimiter: string) {
    this.plain = new RegExp(`[^${delimiter === '|' ? '\\|' : delimiter}\n]*`, 'y');
  }

  push(text: string): CsvRow[] {
    this.text += text;
    return this.read(false);
  }

  end(): CsvRow[] {
    return this.read(true);
  }

  private read(final: boolean): CsvRow[] {
    const rows: CsvRow[] = [];
    let at = 0;
    while (at < this.text.length) {
      const found = this.record(at, final);
      if (found === 'incomplete') {
        if (this.text.length - at <= rowLimit) break;
        at = this.dropLine(at, rows, tooLarge());
      } else if (found === 'unclosed') {
        at = this.dropLine(at, rows, new Refusal('invalid_csv', { reason: 'a quote that opens here is never closed' }));
      } else {
        const blank = found.cells.length === 1 && found.cells[0]?.trim() === '';
        if (!blank) rows.push({ line: this.line, size: found.end - at, cells: found.cells });
        this.count(at, found.end);
        at = found.end;
      }
    }
    this.text = this.text.slice(at);
    return rows;
  }

  /** Gives up on a row and goes on behind its first line. */
  private dropLine(at: number, rows: CsvRow[], refusal: Refusal): number {
    const newline = this.text.indexOf('\n', at);
    const end = newline < 0 ? this.text.length : newline + 1;
    rows.push({ line: this.line, size: end - at, refusal });
    this.count(at, end);
    return end;
  }

  private count(from: number, to: number): void {
    for (let at = this.text.indexOf('\n', from); at >= 0 && at < to; at = this.text.indexOf('\n', at + 1)) this.line++;
  }

  private record(start: number, final: boolean): { cells: string[]; end: number } | 'incomplete' | 'unclosed' {
    const cells: string[] = [];
    let at = start;
    for (;;) {
      const cell = this.text.charAt(at) === '"' ? this.quoted(at, final) : this.bare(at);
      if (typeof cell === 'string') return cell;
      at = cell.end;
      const next = this.text.charAt(at);
      if (next === '' && !final) return 'incomplete';
      const ends = next !== this.delimiter;
      cells.push(ends && cell.text.endsWith('\r') ? cell.text.slice(0, -1) : cell.text);
      if (ends) return { cells, end: at + (next === '\n' ? 1 : 0) };
      at++;
    }
  }

  private bare(at: number): { text: string; end: number } {
    this.plain.lastIndex = at;
    const text = this.plain.exec(this.text)?.[0] ?? '';
    return { text, end: at + text.length };
  }

  private quoted(start: number, final: boolean): { text: string; end: number } | 'incomplete' | 'unclosed' {
    let quote = this.text.indexOf('"', start + 1);
    while (quote >= 0 && this.text.charAt(quote + 1) === '"') quote = this.text.indexOf('"', quote + 2);
    if (quote < 0) return final ? 'unclosed' : 'incomplete';
    if (quote + 1 === this.text.length && !final) return 'incomplete';
    // What stands between the closing quote and the delimiter belongs to the cell as it is.
    const rest = this.bare(quote + 1);
    return { text: this.text.slice(start + 1, quote).replaceAll('""', '"') + rest.text, end: rest.end };
  }
}

const delimiters = [',', '\t', ';', '|'];
const sniffed = 30;

/** The delimiter of a table by its beginning; undefined when the text is no table of two or more columns. */
export function sniffDelimiter(head: string, whole: boolean): string | undefined {
  const fits = delimiters.map((delimiter) => ({ delimiter, ...fitOf(head, delimiter, whole) }));
  const best = fits
    .filter((fit) => fit.columns >= 2 && fit.share >= 0.6)
    .sort((a, b) => b.share - a.share || b.columns - a.columns)[0];
  return best?.delimiter;
}

function fitOf(head: string, delimiter: string, whole: boolean): { columns: number; share: number } {
  const reader = new CsvReader(delimiter);
  const rows = [...reader.push(head), ...(whole ? reader.end() : [])].slice(0, sniffed);
  const [header, ...body] = rows.flatMap((row) => ('cells' in row ? [row.cells] : []));
  const named = header?.some((cell) => cell.trim() !== '' && Number.isNaN(Number(cell))) ?? false;
  if (!header || !named) return { columns: 0, share: 0 };
  const same = body.filter((cells) => cells.length === header.length).length;
  return { columns: header.length, share: body.length === 0 ? 1 : same / body.length };
}

/** Column names as they can be used, and how many had to be given because another column has the name already. */
export interface ColumnNames {
  readonly names: readonly string[];
  readonly renamed: number;
}

/**
 * Without byte order mark, none empty, none twice: the first column of a name keeps it, the next is `name_2`, and so on
 * past names the header has itself.
 */
export function columnNames(header: readonly string[]): ColumnNames {
  const given = header.map((cell) => cell.replace(/^\ufeff/, '').trim());
  const taken = new Set(given);
  const used = new Set<string>();
  const free = (stem: string, from: number): string => {
    let n = from;
    while (taken.has(`${stem}_${n}`)) n++;
    taken.add(`${stem}_${n}`);
    return `${stem}_${n}`;
  };
  let renamed = 0;
  const names = given.map((name, i) => {
    if (name === '') return free('column', i + 1);
    if (!used.has(name)) {
      used.add(name);
      return name;
    }
    renamed++;
    return free(name, 2);
  });
  return { names, renamed };
}

/** A table's row as an object, as other rows are. Cells beyond the header must be empty. */
export function rowObject(names: readonly string[], cells: readonly string[]): Record<string, string> | Refusal {
  const extra = cells.slice(names.length).some((cell) => cell.trim() !== '');
  if (cells.length < names.length || extra) {
    return new Refusal('invalid_csv', { reason: `the header has ${names.length} columns, it has ${cells.length}` });
  }
  return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
}
