import { foldText, searchText } from '../../../core/slice/matches';
import type { TraceBody } from '../../../core/trace/body';
import { bodyText } from '../log/line';

/**
 * Finds lines of a segment whose conversation contains a text, folded as slices fold it. Bytes are looked at first;
 * whatever passes is decoded and checked, so the first look may let too much through but never too little.
 */
export interface TextMatcher {
  /** Start and end (without its line end) of each line that may contain the text. */
  candidates(chunk: Buffer): Iterable<readonly [number, number]>;
  /** Whether the conversation of this line contains it. */
  verify(line: Buffer): boolean;
}

/** Characters that stand in a line as they are, also inside the JSON text of tool arguments. */
const plainRuns = /[a-z0-9_.@+-]+/g;
/** Between two of those a space stands as it is, too: in JSON only a string has one there. */
const plainPhrases = /[a-z0-9_.@+-]+(?: +[a-z0-9_.@+-]+)*/g;
/** Shorter runs are in nearly every line. */
const shortestRun = 3;
const ideographs = /[\u3400-\u4dbf\u4e00-\u9fff]+/g;
/** `\u` inside tool arguments: JSON in JSON, so the backslash is doubled. Any character may hide behind it. */
const nestedEscape = Buffer.from('\\\\u');
/** The content of a message in parts. Inside a string the quotes would be escaped. */
const parts = Buffer.from('"content":[{');
/** The end of it, which begins with a rarer byte. */
const partsEnd = Buffer.from('[{');
/** A part that is not text gets a placeholder, whose words are not side by side in the line. */
const media = /"type":"(?!text")/;
const lineEnd = 10;
/** Longer strings do not fit between the others, and making room for each takes longer than searching it. */
const pieceSize = 1 << 16;

export function textMatcher(text: string): TextMatcher {
  const wanted = foldText(text);
  const verify = (line: Buffer) => foldText(searchText(JSON.parse(bodyText(line)) as TraceBody)).includes(wanted);
  const run = longest(wanted.match(plainRuns) ?? []);
  if (run.length >= shortestRun) {
    const finders = byBytes(run, longest(wanted.match(plainPhrases) ?? []));
    return { verify, candidates: (chunk) => linesWithHits(chunk, finders) };
  }
  const signs = longest(wanted.match(ideographs) ?? []);
  if (signs !== '') {
    const finders = bySigns(Buffer.from(signs));
    return { verify, candidates: (chunk) => linesWithHits(chunk, finders) };
  }
  const folded = longest(wanted.split(/[\p{Cc}\s"\\/,:[\]{}]+/u));
  return { verify, candidates: (chunk) => byLines(chunk, folded) };
}

function longest(runs: readonly string[]): string {
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '');
}

/** The text in either case, over bytes as Latin-1. The Kelvin sign folds to k, the dotted capital I to i. */
function eitherCase(run: string): RegExp {
  const others: Readonly<Record<string, string>> = { k: '(?:[kK]|\\xe2\\x84\\xaa)', i: '(?:[iI]|\\xc4\\xb0)' };
  const pattern = Array.from(run).map(
    (c) => others[c] ?? (/[a-z]/.test(c) ? `[${c}${c.toUpperCase()}]` : c.replace(/[.+-]/, '\\$&')),
  );
  return new RegExp(pattern.join(''), 'g');
}

/** Some whole lines. */
class Piece {
  private latin: string | undefined;

  constructor(readonly bytes: Buffer) {}

  /** The bytes as Latin-1. */
  get text(): string {
    return (this.latin ??= this.bytes.toString('latin1'));
  }
}

/** A way to find lines: the offset of the next hit, and whether a line with one is worth decoding. */
interface Finder {
  next(piece: Piece, from: number): number;
  accepts?(line: string): boolean;
}

function byBytes(run: string, phrase: string): readonly Finder[] {
  const [wholePhrase, oneRun] = [eitherCase(phrase), eitherCase(run)];
  const finders: Finder[] = [{ next: (piece, from) => nextMatch(wholePhrase, piece.text, from) }, escapes];
  if (phrase === run) return finders;
  return [...finders, { next: nextParts, accepts: (line) => line.search(media) >= 0 && line.search(oneRun) >= 0 }];
}

/** Ideographs have one form and no case; only their rare compatibility twins fold to them. */
function bySigns(signs: Buffer): readonly Finder[] {
  return [
    { next: ({ bytes }, from) => positive(bytes.indexOf(signs, from)) },
    escapes,
    { next: ({ bytes }, from) => nextTwin(bytes, 0xef, 0xa4, 0xab, from) },
    { next: ({ bytes }, from) => nextTwin(bytes, 0xf0, 0xaf, 0xaf, from) },
  ];
}

const escapes: Finder = { next: ({ bytes }, from) => positive(bytes.indexOf(nestedEscape, from)) };

/** Twins stand in U+F900 to U+FAFF and U+2F800 to U+2FA1F: told by their first two bytes, of which the first is rare. */
function nextTwin(bytes: Buffer, first: number, low: number, high: number, from: number): number {
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    const second = bytes[at + 1] ?? 0;
    if (second >= low && second <= high) return at;
  }
  return Infinity;
}

function nextParts({ bytes }: Piece, from: number): number {
  for (let at = bytes.indexOf(partsEnd, from); at >= 0; at = bytes.indexOf(partsEnd, at + 1)) {
    if (endsWith(bytes, at + partsEnd.length, parts)) return at;
  }
  return Infinity;
}

function endsWith(bytes: Buffer, end: number, ending: Buffer): boolean {
  for (let i = 1; i <= ending.length; i++) if (bytes[end - i] !== ending[ending.length - i]) return false;
  return true;
}

function nextMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? Infinity;
}

