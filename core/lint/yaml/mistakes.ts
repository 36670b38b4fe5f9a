import type { Args } from '../finding';
import { type Span, span } from '../span';
import { type KeyLine, keyLine, lineAround, valueEnd } from './key-line';

/** What the parser says, in its own words; offsets within the text it was given. */
export interface YamlProblem extends Span {
  readonly kind: string;
  readonly reason: string;
  /** The quoted text or the bracket that the problem comes from, where the parser's own place is of no use. */
  readonly origin?: Span | undefined;
}

/** One mistake of the author. `paint` makes the text readable without moving anything in it. */
export interface Mistake {
  readonly code: 'FM006' | 'FM007' | 'FM008' | 'FM009' | 'FM015' | 'FM018';
  readonly variant?: string;
  readonly args: Args;
  readonly span: Span;
  /** The whole value, which quoting would repair. */
  readonly value?: Span | undefined;
  /** Nothing said about this stretch by another rule would be to the point. */
  readonly damaged: Span;
  readonly paint: readonly { readonly at: number; readonly text: string }[];
}

type Explanation = (source: string, problem: YamlProblem) => Mistake | undefined;

/** Names the mistake behind a parser's complaint; the first explanation that fits wins. */
export function explain(source: string, problem: YamlProblem): Mistake {
  for (const explanation of explanations) {
    const mistake = explanation(source, problem);
    if (mistake) return mistake;
  }
  const line = lineAround(source, problem.start);
  const place = span(problem.start, Math.max(problem.start + 1, Math.min(problem.end, line.end)));
  return { code: 'FM006', args: { reason: problem.reason }, span: place, damaged: line, paint: [] };
}

const explanations: readonly Explanation[] = [
  directive,
  tabIndent,
  missingBlank,
  badEscape,
  openQuote,
  openBracket,
  reservedStart,
  colonInValue,
  textAfterQuote,
  strayBracket,
  lineWithoutKey,
];

/** The painted text: as long as before, and a step nearer to YAML. */
export function paintOver(source: string, mistake: Mistake): string {
  let painted = source;
  for (const { at, text } of mistake.paint) painted = painted.slice(0, at) + text + painted.slice(at + text.length);
  return painted;
}

function directive(source: string, { start }: YamlProblem): Mistake | undefined {
  const line = lineAround(source, start);
  if (!/^%[A-Z]+\b/.test(source.slice(line.start, line.end))) return undefined;
  return { code: 'FM015', args: {}, span: line, damaged: line, paint: [{ at: line.start, text: '#' }] };
}

function tabIndent(source: string, { start }: YamlProblem): Mistake | undefined {
  const line = lineAround(source, start);
  const indent = /^ *\t[ \t]*/.exec(source.slice(line.start, line.end))?.[0];
  if (indent === undefined) return undefined;
  const paint = [...source.slice(line.start).matchAll(/^ *\t[ \t]*/gm)].map((match) => ({
    at: line.start + match.index,
    text: ' '.repeat(match[0].length),
  }));
  const from = line.start + indent.indexOf('\t');
  return { code: 'FM009', args: {}, span: span(from, line.start + indent.length), damaged: span(from, from), paint };
}

const lineKinds: ReadonlySet<string> = new Set(['MULTILINE_IMPLICIT_KEY', 'MISSING_CHAR', 'MISSING_BLANK']);

/** `name:value`, or a no-break space where the blank should be. */
function missingBlank(source: string, { kind, start }: YamlProblem): Mistake | undefined {
  if (!lineKinds.has(kind)) return undefined;
  const line = lineAround(source, start);
  const match = /^([ \t]*(?:- +){0,20})([\w.$-]+):(?!\/\/)([^ \t\n])/.exec(source.slice(line.start, line.end));
  if (!match) return undefined;
  const colon = line.start + (match[1] ?? '').length + (match[2] ?? '').length;
  return {
    code: 'FM018',
    variant: 'colon',
    args: { key: match[2] ?? '' },
    span: span(colon, colon + 1),
    damaged: line,
    paint: [{ at: colon + 1, text: ' ' }],
  };
}

