import { isUtf8 } from 'node:buffer';
import type { NoteCode } from '../../core/import/draft';
import { parseJson } from '../../core/import/json';
import { Refusal, tooLarge } from '../../core/import/refusals';
import { ValueScanner } from './values';

/** What one place of a file gave: a value, or why there is none. */
export interface FileRow {
  /** 1-based line on which it begins. */
  readonly line: number;
  /** How long it is written. */
  readonly bytes: number;
  readonly value?: unknown;
  readonly refusal?: Refusal;
  readonly notes?: readonly NoteCode[];
}

/** Reads the bytes of rows. `isLegacy`: the file is in an encoding of one byte per character, so that its bytes cannot be told. */
export class RowParser {
  constructor(readonly isLegacy: boolean) {}

  /** A line of JSON lines, or a value of a stream of values: nothing when it is blank, several rows when a line break is missing between them. */
  line(line: number, bytes: Buffer | undefined): readonly FileRow[] {
    if (!bytes) return [{ line, bytes: 0, refusal: tooLarge() }];
    if (bytes.length === 0) return [];
    const { text, notes } = this.text(bytes);
    if (text === undefined) return [{ line, bytes: bytes.length, refusal: new Refusal('unsupported_encoding') }];
    const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
    return this.parsed(line, bytes.length, plain, notes);
  }

  private parsed(line: number, bytes: number, text: string, notes: NoteCode[]): readonly FileRow[] {
    const parsed = parseJson(text);
    if (parsed.ok) return [rowOf(line, bytes, parsed.value, parsed.non_finite ? [...notes, 'not_a_number_read_as_null'] : notes)];
    if (text.includes('\0')) {
      const rest = text.replaceAll('\0', '');
      return rest.trim() === '' ? [] : this.parsed(line, bytes, rest, [...notes, 'nul_bytes_stripped']);
    }
    if (text.trim() === '') return [];
    const several = parsed.reason === 'something follows the value' ? this.several(line, text, notes) : undefined;
    return several ?? [{ line, bytes, refusal: invalidJson(text, line, parsed.reason, parsed.column), notes }];
  }

  /** `{…}{…}` on one line: a line break got lost. Only when every value is whole. */
  private several(line: number, text: string, notes: NoteCode[]): readonly FileRow[] | undefined {
    const scanner = new ValueScanner();
    const rows: FileRow[] = [];
    for (const value of [...scanner.push(Buffer.from(text)), ...scanner.end()]) {
      const parsed = parseJson(value.bytes?.toString('utf8') ?? '');
      if (!parsed.ok || typeof parsed.value !== 'object') return undefined;
      rows.push(rowOf(line, value.bytes?.length ?? 0, parsed.value, notes));
    }
    return rows.length > 1 ? rows : undefined;
  }

  /** Bytes as text. Broken characters are replaced in a UTF-8 file; in one of another encoding they mean nothing. */
  text(bytes: Buffer): { text: string | undefined; notes: NoteCode[] } {
    if (isUtf8(bytes)) return { text: bytes.toString('utf8'), notes: [] };
    return this.isLegacy ? { text: undefined, notes: [] } : { text: bytes.toString('utf8'), notes: ['encoding_replaced'] };
  }
}

function rowOf(line: number, bytes: number, value: unknown, notes: readonly NoteCode[]): FileRow {
  return notes.length === 0 ? { line, bytes, value } : { line, bytes, value, notes };
}

/** Says where: by column, and by line too when the value spans several. */
function invalidJson(text: string, line: number, reason: string, column: number): Refusal {
  if (/^\s*\{\s*'/.test(text)) {
    return new Refusal('invalid_json', { reason: 'it is written in Python’s notation, with single quotes,', column: 1 });
  }
  const before = text.slice(0, column - 1).split('\n');
  const place = (before.at(-1)?.length ?? 0) + 1;
  return new Refusal('invalid_json', {
    reason,
    column: before.length === 1 ? column : `${place} of line ${line + before.length - 1}`,
  });
}

/**
 * Whether text is in an old encoding (Latin-1, CP949): it has bytes that are not UTF-8 and no character that is beyond
 * ASCII and valid. A UTF-8 file with a few damaged places has both.
 */
export function isLegacy(head: Buffer): boolean {
  // The sample may end inside a character.
  const cut = head.length > 4 ? head.subarray(0, lastBoundary(head)) : head;
  if (isUtf8(cut)) return false;
  const replaced = cut.toString('utf8').replaceAll('\ufffd', '');
  return !/[\u0080-\uffff]/.test(replaced);
}

function lastBoundary(bytes: Buffer): number {
  let end = bytes.length;
  while (end > bytes.length - 4 && ((bytes[end - 1] ?? 0) & 0xc0) === 0x80) end--;
  return (bytes[end - 1] ?? 0) >= 0xc0 ? end - 1 : bytes.length;
}
