import type { Found, Rule, Shape, Span } from './rule';
import { mayOverlap, tail } from './rule';
import { charCodeAt } from './unit-at';
import { buckets, every, literal, PairMasks, rarest, stands } from './windows';
import type { Chars } from './windows';

/** A rule ready to be tried. `done`: where its last match ended, before which none may begin unless it `mayOverlap`. */
interface Trial {
  readonly rule: Rule;
  readonly sticky: RegExp;
  readonly order: number;
  done: number;
}

/** A trial at a literal anchor of its rule. */
interface Literal {
  readonly anchor: string;
  /** Characters from the anchor's beginning to the end of its window. */
  readonly back: number;
  readonly trial: Trial;
}

/** Trials of rules whose anchors have the same shape. */
interface Shaped extends Shape {
  /** Characters from the first to the end of the window. */
  readonly back: number;
  readonly trials: readonly Trial[];
}

/** Anchors whose windows may end in the same character. */
interface Ending {
  /** By the code of the character before. */
  readonly literals: (Literal[] | undefined)[];
  readonly shapes: Shaped[];
}

/** Rules with one search for all their anchors, so that a text without secrets costs one pass. */
export interface Scanner {
  readonly rules: readonly Rule[];
  readonly masks: Uint16Array;
  /** By code, 128 for all beyond ASCII. */
  readonly endings: readonly Ending[];
  readonly trials: readonly Trial[];
}

/** A span with the rank of the rule that found it. */
export interface Ranked extends Span {
  readonly order: number;
}

/** Buckets of anchors with a shape; the others are for literals. */
const ofShapes = 3;

export function prepare(rules: readonly Rule[]): Scanner {
  const trials: Trial[] = [];
  const pairs = new PairMasks();
  const endings = Array.from(every, (): Ending => ({ literals: [], shapes: [] }));
  const shaped = new Map<Shape, Trial[]>();
  // One trial per anchor, because each is met in its own order.
  const newTrial = (rule: Rule, order: number): Trial => {
    const trial = { rule, order, sticky: new RegExp(rule.find.source, `${rule.find.flags}y`), done: 0 };
    trials.push(trial);
    return trial;
  };
  rules.forEach((rule, order) => {
    const { anchors } = rule;
    if ('first' in anchors) append(shaped, anchors, newTrial(rule, order));
    else {
      for (const anchor of anchors) {
        const trial = newTrial(rule, order);
        if (anchor.length > 1) enterLiteral(anchor, trial, endings, pairs);
        else shaped.set({ before: every, first: literal(anchor) }, [trial]);
      }
    }
  });
  for (const [n, [shape, group]] of [...shaped].entries()) enterShape(shape, group, n % ofShapes, endings, pairs);
  return { rules, masks: pairs.masks, endings, trials };
}

function enterLiteral(anchor: string, trial: Trial, endings: readonly Ending[], pairs: PairMasks): void {
  const { window, end } = rarest(literal(anchor));
  const [before, last] = [anchor.charCodeAt(end - 1), anchor.charCodeAt(end)];
  const literals = endings[Math.min(last, 128)]?.literals ?? [];
  (literals[before] ??= []).push({ anchor, back: end, trial });
  pairs.add(window, ofShapes + ((before + last) % (buckets - ofShapes)));
}

function enterShape(shape: Shape, trials: readonly Trial[], bucket: number, endings: readonly Ending[], pairs: PairMasks): void {
  const { before, first } = shape;
  const { window, end } = rarest([before, ...first]);
  pairs.add(window, bucket);
  endings.forEach(({ shapes }, code) => {
    if (window.at(-1)?.[code] === 1) shapes.push({ before, first, back: end - 1, trials });
  });
}

/** Everything the rules find in a text, in no order and overlapping; `merged` makes the spans to mask of it. */
export function scan(scanner: Scanner, text: string): Ranked[] {
  const found: Ranked[] = [];
  const { masks, endings } = scanner;
  const { length } = text;
  for (let end = nextEnd(masks, text, 0); end < length; end = nextEnd(masks, text, end + 1)) look(endings, text, end, found);
  if (found.length > 0) scanner.trials.forEach(begin);
  return found;
}

/** Makes a trial ready for the next text. */
function begin(trial: Trial): void {
  trial.done = 0;
  trial.rule.forget?.();
}

/** The first place from `from` on at which a window may end. Apart from what happens there, because this is the hot loop. */
function nextEnd(masks: Uint16Array, text: string, from: number): number {
  // Read once: strings have so many inner forms that the engine looks this up anew each time.
  const { length } = text;
  let before = codeAt(text, from - 1);
  let begun = begunAt(masks, text, from - 1);
  for (let at = from; at < length; at++) {
    const char = charCodeAt.call(text, at);
    const code = char < 128 ? char : 0;
    const mask = masks[(before << 7) | code] ?? 0;
    if ((begun & (mask >>> buckets)) !== 0) return at;
    begun = mask;
    before = code;
  }
  return length;
}

function codeAt(text: string, at: number): number {
  const char = at < 0 ? 0 : charCodeAt.call(text, at);
  return char < 128 ? char : 0;
}

/** The buckets of windows whose second place may be at `at`; before the text anything may stand. */
function begunAt(masks: Uint16Array, text: string, at: number): number {
  return at < 0 ? 0xff : (masks[(codeAt(text, at - 1) << 7) | codeAt(text, at)] ?? 0);
}

/** A window may end at `end`. */
function look(endings: readonly Ending[], text: string, end: number, found: Ranked[]): void {
  const code = charCodeAt.call(text, end);
  const ending = endings[code < 128 ? code : 128];
  if (!ending) return;
  const literals = end > 0 ? ending.literals[charCodeAt.call(text, end - 1)] : undefined;
  if (literals) tryLiterals(literals, text, end, found);
  for (const { before, first, back, trials } of ending.shapes) {
    const at = end - back;
    if (isAt(before, first, text, at)) for (const trial of trials) tryAnchor(trial, text, at, found);
  }
}

function tryLiterals(literals: readonly Literal[], text: string, end: number, found: Ranked[]): void {
  for (const { anchor, back, trial } of literals) {
    const at = end - back;
    if (at >= 0 && text.startsWith(anchor, at)) tryAnchor(trial, text, at, found);
  }
}

/** From the end on: the window is at the beginning mostly, and fits already. */
function isAt(before: Chars, first: readonly Chars[], text: string, at: number): boolean {
  if (at < 0 || at + first.length > text.length) return false;
  for (let place = first.length - 1; place >= 0; place--) {
    if (!stands(first[place] ?? every, text, at + place)) return false;
  }
  return stands(before, text, at - 1);
}

function tryAnchor(trial: Trial, text: string, at: number, found: Ranked[]): void {
  const start = trial.rule.start ? trial.rule.start(text, at) : at;
  if (start >= trial.done) tryAt(trial, text, start, found);
}

function tryAt(trial: Trial, text: string, start: number, found: Ranked[]): void {
  trial.sticky.lastIndex = start;
  const match = trial.sticky.exec(text);
  const span = match && accept(trial.rule, match);
  if (!match || !span) return;
  found.push({ ...span, order: trial.order });
  if (!mayOverlap(trial.rule)) trial.done = Math.max(span.end, start + match[0].length);
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
      find.lastIndex = span && !mayOverlap(rule) ? Math.max(span.end, match.index + match[0].length) : match.index + 1;
      if (span) found.push({ ...span, order });
    }
    rule.forget?.();
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
