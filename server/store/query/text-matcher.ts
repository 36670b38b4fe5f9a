import { foldText, searchText } from '../../../core/slice/matches';
import type { Trace } from '../../../core/trace/model';
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
/** A part of a message. Media get a placeholder, whose words are not side by side in the line. */
const part = /"type":"/g;
const lineEnd = 10;

export function textMatcher(text: string): TextMatcher {
  const wanted = foldText(text);
  const verify = (line: Buffer) => foldText(searchText(JSON.parse(bodyText(line)) as Trace)).includes(wanted);
  const run = longest(wanted.match(plainRuns) ?? []);
  if (run.length >= shortestRun) {
    const phrase = longest(wanted.match(plainPhrases) ?? []);
    return { verify, candidates: (chunk) => byBytes(chunk, run, phrase) };
  }
  const signs = longest(wanted.match(ideographs) ?? []);
  if (signs !== '') return { verify, candidates: (chunk) => bySigns(chunk, Buffer.from(signs)) };
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

/** A way to find lines: the offset of the next hit, and whether a line with one is worth decoding. */
interface Finder {
  next(from: number): number;
  accepts?(line: string): boolean;
}

function* byBytes(chunk: Buffer, run: string, phrase: string): Generator<readonly [number, number]> {
  const latin = chunk.toString('latin1');
  const [wholePhrase, oneRun] = [eitherCase(phrase), eitherCase(run)];
  const finders: Finder[] = [
    { next: (from) => nextMatch(wholePhrase, latin, from) },
    { next: (from) => positive(chunk.indexOf(nestedEscape, from)) },
  ];
  if (phrase !== run) {
    finders.push({ next: (from) => nextMatch(part, latin, from), accepts: (line) => line.search(oneRun) >= 0 });
  }
  yield* linesWithHits(latin, finders);
}

/** Ideographs have one form and no case; only their rare compatibility twins fold to them. */
function* bySigns(chunk: Buffer, signs: Buffer): Generator<readonly [number, number]> {
  const latin = chunk.toString('latin1');
  yield* linesWithHits(latin, [
    { next: (from) => positive(chunk.indexOf(signs, from)) },
    { next: (from) => positive(chunk.indexOf(nestedEscape, from)) },
    { next: (from) => nextTwin(chunk, 0xef, 0xa4, 0xab, from) },
    { next: (from) => nextTwin(chunk, 0xf0, 0xaf, 0xaf, from) },
  ]);
}

/** Twins stand in U+F900 to U+FAFF and U+2F800 to U+2FA1F: told by their first two bytes, of which the first is rare. */
function nextTwin(chunk: Buffer, first: number, low: number, high: number, from: number): number {
  for (let at = chunk.indexOf(first, from); at >= 0; at = chunk.indexOf(first, at + 1)) {
    const second = chunk[at + 1] ?? 0;
    if (second >= low && second <= high) return at;
  }
  return Infinity;
}

function nextMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? Infinity;
}

/** Every line in which one of the finders has a hit it accepts, ascending. */
function* linesWithHits(latin: string, finders: readonly Finder[]): Generator<readonly [number, number]> {
  const hits = finders.map((finder) => finder.next(0));
  for (let hit = Math.min(...hits); hit < Infinity; hit = Math.min(...hits)) {
    const start = hit === 0 ? 0 : latin.lastIndexOf('\n', hit - 1) + 1;
    const found = latin.indexOf('\n', hit);
    const end = found < 0 ? latin.length : found;
    const worth = finders.some((finder, i) => {
      const here = (hits[i] ?? Infinity) < end;
      return here && (!finder.accepts || finder.accepts(latin.slice(start, end)));
    });
    if (worth) yield [start, end];
    finders.forEach((finder, i) => {
      if ((hits[i] ?? Infinity) < end) hits[i] = finder.next(end);
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
