import type { Kind } from './kinds';
import { offByDefault } from './kinds';
import { hasMarker, markersOf, segmentsOf } from './marker';
import { allowing, compilePattern } from './options';
import type { RedactOptions } from './options';
import type { Rule, Span } from './rule';
import { rules as allRules } from './rules/index';
import { isSecretOf, secretKindOf } from './rules/assignment';
import { merged, prepare, scan } from './scan';
import type { Ranked } from './scan';

/** Finds what is to be masked in plain text, by the rules and the settings. Markers are never part of it. */
export interface Finder {
  /** In a text of its own. */
  text(text: string): Span[];
  /** In the value of a named field: the name says what the value may be. */
  field(name: string, value: string): Span[];
  /** Too short and too plain to be searched, as most names, roles and states are; not as the value of a secret's name. */
  isPlain(text: string, name?: string): boolean;
  /** Whether the name promises a secret and the whole value looks like one; a quick look that ignores allow-lists. */
  isWholeSecret(name: string, value: string): boolean;
  /** Whether there are patterns of the user's, which may find anything, also short numbers and whole texts. */
  readonly hasPatterns: boolean;
}

/** The rules that can find one of the kinds asked for. */
export function activeKinds({ disabled = [], enabled = [] }: RedactOptions): (kind: Kind) => boolean {
  return (kind) => !disabled.includes(kind) && (!offByDefault.includes(kind) || enabled.includes(kind));
}

export function activeRules(options: RedactOptions): Rule[] {
  const active = activeKinds(options);
  return allRules.filter((rule) => rule.kinds.some(active));
}

/** @throws Problem `redact_pattern_invalid` */
export function makeFinder(options: RedactOptions): Finder {
  const scanner = prepare(activeRules(options));
  const disabled = new Set<string>(options.disabled ?? []);
  const isAllowed = allowing(options);
  const patterns = (options.patterns ?? []).map(({ kind, pattern, ignore_case }) => ({
    kind,
    expression: compilePattern(pattern, ignore_case),
  }));
  const inSegment = (text: string): Ranked[] => {
    const found = scan(scanner, text);
    for (const { kind, expression } of patterns) found.push(...matchesOf(expression, kind, text));
    if (found.length === 0) return found;
    return found.filter((span) => !disabled.has(span.kind) && !isAllowed(text.slice(span.start, span.end)));
  };
  const find = (text: string): Ranked[] => {
    if (!hasMarker(text)) return inSegment(text);
    return segmentsOf(text).flatMap((segment) => inSegment(segment.text).map((span) => moved(span, segment.start)));
  };
  const isPlain = (text: string, name?: string): boolean =>
    patterns.length === 0 && isTooPlain(text) && (name === undefined || secretKindOf(name) === undefined);
  return {
    isPlain,
    text: (text) => (isPlain(text) ? [] : merged(find(text))),
    field: (name, value) => {
      if (isPlain(value, name)) return [];
      const offset = name.length + 2;
      const found = find(`${name}: ${value}`).filter((span) => span.end > offset);
      return merged([...found.map((span) => moved(span, -offset)), ...asWhole(name, value, disabled, isAllowed)]);
    },
    isWholeSecret: (name, value) => {
      const kind = secretKindOf(name);
      return kind !== undefined && isSecretOf(kind, value);
    },
    hasPatterns: patterns.length > 0,
  };
}

/** In so short a text only an address, an assignment or a number can be found, and each shows itself. */
function isTooPlain(text: string): boolean {
  return text.length < 14 && !/[@=:>%]|\d\.\d|[\d+(][\d+ ().\-/\u00a0\u2009\u202f\u2010-\u2013]{7}/.test(text);
}

/** Spans that reach out of the text on the left are cut there: what lies in a field's name is found in the name itself. */
function moved({ start, end, kind, order }: Ranked, by: number): Ranked {
  return { start: Math.max(0, start + by), end: end + by, kind, order };
}

function matchesOf(expression: ReturnType<typeof compilePattern>, kind: string, text: string): Ranked[] {
  const spans: Ranked[] = [];
  const matcher = expression.matcher(text);
  while (matcher.find()) {
    if (matcher.end() > matcher.start()) spans.push({ start: matcher.start(), end: matcher.end(), kind, order: Infinity });
  }
  return spans;
}

/** A field such as `password` whose whole value is a secret, blanks and quotes in it included. */
function asWhole(name: string, value: string, disabled: ReadonlySet<string>, isAllowed: (value: string) => boolean): Ranked[] {
  const kind = secretKindOf(name);
  const secret = kind && !disabled.has(kind) && isSecretOf(kind, value) && markersOf(value).length === 0 && !isAllowed(value);
  return kind && secret ? [{ start: 0, end: value.length, kind, order: 0 }] : [];
}

/** The same, but what holds a secret goes as a whole, from marker to marker. */
export function greedy(finder: Finder): Finder {
  const widened = (text: string, spans: readonly Span[]): Span[] =>
    segmentsOf(text).flatMap((segment) => {
      const end = segment.start + segment.text.length;
      const inside = spans.find((span) => span.start < end && span.end > segment.start);
      return inside ? [{ start: segment.start, end, kind: inside.kind }] : [];
    });
  return {
    ...finder,
    text: (text) => widened(text, finder.text(text)),
    field: (name, value) => widened(value, finder.field(name, value)),
  };
}
