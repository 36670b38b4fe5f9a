import stringWidth from 'string-width';
import { plain } from './text';
import { number } from './words';

/** A column; numbers stand to the right. */
export interface Column {
  readonly title: string;
  readonly right?: boolean;
}

/**
 * Plain columns, two spaces apart, that can be added to page by page: a column may grow with a later page, but never
 * shrinks.
 */
export class Table {
  private readonly columns: readonly Column[];
  private widths: number[];

  constructor(columns: readonly (string | Column)[]) {
    this.columns = columns.map((column) => (typeof column === 'string' ? { title: column } : column));
    this.widths = this.columns.map(({ title }) => width(title));
  }

  /** The lines of some more rows; the header comes first when `head`. */
  lines(rows: readonly (readonly string[])[], head = true): string[] {
    const cells = rows.map((row) => row.map(oneLine));
    this.widths = this.widths.map((before, i) => cells.reduce((most, row) => Math.max(most, width(row[i] ?? '')), before));
    return [...(head ? [this.columns.map(({ title }) => title)] : []), ...cells].map((row) => this.line(row));
  }

  private line(cells: readonly string[]): string {
    return cells
      .map((cell, i) => {
        const gap = ' '.repeat(Math.max(0, (this.widths[i] ?? 0) - width(cell)));
        return this.columns[i]?.right ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd();
  }
}

/** A whole table at once. */
export function table(columns: readonly (string | Column)[], rows: readonly (readonly string[])[]): string {
  return new Table(columns).lines(rows).join('\n');
}

/** `email 12, iban 3`; empty when there is nothing. Largest first; names are codes and stay as they are. */
export function countsLine(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, n]) => n > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, n]) => `${name} ${number(n)}`)
    .join(', ');
}

/** Named facts below each other, indented, their values in one column; what has no value is left out. */
export function facts(pairs: readonly (readonly [name: string, value: string | undefined])[]): string[] {
  const given = pairs.filter(([, value]) => value !== undefined && value !== '');
  const widest = given.reduce((most, [name]) => Math.max(most, name.length), 0);
  return given.map(([name, value]) => `  ${name.padEnd(widest)}  ${oneLine(value ?? '')}`);
}

function width(text: string): number {
  return stringWidth(text, { ambiguousIsNarrow: true });
}

function oneLine(text: string): string {
  return plain(text.replace(/\s+/g, ' '));
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** One line of at most n columns, with an ellipsis when something was cut; between characters as a reader counts them. */
export function clip(text: string, n: number): string {
  return cut(oneLine(text.slice(0, n * 16)).trim(), n);
}

/** A line cut to n columns, its spaces as they are. */
export function cut(line: string, n: number): string {
  if (width(line) <= n) return line;
  let [kept, used] = ['', 0];
  for (const { segment } of graphemes.segment(line)) {
    used += width(segment);
    if (used > n - 1) break;
    kept += segment;
  }
  return `${kept.trimEnd()}…`;
}
