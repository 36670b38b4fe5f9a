import { Problem } from '../lib/problem';

/** A piece of filter text with where it stands (UTF-16 offsets). */
export interface Piece {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
}

/** One term: `key:a,b`, `key=a,b`, or a phrase (no key). */
export interface Term {
  readonly start: number;
  readonly negated: boolean;
  readonly key: Piece | undefined;
  readonly sign: ':' | '=' | undefined;
  /** Empty only when nothing follows the sign. */
  readonly values: readonly Piece[];
}

export function sliceProblem(offset: number, reason: string): Problem {
  return new Problem('slice_invalid', { column: offset + 1, reason });
}

/** Splits filter text into terms. @throws Problem `slice_invalid` for a quote that is never closed */
export function termsOf(text: string): Term[] {
  const terms: Term[] = [];
  for (let at = pastSpace(text, 0); at < text.length; at = pastSpace(text, at)) {
    const { term, end } = readTerm(text, at);
    if (end < text.length && !isSpace(text[end])) throw sliceProblem(end, 'a space is missing here');
    terms.push(term);
    at = end;
  }
  return terms;
}

function readTerm(text: string, start: number): { term: Term; end: number } {
  const negated = text[start] === '-' && start + 1 < text.length && !isSpace(text[start + 1]);
  const head = readPiece(text, negated ? start + 1 : start, ':=');
  const sign = signAt(text, head);
  if (sign === undefined) return { term: { start, negated, key: undefined, sign, values: [head] }, end: head.end };
  const values = readValues(text, head.end + 1);
  const end = values.at(-1)?.end ?? head.end + 1;
  return { term: { start, negated, key: head, sign, values: values.filter((v) => v.quoted || v.text !== '') }, end };
}

/** A quoted piece can be the key of an attribute only. */
function signAt(text: string, head: Piece): ':' | '=' | undefined {
  const char = text[head.end];
  if (char === '=') return '=';
  return char === ':' && !head.quoted ? ':' : undefined;
}

function readValues(text: string, start: number): Piece[] {
  const values: Piece[] = [];
  for (let at = start; ; at++) {
    const piece = readPiece(text, at, ',');
    values.push(piece);
    at = piece.end;
    if (text[at] !== ',') return values;
  }
}

function readPiece(text: string, start: number, stops: string): Piece {
  if (text[start] === '"') return readQuoted(text, start);
  let end = start;
  while (end < text.length && !isSpace(text[end]) && !stops.includes(text.charAt(end))) end++;
  return { text: text.slice(start, end), start, end, quoted: false };
}

/** Inside quotes only `\"` and `\\` are escapes. */
function readQuoted(text: string, start: number): Piece {
  let value = '';
  for (let at = start + 1; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') return { text: value, start, end: at + 1, quoted: true };
    const escaped = char === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\');
    if (escaped) at++;
    value += text.charAt(at);
  }
  throw sliceProblem(start, 'the quote is never closed');
}

function pastSpace(text: string, at: number): number {
  while (at < text.length && isSpace(text[at])) at++;
  return at;
}

function isSpace(char: string | undefined): boolean {
  return char !== undefined && /\s/.test(char);
}
