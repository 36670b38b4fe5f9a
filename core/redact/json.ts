import type { Finder } from './finder';
import type { Span } from './rule';

/** A span of a text with what surrounds its marker so that the text around stays well formed. */
export interface Finding extends Span {
  /** The decoded value; used to number equal values alike, never kept. */
  readonly value: string;
  /** A quotation mark (escaped as deeply as the text is) where a number becomes a string, else empty. */
  readonly quote: string;
}

/** JSON inside JSON strings inside JSON … deeper than this it is searched as plain text. */
const deepest = 4;

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

function looksLikeJson(text: string, scalars: boolean): boolean {
  let at = 0;
  while (text.charCodeAt(at) <= 32) at++;
  const first = text.charCodeAt(at);
  return first === 123 || first === 91 || (scalars && at < text.length);
}

function parsedJson(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    // Not JSON after all: the caller reads it as plain text.
    return undefined;
  }
}

/**
 * A first look at all decoded strings at once, joined by line breaks, which no rule's secret crosses. It may say no
 * where the closer look finds nothing, never yes where there is something.
 */
function isClean(finder: Finder, text: string, value: unknown, name: string, depth: number): boolean {
  if (finder.hasPatterns) return false;
  const look: Look = { finder, depth, parts: [], open: [], strings: 0, isInexact: false };
  let isGood = addValue(look, name, value);
  for (let next = look.open.pop(); next && isGood; next = look.open.pop()) isGood = addMembers(look, next);
  if (!isGood) return false;
  // Beyond 2^53 the parsed number is not the written one; the written digits are looked at wherever they stand.
  if (look.isInexact) look.parts.push(...(text.match(/\d{16,}/g) ?? []));
  // A name that is written twice was parsed once, and its other value not seen.
  return finder.text(look.parts.join('\n')).length === 0 && look.strings === countStrings(text);
}

/** What a quick look has gathered, and the objects and lists it has still to open. */
interface Look {
  readonly finder: Finder;
  readonly depth: number;
  readonly parts: string[];
  readonly open: Member[];
  strings: number;
  isInexact: boolean;
}

interface Member {
  readonly name: string;
  readonly value: object;
}

/** Strings in a valid JSON text, names of fields included. */
function countStrings(text: string): number {
  let count = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', closingQuote(text, at) + 1)) count++;
  return count;
}

/** No rule finds a secret in a shorter number, nor in one with a sign, a fraction or an exponent. */
const shortestNumber = 1e6;
const plainNumber = /^\d{7,}$/;

/** False when the value, by itself or for its name, holds something to mask. */
function addValue(look: Look, name: string, value: unknown): boolean {
  if (typeof value === 'string') return addString(look, name, value);
  if (typeof value === 'number') {
    if (value >= shortestNumber) look.parts.push(`${name}: ${value}`);
    look.isInexact ||= Number.isInteger(value) && !Number.isSafeInteger(value);
  } else if (typeof value === 'object' && value !== null) {
    look.open.push({ name, value });
  }
  return true;
}

function addString(look: Look, name: string, value: string): boolean {
  look.strings++;
  if (looksLikeJson(value, false)) return findingsIn(look.finder, value, { name, depth: look.depth + 1 }).length === 0;
  if (look.finder.isWholeSecret(name, value)) return false;
  if (!look.finder.isPlain(value, name)) look.parts.push(`${name}: ${value}`);
  return true;
}

/** A name that can hold no secret; any other is looked at by itself, not only before its value. */
const shortWord = /^[A-Za-z_]{0,24}$/;

/** The elements of a list stand under the list's name. */
function addMembers(look: Look, { name, value }: Member): boolean {
  if (Array.isArray(value)) return value.every((element: unknown) => addValue(look, name, element));
  for (const [key, member] of Object.entries(value)) {
    look.strings++;
    if (!shortWord.test(key)) look.parts.push(key);
    if (!addValue(look, key, member)) return false;
  }
  return true;
}

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

/** From an opening quote to its closing one: the next that an even number of backslashes precedes. */
function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let back = at - 1;
    while (text.charCodeAt(back) === 92) back--;
    if ((at - back) % 2 === 1) return at;
  }
  return text.length - 1;
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
