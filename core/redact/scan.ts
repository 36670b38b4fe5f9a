import type { AnchorPattern, Found, Rule, Span } from './rule';
import { tail } from './rule';

/** A rule ready to be tried: `done` is where its last match ended, so that matches of one rule never overlap. */
interface Trial {
  readonly rule: Rule;
  readonly sticky: RegExp;
  readonly order: number;
  done: number;
}

/** A trial at one anchor of its rule; the anchor begins `back` characters before the character that is searched for. */
interface Anchored {
  readonly anchor: string;
  readonly back: number;
  readonly trial: Trial;
}

/** All anchors found by one search: for a rare character they share, or for the one literal itself. */
interface LiteralGroup {
  readonly needle: string;
  /** By the code of the character before the needle (after it, for an anchor that begins with it). */
  readonly before: readonly (readonly Anchored[] | undefined)[];
  readonly after: readonly (readonly Anchored[] | undefined)[];
  readonly any: readonly Anchored[];
}

interface PatternGroup extends AnchorPattern {
  readonly trials: readonly Trial[];
}

/** Rules grouped by what is searched for, so that a text without secrets costs a few native searches. */
export interface Scanner {
  readonly rules: readonly Rule[];
  readonly literals: readonly LiteralGroup[];
  readonly patterns: readonly PatternGroup[];
  readonly trials: readonly Trial[];
}

/** A span with the rank of the rule that found it. */
export interface Ranked extends Span {
  readonly order: number;
}

export function prepare(rules: readonly Rule[]): Scanner {
  const trials: Trial[] = [];
  const literals = new Map<string, Anchored[]>();
  const patterns = new Map<AnchorPattern, Trial[]>();
  rules.forEach((rule, order) => {
    // One trial per search, because each search meets its anchors in its own order.
    const own = new Map<string, Trial>();
    const trialFor = (needle: string): Trial => {
      const known = own.get(needle);
      if (known) return known;
      const trial: Trial = { rule, order, sticky: new RegExp(rule.find.source, `${rule.find.flags}y`), done: 0 };
      own.set(needle, trial);
      trials.push(trial);
      return trial;
    };
    if ('pattern' in rule.anchors) {
      append(patterns, rule.anchors, trialFor(''));
      return;
    }
    for (const anchor of rule.anchors) {
      const needle = needleOf(anchor);
      append(literals, needle, { anchor, back: anchor.lastIndexOf(needle), trial: trialFor(needle) });
    }
  });
  return {
    rules,
    trials,
    literals: [...literals].map(([needle, anchored]) => literalGroup(needle, anchored)),
    patterns: [...patterns].map(([{ pattern, width }, group]) => ({
      pattern: new RegExp(pattern.source, `${pattern.flags}g`),
      width,
      trials: group,
    })),
  };
}

/** What many anchors hold and few texts hold often. */
const shared = ['_', '-', '=', ':', 'wo'];
/** Letters that begin a search as seldom as possible, the rarest in running text first; what is not here is rarer still. */
const common = 'zqxjkvbpgwyfmculdrhsnioate ';

/**
 * What to search for to find an anchor: something it shares with others, its first capital, else its end from the rarest
 * character on. A native search for a rare beginning runs at memory speed; the neighbours decide the rest.
 */
function needleOf(anchor: string): string {
  const part = shared.find((each) => anchor.includes(each)) ?? /[A-Z]/.exec(anchor)?.[0];
  if (part !== undefined) return part;
  const ranks = Array.from(anchor, (char) => common.indexOf(char));
  return anchor.slice(ranks.indexOf(Math.min(...ranks)));
}

function literalGroup(needle: string, anchored: readonly Anchored[]): LiteralGroup {
  const before: Anchored[][] = [];
  const after: Anchored[][] = [];
  const any: Anchored[] = [];
  for (const item of anchored) {
    if (item.back > 0) (before[item.anchor.charCodeAt(item.back - 1)] ??= []).push(item);
    else if (item.anchor.length > needle.length) (after[item.anchor.charCodeAt(needle.length)] ??= []).push(item);
    else any.push(item);
  }
  return { needle, before, after, any };
}

