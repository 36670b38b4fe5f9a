import type { Beginning, Found, Rule, Span } from './rule';
import { tail } from './rule';
import { charCodeAt, unitAt } from './unit-at';
import { buckets, literal, PairMasks, rarest, stands } from './windows';

/** A rule ready to be tried: `done` is where its last match ended, so that matches of one rule never overlap. */
interface Trial {
  readonly rule: Rule;
  readonly sticky: RegExp;
  readonly order: number;
  done: number;
}

/** A trial at one anchor of its rule. */
interface Anchored {
  readonly anchor: string;
  /** Characters from the anchor's beginning to the end of its window. */
  readonly back: number;
  readonly trial: Trial;
}

/** Anchors whose windows end in the same character: by the one before it, and those of a window of one. */
interface Ending {
  readonly before: (Anchored[] | undefined)[];
  readonly alone: Anchored[];
}

/** Trials of rules that have the same beginning. */
interface Begun extends Beginning {
  /** The bucket its window is in. */
  readonly bit: number;
  /** Characters from where a match begins to the end of the window. */
  readonly back: number;
  readonly trials: readonly Trial[];
}

/** Rules with one search for all their anchors, so that a text without secrets costs one pass. */
export interface Scanner {
  readonly rules: readonly Rule[];
  readonly masks: Uint16Array;
  /** Of literal anchors, by the code of the last character of their windows. */
  readonly endings: readonly (Ending | undefined)[];
  readonly beginnings: readonly Begun[];
  readonly trials: readonly Trial[];
}

/** A span with the rank of the rule that found it. */
export interface Ranked extends Span {
  readonly order: number;
}

/** Buckets: some for rules with a beginning, one for literals of a single character, the others for longer ones. */
const ofBeginnings = 2;
const ofAlone = ofBeginnings;
const ofLiterals = buckets - ofBeginnings - 1;

export function prepare(rules: readonly Rule[]): Scanner {
  const trials: Trial[] = [];
  const pairs = new PairMasks();
  const endings: (Ending | undefined)[] = [];
  const begun = new Map<Beginning, Trial[]>();
  // One trial per anchor, because each is met in its own order.
  const newTrial = (rule: Rule, order: number): Trial => {
    const trial = { rule, order, sticky: new RegExp(rule.find.source, `${rule.find.flags}y`), done: 0 };
    trials.push(trial);
    return trial;
  };
  rules.forEach((rule, order) => {
    const { anchors } = rule;
    if ('first' in anchors) append(begun, anchors, newTrial(rule, order));
    else for (const anchor of anchors) enter(anchor, newTrial(rule, order), endings, pairs);
  });
  return {
    rules,
    masks: pairs.masks,
    endings,
    beginnings: [...begun].map(([{ before, first }, group], index) => {
      const bucket = index % ofBeginnings;
      const { window, end } = rarest([before, ...first]);
      pairs.add(window, bucket);
      return { before, first, bit: 1 << bucket, back: end - 1, trials: group };
    }),
    trials,
  };
}

function enter(anchor: string, trial: Trial, endings: (Ending | undefined)[], pairs: PairMasks): void {
  const { window, end } = rarest(literal(anchor));
  const [before, last] = [anchor.charCodeAt(end - 1), anchor.charCodeAt(end)];
  const ending = (endings[last] ??= { before: [], alone: [] });
  const anchored = { anchor, back: end, trial };
  if (window.length === 1) ending.alone.push(anchored);
  else (ending.before[before] ??= []).push(anchored);
  pairs.add(window, window.length === 1 ? ofAlone : ofAlone + 1 + ((before + last) % ofLiterals));
}

/** Everything the rules find in a text, in no order and overlapping; `merged` makes the spans to mask of it. */
export function scan(scanner: Scanner, text: string): Ranked[] {
  const found: Ranked[] = [];
  const { masks } = scanner;
  const { length } = text;
  for (let end = nextEnd(masks, text, 0); end < length; end = nextEnd(masks, text, end + 1)) look(scanner, text, end, found);
  if (found.length > 0) for (const trial of scanner.trials) trial.done = 0;
  return found;
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
  const char = at < 0 ? 0 : unitAt(text, at);
  return char < 128 ? char : 0;
}

/** The buckets of windows whose second place may be at `at`; before the text anything may stand. */
function begunAt(masks: Uint16Array, text: string, at: number): number {
  return at < 0 ? 0xff : (masks[(codeAt(text, at - 1) << 7) | codeAt(text, at)] ?? 0);
}

/** Windows of these buckets may end at `end`. */
function look({ endings, beginnings, masks }: Scanner, text: string, end: number, found: Ranked[]): void {
  const ending = endings[unitAt(text, end)];
  if (ending) {
    for (const { trial } of ending.alone) tryAnchor(trial, text, end, found);
    const anchored = end > 0 ? ending.before[unitAt(text, end - 1)] : undefined;
    if (anchored) tryAnchors(anchored, text, end, found);
  }
  const ended = begunAt(masks, text, end - 1) & ((masks[(codeAt(text, end - 1) << 7) | codeAt(text, end)] ?? 0) >>> buckets);
  for (const beginning of beginnings) {
    if ((ended & beginning.bit) === 0 || !isAt(beginning, text, end - beginning.back)) continue;
    for (const trial of beginning.trials) tryAnchor(trial, text, end - beginning.back, found);
  }
}

function isAt({ before, first }: Beginning, text: string, start: number): boolean {
  if (start < 0 || !stands(before, text, start - 1)) return false;
  for (let place = 0; place < first.length; place++) {
    const chars = first[place];
    if (chars === undefined || !stands(chars, text, start + place)) return false;
  }
  return true;
}

function tryAnchors(anchored: readonly Anchored[], text: string, end: number, found: Ranked[]): void {
  for (const { anchor, back, trial } of anchored) {
    const at = end - back;
    if (at >= 0 && text.startsWith(anchor, at)) tryAnchor(trial, text, at, found);
  }
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