/** `"\d"`: most often a pattern that wants single quotes. */
function badEscape(source: string, { kind, start }: YamlProblem): Mistake | undefined {
  if (kind !== 'BAD_DQ_ESCAPE') return undefined;
  const open = lastQuoteBefore(source, start);
  const close = /(?:\\[^]|[^"\\])*"/.exec(source.slice(open + 1));
  const end = open + 1 + (close?.[0].length ?? 0);
  const paint: { at: number; text: string }[] = [];
  for (const match of source.slice(open, end).matchAll(/\\([^])/g)) {
    if (!/[0abtnvfre "/\\N_LPxuU\n\r]/.test(match[1] ?? '')) paint.push({ at: open + match.index, text: 'x' });
  }
  if (!paint.some(({ at }) => at === start)) paint.push({ at: start, text: 'x' });
  return {
    code: 'FM008',
    variant: 'escape',
    args: { escape: source.slice(start, start + 2) },
    span: span(start, start + 2),
    value: span(open, end),
    damaged: span(open, end),
    paint,
  };
}

function lastQuoteBefore(source: string, before: number): number {
  for (let at = before - 1; at >= 0; at--) {
    if (source[at] !== '"') continue;
    const slashes = /\\*$/.exec(source.slice(Math.max(0, at - 50), at))?.[0].length ?? 0;
    if (slashes % 2 === 0) return at;
  }
  return before;
}

/** A quote that ends lines later, or never. */
function openQuote(source: string, { kind, origin, reason }: YamlProblem): Mistake | undefined {
  if (!origin || !/["']/.test(source[origin.start] ?? '')) return undefined;
  if (kind !== 'MISSING_CHAR' && !source.slice(origin.start, origin.end).includes('\n')) return undefined;
  const line = lineAround(source, origin.start);
  return {
    code: 'FM006',
    variant: kind === 'MISSING_CHAR' || reason.includes('Unexpected') ? 'quote' : 'text',
    args: { reason },
    span: span(origin.start, origin.start + 1),
    value: span(origin.start, line.end),
    damaged: line,
    paint: [{ at: origin.start, text: 'x' }],
  };
}

/** A list or map in brackets that the next line's key cuts off. */
function openBracket(source: string, { origin }: YamlProblem): Mistake | undefined {
  const bracket = origin && source[origin.start];
  if (!origin || (bracket !== '[' && bracket !== '{')) return undefined;
  return {
    code: 'FM006',
    variant: 'bracket',
    args: { bracket },
    span: span(origin.start, origin.start + 1),
    damaged: lineAround(source, origin.start),
    paint: [{ at: origin.start, text: 'x' }],
  };
}

/** `license: @acme`, `argument-hint: [a] [b]`, `note: *bold* text`. */
function reservedStart(source: string, problem: YamlProblem): Mistake | undefined {
  const line = keyLine(source, problem.start);
  const inFlow = problem.kind === 'BAD_SCALAR_START' && problem.start !== line?.value.start;
  if (inFlow) return reservedInFlow(source, problem);
  if (!line || problem.start < line.value.start) return undefined;
  const first = source[line.value.start] ?? '';
  if (!'@`%*&!|>[{,-?'.includes(first) || first === '') return undefined;
  if ((first === '[' || first === '{') && !proseAfterBracket(source.slice(line.value.start, line.value.end))) return undefined;
  return {
    code: 'FM008',
    args: { what: whatOf(line), char: first },
    span: span(line.value.start, line.value.start + 1),
    value: line.value,
    damaged: line.span,
    paint: [{ at: line.value.start, text: 'x' }, ...colonsIn(source, line.value)],
  };
}

function reservedInFlow(source: string, { start }: YamlProblem): Mistake {
  const item = /^[^,\]}\n]*/.exec(source.slice(start))?.[0].trimEnd() ?? '';
  const value = span(start, start + Math.max(1, item.length));
  return {
    code: 'FM008',
    args: { what: 'This item', char: source[start] ?? '' },
    span: span(start, start + 1),
    value,
    damaged: value,
    paint: [{ at: start, text: 'x' }],
  };
}

/** True when the brackets close on this line and words follow: then they were never meant as a list. */
function proseAfterBracket(value: string): boolean {
  const open = value[0] ?? '';
  const close = open === '[' ? ']' : '}';
  let depth = 0;
  for (let i = 0; i < value.length; i++) {
    if (value[i] === open) depth++;
    if (value[i] === close && --depth === 0) return /[^\s\]},]/.test(value.slice(i + 1).replace(/(^|\s)#.*$/, ''));
  }
  return false;
}

/** `description: Use when: asked`. */
function colonInValue(source: string, problem: YamlProblem): Mistake | undefined {
  if (problem.kind !== 'BLOCK_AS_IMPLICIT_KEY' && problem.kind !== 'MULTILINE_IMPLICIT_KEY') return undefined;
  const line = keyLine(source, problem.start);
  if (line?.value.start !== problem.start) return undefined;
  const whole = span(line.value.start, valueEnd(source, line));
  const colons = colonsIn(source, whole);
  const first = colons[0];
  if (!first) return undefined;
  const quoted = /["']/.test(source[whole.start] ?? '');
  return {
    code: quoted ? 'FM006' : 'FM007',
    ...(quoted ? { variant: 'after' } : {}),
    args: { what: whatOf(line) },
    span: span(first.at, Math.min(first.at + 2, lineAround(source, first.at).end)),
    value: whole,
    damaged: span(line.span.start, whole.end),
    paint: colons,
  };
}

/** `description: "Foo" bar`. */
function textAfterQuote(source: string, problem: YamlProblem): Mistake | undefined {
  const line = keyLine(source, problem.start);
  if (!line || problem.start <= line.value.start || !/["']/.test(source[line.value.start] ?? '')) return undefined;
  return {
    code: 'FM006',
    variant: 'after',
    args: { what: whatOf(line) },
    span: span(problem.start, Math.max(problem.start + 1, line.value.end)),
    value: line.value,
    damaged: line.span,
    paint: [{ at: problem.start, text: ' '.repeat(Math.max(1, line.value.end - problem.start)) }],
  };
}

function strayBracket(source: string, { start }: YamlProblem): Mistake | undefined {
  const bracket = source[start] ?? '';
  if (bracket !== ']' && bracket !== '}') return undefined;
  const place = span(start, start + 1);
  return { code: 'FM006', variant: 'stray', args: { bracket }, span: place, damaged: place, paint: [{ at: start, text: ' ' }] };
}

function lineWithoutKey(source: string, { kind, start }: YamlProblem): Mistake | undefined {
  const line = lineAround(source, start);
  const text = source.slice(line.start, line.end);
  if (!lineKinds.has(kind) || /:(?:[ \t]|$)/.test(text) || text.trim() === '') return undefined;
  const from = line.start + text.length - text.trimStart().length;
  return {
    code: 'FM006',
    variant: 'keyless',
    args: {},
    span: span(from, line.end),
    damaged: line,
    paint: [{ at: from, text: '#' }],
  };
}

function whatOf(line: KeyLine): string {
  return line.key === undefined ? 'This item' : `\`${line.key}\``;
}

/** Every colon that YAML would take for the end of a key. */
function colonsIn(source: string, where: Span): { at: number; text: string }[] {
  return [...source.slice(where.start, where.end).matchAll(/:(?=[ \t\r\n]|$)/g)].map((match) => ({
    at: where.start + match.index,
    text: 'x',
  }));
}