/** Everything the rules find in a text, in no order and overlapping; `merged` makes the spans to mask of it. */
export function scan(scanner: Scanner, text: string): Ranked[] {
  const found: Ranked[] = [];
  for (const group of scanner.literals) scanLiteral(group, text, found);
  for (const group of scanner.patterns) scanPattern(group, text, found);
  if (found.length > 0) for (const trial of scanner.trials) trial.done = 0;
  return found;
}

function scanLiteral({ needle, any, before, after }: LiteralGroup, text: string, found: Ranked[]): void {
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    for (const { trial } of any) tryAnchor(trial, text, at, found);
    if (before.length > 0 && at > 0) tryNeighbours(before[text.charCodeAt(at - 1)], text, at, found);
    if (after.length > 0) tryNeighbours(after[text.charCodeAt(at + needle.length)], text, at, found);
  }
}

function tryNeighbours(anchored: readonly Anchored[] | undefined, text: string, hit: number, found: Ranked[]): void {
  if (anchored === undefined) return;
  for (const { anchor, back, trial } of anchored) {
    if (text.startsWith(anchor, hit - back)) tryAnchor(trial, text, hit - back, found);
  }
}

function tryAnchor(trial: Trial, text: string, at: number, found: Ranked[]): void {
  const start = trial.rule.start ? trial.rule.start(text, at) : at;
  if (start >= trial.done) tryAt(trial, text, start, found);
}

function scanPattern({ pattern, width, trials }: PatternGroup, text: string, found: Ranked[]): void {
  pattern.lastIndex = 0;
  // `test` makes no match object, so the place follows from the width; the next hit may begin inside this one.
  while (pattern.test(text)) {
    const at = pattern.lastIndex - width;
    pattern.lastIndex = at + 1;
    for (const trial of trials) tryAnchor(trial, text, at, found);
  }
}

function tryAt(trial: Trial, text: string, start: number, found: Ranked[]): void {
  trial.sticky.lastIndex = start;
  const match = trial.sticky.exec(text);
  const span = match && accept(trial.rule, match);
  if (!match || !span) return;
  found.push({ ...span, order: trial.order });
  if (!trial.rule.overlapping) trial.done = Math.max(span.end, start + match[0].length);
}

function accept(rule: Rule, match: RegExpExecArray): Span | undefined {
  const found: Found | undefined = rule.check ? rule.check(match) : tail(match, match[1]);
  return found && { start: found.start, end: found.end, kind: found.kind ?? rule.kinds[0] };
}

/** The same by trying every rule everywhere: what the prefilter must agree with. Slow; for tests and the bench. */
export function scanUnfiltered(rules: readonly Rule[], text: string): Ranked[] {
  const found: Ranked[] = [];
  rules.forEach((rule, order) => {
    const find = new RegExp(rule.find.source, `${rule.find.flags}g`);
    for (let match = find.exec(text); match; match = find.exec(text)) {
      const span = accept(rule, match);
      find.lastIndex = span && !rule.overlapping ? Math.max(span.end, match.index + match[0].length) : match.index + 1;
      if (span) found.push({ ...span, order });
    }
  });
  return found;
}

/** Overlapping spans become one, so that no piece of either stays; the widest says what it is, then the earlier rule. */
export function merged(found: readonly Ranked[]): Span[] {
  if (found.length === 0) return [];
  const sorted = [...found].sort((a, b) => a.start - b.start || b.end - a.end || a.order - b.order);
  const spans: Span[] = [];
  let widest = 0;
  for (const { start, end, kind } of sorted) {
    const last = spans.at(-1);
    if (!last || start >= last.end) {
      spans.push({ start, end, kind });
      widest = end - start;
      continue;
    }
    const wins = end - start > widest;
    spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, end), kind: wins ? kind : last.kind };
    if (wins) widest = end - start;
  }
  return spans;
}

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}
