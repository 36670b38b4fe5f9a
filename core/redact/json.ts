import type { Finder } from './finder';
import { closingQuote, deepest, looksLikeJson, parsedJson } from './json-text';
import { QuickLook } from './quick-look';
import type { Span } from './rule';

/** A span of a text with what surrounds its marker so that the text around stays well formed. */
export interface Finding extends Span {
  /** The decoded value; used to number equal values alike, never kept. */
  readonly value: string;
  /** A quotation mark (escaped as deeply as the text is) where a number becomes a string, else empty. */
  readonly quote: string;
}

interface Within {
  /** The text is JSON by contract, also when it is a lone string or number. */
  readonly scalars?: boolean;
  /** The name of the field that holds the text. */
  readonly name?: string;
  readonly depth?: number;
  /** No quick look: for the test that it misses nothing. */
  readonly careful?: boolean;
}

/**
 * What to mask in a text. Text that is JSON is searched in its decoded strings and in its numbers, with the names of
 * the fields in mind, and the findings point into the text as it is written: everything else keeps its bytes.
 */
export function findingsIn(finder: Finder, text: string, within: Within = {}): Finding[] {
  const { scalars = false, depth = 0, name = '', careful = false } = within;
  if (depth < deepest && looksLikeJson(text, scalars)) {
    const parsed = parsedJson(text);
    if (parsed && !careful && isClean(finder, text, parsed.value, name, depth)) return [];
    if (parsed) return findingsInJson(finder, text, { name, depth, careful });
  }
  const spans = name === '' ? finder.text(text) : finder.field(name, text);
  return spans.map((span) => ({ ...span, value: text.slice(span.start, span.end), quote: '' }));
}

/** Whether a JSON text holds nothing to mask, by a quick look. */
function isClean(finder: Finder, text: string, value: unknown, name: string, depth: number): boolean {
  if (finder.hasPatterns) return false;
  const look = new QuickLook(finder);
  look.addJson(text, value, name, depth);
  return look.isClean();
}

const plainNumber = /^\d{7,}$/;
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

/** Walks the tokens of a valid JSON text and looks at each string, name and number where it is written. */
function findingsInJson(finder: Finder, text: string, { name = '', depth = 0, careful = false }: Within): Finding[] {
  const findings: Finding[] = [];
  const outer: string[] = [];
  let field = name;
  let at = 0;
  while (at < text.length) {
    const char = text.charAt(at);
    let end = at + 1;
    if (char === '"') {
      end = closingQuote(text, at) + 1;
      const isName = /\s*:/y;
      isName.lastIndex = end;
      const names = isName.test(text);
      const raw = text.slice(at, end);
      findings.push(...findingsInString(finder, raw, at, { name: names ? '' : field, depth: depth + 1, careful }));
      if (names) field = decoded(raw);
    } else if (char === '{' || char === '[') {
      outer.push(field);
    } else if (char === '}' || char === ']') {
      field = outer.pop() ?? name;
    } else if (char === '-' || (char >= '0' && char <= '9')) {
      number.lastIndex = at;
      const written = number.exec(text)?.[0] ?? char;
      end = at + written.length;
      findings.push(...findingsInNumber(finder, written, at, field));
    }
    at = end;
  }
  return findings;
}

function decoded(raw: string): string {
  return raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1);
}

function findingsInString(finder: Finder, raw: string, at: number, within: Within): Finding[] {
  const findings = findingsIn(finder, decoded(raw), within);
  if (findings.length === 0) return findings;
  const place = rawOffsets(raw);
  return findings.map(({ start, end, kind, value, quote }) => ({
    start: at + place(start),
    end: at + place(end),
    kind,
    value,
    quote: quote === '' ? '' : JSON.stringify(quote).slice(1, -1),
  }));
}

/** Where the n-th decoded character of a JSON string is written; to be asked in ascending order. */
function rawOffsets(raw: string): (decodedIndex: number) => number {
  let written = 1;
  let read = 0;
  return (index) => {
    for (; read < index; read++) {
      if (raw.charCodeAt(written) !== 92) written += 1;
      else written += raw.charAt(written + 1) === 'u' ? 6 : 2;
    }
    return written;
  };
}

/** A number that holds a secret goes as a whole, because what is left must still be one JSON value. */
function findingsInNumber(finder: Finder, written: string, at: number, field: string): Finding[] {
  if (!finder.hasPatterns && !plainNumber.test(written)) return [];
  const [first] = finder.field(field, written);
  return first ? [{ start: at, end: at + written.length, kind: first.kind, value: written, quote: '"' }] : [];
}
