import type { Kind } from './kinds';
import type { Chars } from './windows';

/** A piece of text to mask, from `start` up to but without `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/**
 * One way to recognise a secret. Found in two ways that must agree (a law test holds them to it):
 * - prefiltered: at every anchor `start` says where a match would begin, and `find` is tried there only;
 * - unfiltered: `find` is tried everywhere.
 * So `find` must be linear and its match must not depend on where the search began.
 */
export interface Rule {
  readonly name: string;
  /** The kinds it can find; the first is what it finds unless `check` says otherwise. */
  readonly kinds: readonly [Kind, ...Kind[]];
  /** What every match holds: one of these texts, or a piece of this shape. */
  readonly anchors: readonly string[] | Shape;
  /** Where a match around the anchor at `at` would begin, -1 for nowhere. Without it a match begins with its anchor. */
  readonly start?: (text: string, at: number) => number;
  /** Without flags g and y. When it has a first group, that is the secret and ends where the match ends. */
  readonly find: RegExp;
  /** A match may begin inside the one before: what ends one value may be the name of the next. */
  readonly overlapping?: true;
  /** Says no, or cuts or extends the span. Without it every match counts. */
  readonly check?: (match: RegExpExecArray) => Found | undefined;
  /** Lets go of what was remembered of a text. */
  readonly forget?: () => void;
}

/**
 * Whether a match may begin inside the one before. So it is with all rules of several anchors: each anchor is searched for
 * by itself, and what one of them finds must not hide what another would.
 */
export function mayOverlap({ overlapping, anchors }: Rule): boolean {
  return overlapping === true || ('length' in anchors && anchors.length > 1);
}

/** An anchor by the kinds of its characters. */
export interface Shape {
  /** What stands before it; the beginning of a text counts as beyond ASCII. */
  readonly before: Chars;
  readonly first: readonly Chars[];
}

/** What a check accepts; without `kind` it is the rule's first. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly kind?: Kind;
}

/**
 * Where a token may begin: not inside a word, but after an escape such as `\n` in text that was quoted once more,
 * or after a percent escape.
 */
export const tokenStart = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-Fa-f]{2}))`;

/** Enough different characters to be a real value: `xxxxxxxx` and `0000` stand for one. */
export function varied(text: string, least = 5): boolean {
  return new Set(text).size >= least;
}

/** The longest run of letters and digits; random tokens have long ones, hyphenated words do not. */
export function longestRun(text: string): number {
  let longest = 0;
  for (const run of text.split(/[^A-Za-z0-9]+/)) longest = Math.max(longest, run.length);
  return longest;
}

interface TokenForm {
  readonly name: string;
  readonly prefixes: readonly string[];
  /** The body's characters and length as a regular expression. */
  readonly body: string;
  /** A last look at the body; by default it must be varied. */
  readonly check?: (body: string) => boolean;
}

/** A rule for tokens that are told by a literal prefix and a length. */
export function tokenRule({ name, prefixes, body, check = varied }: TokenForm): Rule {
  const quoted = [...prefixes].sort((a, b) => b.length - a.length).map((prefix) => prefix.replace(/[.\\/]/g, '\\$&'));
  return {
    name,
    kinds: ['api_key'],
    anchors: prefixes,
    find: new RegExp(`${tokenStart}(${quoted.join('|')})${body.replace(/,\}/g, `,${longestLook}}`)}`),
    check: (match) => (check(match[0].slice(match[1]?.length ?? 0)) ? whole(match) : undefined),
    forget: () => tokenRest.forget(),
  };
}

/**
 * Characters a rule looks ahead before it decides. Without a limit, text made of beginnings that are all rejected would
 * be read to its end from each of them.
 */
export const longestLook = 512;

/**
 * Where long runs of characters end. Many anchors may stand in one run; it ends at one place, from wherever it is read,
 * because each character belongs to it or not whatever came before. So the last one is remembered while its text is searched.
 */
export class LongRun {
  private last: { readonly text: string; readonly start: number; readonly end: number } | undefined;

  /** @param rest sticky; matches characters one by one, looking forward only */
  constructor(private readonly rest: RegExp) {}

  endFrom(text: string, start: number): number {
    const { last, rest } = this;
    if (last?.text === text && start >= last.start && start < last.end) return last.end;
    rest.lastIndex = start;
    const end = start + (rest.exec(text)?.[0].length ?? 0);
    this.last = { text, start, end };
    return end;
  }

  /** The text is done. */
  forget(): void {
    this.last = undefined;
  }
}

const tokenRest = new LongRun(/[A-Za-z0-9_+/=-]*/y);

/** Where a token really ends that `longestLook` may have cut. */
function tokenEnd(match: RegExpExecArray): number {
  const end = match.index + match[0].length;
  return match[0].length < longestLook ? end : tokenRest.endFrom(match.input, end);
}

/** The whole match, and what `longestLook` cut off. */
function whole(match: RegExpExecArray): Found {
  return { start: match.index, end: tokenEnd(match) };
}

/** The last group that took part, which must end where the match ends. */
export function tail(match: RegExpExecArray, group: string | undefined): Found {
  const end = match.index + match[0].length;
  return { start: end - (group ?? match[0]).length, end };
}