/** Every line in which one of the finders has a hit it accepts, ascending. */
function* linesWithHits(chunk: Buffer, finders: readonly Finder[]): Generator<readonly [number, number]> {
  for (let start = 0; start < chunk.length;) {
    const bytes = chunk.subarray(start, pieceEnd(chunk, start));
    for (const [from, to] of hitsIn(new Piece(bytes), finders)) yield [start + from, start + to];
    start += bytes.length;
  }
}

/** Behind the last line that lies whole in the next piece, or the first one when none does. */
function pieceEnd(chunk: Buffer, start: number): number {
  const most = start + pieceSize;
  if (most >= chunk.length) return chunk.length;
  const last = chunk.lastIndexOf(lineEnd, most - 1);
  const end = last >= start ? last : chunk.indexOf(lineEnd, most);
  return end < 0 ? chunk.length : end + 1;
}

function* hitsIn(piece: Piece, finders: readonly Finder[]): Generator<readonly [number, number]> {
  const { bytes } = piece;
  const hits = finders.map((finder) => finder.next(piece, 0));
  for (let hit = Math.min(...hits); hit < Infinity; hit = Math.min(...hits)) {
    const start = bytes.lastIndexOf(lineEnd, hit) + 1;
    const found = bytes.indexOf(lineEnd, hit);
    const end = found < 0 ? bytes.length : found;
    const worth = finders.some((finder, i) => {
      const here = (hits[i] ?? Infinity) < end;
      return here && (!finder.accepts || finder.accepts(bytes.toString('latin1', start, end)));
    });
    if (worth) yield [start, end];
    finders.forEach((finder, i) => {
      if ((hits[i] ?? Infinity) < end) hits[i] = finder.next(piece, end);
    });
  }
}

function positive(index: number): number {
  return index < 0 ? Infinity : index;
}

/** For texts without a plain run: every line is folded. */
function* byLines(chunk: Buffer, folded: string): Generator<readonly [number, number]> {
  let start = 0;
  while (start < chunk.length) {
    const found = chunk.indexOf(lineEnd, start);
    const end = found < 0 ? chunk.length : found;
    const line = chunk.subarray(start, end);
    if (folded === '' || foldText(line.toString('utf8')).includes(folded) || line.includes(nestedEscape)) yield [start, end];
    start = end + 1;
  }
}
