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
const plainRun = /[a-z0-9_.@+-]+/g;
/** Shorter runs are in nearly every line. */
const shortestRun = 3;
/** `\u` inside tool arguments: JSON in JSON, so the backslash is doubled. Any character may hide behind it. */
const nestedEscape = Buffer.from('\\\\u');
const lineEnd = 10;

export function textMatcher(text: string): TextMatcher {
  const wanted = foldText(text);
  const verify = (line: Buffer) => foldText(searchText(JSON.parse(bodyText(line)) as Trace)).includes(wanted);
  const run = longest(wanted.match(plainRun) ?? []);
  if (run.length >= shortestRun)
    return { verify, candidates: (chunk) => byBytes(chunk, runPattern(run), phraseTest(wanted, run)) };
  const folded = longest(wanted.split(/[\p{Cc}\s"\\/,:[\]{}]+/u));
  return { verify, candidates: (chunk) => byLines(chunk, folded) };
}

function longest(runs: readonly string[]): string {
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '');
}

/** The run in either case, over bytes as Latin-1. The Kelvin sign folds to k, the dotted capital I to i. */
function runPattern(run: string): RegExp {
  const others: Readonly<Record<string, string>> = { k: '(?:[kK]|\\xe2\\x84\\xaa)', i: '(?:[iI]|\\xc4\\xb0)' };
  const pattern = Array.from(run).map(
    (c) => others[c] ?? (/[a-z]/.test(c) ? `[${c}${c.toUpperCase()}]` : c.replace(/[.+-]/, '\\$&')),
  );
  return new RegExp(pattern.join(''), 'g');
}

/** Several words: most lines with the longest one do not have the phrase, and need not be decoded to know it. */
function phraseTest(wanted: string, run: string): ((line: string) => boolean) | undefined {
  const phrase = longest(wanted.match(/[a-z0-9_.@+ -]+/g) ?? []);
  if (phrase.length <= run.length) return undefined;
  const pattern = runPattern(phrase);
  // Media get a placeholder, and tool arguments with escapes are printed anew: there spaces are not what they were.
  return (line) => line.search(pattern) >= 0 || line.includes('\\\\') || line.includes('"type":"');
}

function* byBytes(
  chunk: Buffer,
  pattern: RegExp,
  phrase: ((line: string) => boolean) | undefined,
): Generator<readonly [number, number]> {
  const latin = chunk.toString('latin1');
  let end = -1;
  for (const match of hits(latin, chunk, pattern)) {
    if (match < end) continue;
    const start = match === 0 ? 0 : latin.lastIndexOf('\n', match - 1) + 1;
    end = latin.indexOf('\n', match);
    if (end < 0) end = latin.length;
    const line = latin.slice(start, end);
    if (!phrase || phrase(line)) yield [start, end];
  }
}

/** Offsets where the run or a nested escape stands, ascending. */
function* hits(latin: string, chunk: Buffer, pattern: RegExp): Generator<number> {
  pattern.lastIndex = 0;
  let run = pattern.exec(latin)?.index ?? Infinity;
  let escape = positive(chunk.indexOf(nestedEscape));
  while (run < Infinity || escape < Infinity) {
    const next = Math.min(run, escape);
    yield next;
    // The rest of this line is no news.
    const after = positive(latin.indexOf('\n', next));
    if (after === Infinity) return;
    if (run <= after) {
      pattern.lastIndex = after;
      run = pattern.exec(latin)?.index ?? Infinity;
    }
    if (escape <= after) escape = positive(chunk.indexOf(nestedEscape, after));
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
