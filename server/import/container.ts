import { columnNames, sniffDelimiter } from '../../core/import/csv';
import { envelopeNames } from '../../core/import/envelope';
import { isFields } from '../../core/import/fields';
import { parseJson } from '../../core/import/json';
import { looksLikeMessage } from '../../core/import/messages';
import { chatTextOf, type ChatText } from './chat-text';
import { ValueScanner } from './values';

/** How a file holds its rows. */
export type Container =
  | { readonly kind: 'lines' }
  | { readonly kind: 'values' }
  /** The rows are in a list inside an object; `offset` is the byte behind its opening bracket. */
  | { readonly kind: 'envelope'; readonly offset: number }
  | { readonly kind: 'table'; readonly delimiter: string }
  /** Markdown that a program wrote its conversations down in. */
  | { readonly kind: 'chat'; readonly form: ChatText }
  | { readonly kind: 'unknown' };

const sampledLines = 50;

/**
 * Tells how a file holds its rows, by its beginning. JSON lines when at least half of the first lines parse alone, so
 * that a bad line stays alone; then lists and values in a row; then tables (LOOP §2).
 */
export function containerOf(head: Buffer, whole: boolean, path: string): Container {
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  if (holdsLines(text, whole)) return { kind: 'lines' };
  if (/^[\s\0]*[[{]/.test(text)) {
    const offset = envelopeOffset(head);
    return offset === undefined ? { kind: 'values' } : { kind: 'envelope', offset };
  }
  const form = chatTextOf(text);
  if (form) return { kind: 'chat', form };
  const delimiter = saidDelimiter(text) ?? sniffDelimiter(text, whole) ?? loneColumn(text, path);
  return delimiter === undefined ? { kind: 'unknown' } : { kind: 'table', delimiter };
}

/**
 * A list that is written on one line is a line that parses, but its elements are what is wanted; the same goes for an
 * object that is the whole file and holds a list of rows.
 */
function holdsLines(text: string, whole: boolean): boolean {
  const lines = text.split('\n');
  // The last line of the sample may be cut.
  if (!whole && lines.length > 1) lines.pop();
  const filled = lines.map((line) => line.trim().replace(/^\ufeff/, '')).filter((line) => line !== '' && !/^\0+$/.test(line));
  const sample = filled.slice(0, sampledLines);
  const [only] = sample;
  if (sample.length === 1 && only !== undefined) {
    // One line longer than the sample is a row of JSON lines unless it is a list.
    return whole ? only.startsWith('{') && !envelopeIn(only) && parseJson(only).ok : only.startsWith('{') && !envelopeIn(only);
  }
  const parsed = sample.filter((line) => parseJson(line).ok).length;
  return sample.length > 0 && parsed * 2 >= sample.length;
}

function envelopeIn(line: string): boolean {
  return envelopeOffset(Buffer.from(line)) !== undefined;
}

// Scalars may stand before the list; an object or list before it means a richer form than an envelope.
const scalarMember = String.raw`\s*"(?:[^"\\]|\\.){0,80}"\s*:\s*(?:"(?:[^"\\]|\\.){0,2000}"|-?[\d.eE+-]+|true|false|null)\s*,`;
const envelopeHead = new RegExp(String.raw`^[\s\0]*\{(?:${scalarMember}){0,40}\s*"(?:${envelopeNames.join('|')})"\s*:\s*\[`);

/** Where the list of an envelope begins, when its first element is a row and not a message. */
export function envelopeOffset(head: Buffer): number | undefined {
  // Latin-1 keeps one character per byte, and what is matched is ASCII.
  const found = envelopeHead.exec(head.toString('latin1'));
  if (!found) return undefined;
  const offset = found[0].length;
  const first = firstElement(head.subarray(offset));
  if (first === undefined) return undefined;
  return (isFields(first) && !looksLikeMessage(first)) || Array.isArray(first) ? offset : undefined;
}

/** The first element of a list; when it is longer than the sample, an object is taken for one that is a row. */
function firstElement(bytes: Buffer): unknown {
  const scanner = new ValueScanner(true);
  for (const value of scanner.push(bytes)) {
    const parsed = value.bytes ? parseJson(value.bytes.toString('utf8')) : undefined;
    return parsed?.ok ? parsed.value : undefined;
  }
  const text = bytes.toString('latin1', 0, 400);
  return /^\s*\{/.test(text) && !/^\s*\{\s*"(?:role|from|content|value)"/.test(text) ? {} : undefined;
}

/** Spreadsheets may say the delimiter in a line of its own: `sep=;`. */
function saidDelimiter(text: string): string | undefined {
  return /^sep=([,;|\t])\r?\n/i.exec(text)?.[1];
}

/** A table of one column looks like any text: only its name says what it is. */
function loneColumn(text: string, path: string): string | undefined {
  if (!/\.[ct]sv(?:\.gz)?$/i.test(path)) return undefined;
  const [name] = columnNames([text.split('\n', 1)[0]?.trim() ?? '']).names;
  return name !== undefined && name.length <= 120 ? ',' : undefined;
}
