import { type Document, isScalar, parseDocument, type YAMLError } from 'yaml';
import { overlaps, type Span, span } from '../span';
import { treeOf } from './convert';
import { tooDeepAt } from './depth';
import { explain, type Mistake, paintOver, type YamlProblem } from './mistakes';
import { walk, type YamlNode } from './tree';

/** A stretch of YAML with what can be known of it although it may be broken. */
export interface Yaml {
  readonly span: Span;
  readonly root: YamlNode | undefined;
  readonly mistakes: readonly Mistake[];
  /** From here on nothing is known: a mistake that could not be read around. */
  readonly lost: number | undefined;
  /** True when the place was part of a mistake, or after one that could not be read around. */
  spoiled(place: Span): boolean;
}

/** Each mistake that is read around costs one more parse; together they may read this many characters. */
const mostRounds = 8;
const mostReread = 120_000;

/**
 * Reads YAML the way a forgiving person does: the first mistake is named, painted over with as many harmless characters,
 * and the text read again, so that one mistake gives one finding and the keys after it are still known.
 */
export function readYaml(text: string, where: Span): Yaml {
  // A lone CR ends a line for editors and for YAML's own rules, but not for the parser. Same length, so offsets stand.
  let source = text.slice(where.start, where.end).replace(/\r(?!\n)/g, '\n');
  const deep = tooDeepAt(source);
  if (deep !== undefined) return hopeless(where, deep);
  const mistakes: Mistake[] = [];
  const rounds = Math.min(mostRounds, Math.max(1, Math.floor(mostReread / source.length)));
  let doc = parse(source);
  let problem = firstProblem(doc, source);
  for (let round = 0; round < rounds && problem !== undefined; round++) {
    const mistake = explain(source, problem);
    if (!mistakes.some((known) => sameValue(known, mistake))) mistakes.push(mistake);
    const painted = paintOver(source, mistake);
    if (painted === source) break;
    source = painted;
    doc = parse(source);
    problem = firstProblem(doc, source);
  }
  const last = problem && explain(source, problem);
  if (last && !mistakes.some((known) => sameValue(known, last))) mistakes.push(last);
  const lost = last?.damaged.start;
  return assemble(where, treeOf(doc, source, where.start), mistakes, lost);
}

function assemble(where: Span, root: YamlNode | undefined, found: readonly Mistake[], lostAt: number | undefined): Yaml {
  const mistakes = found.map((mistake) => moved(mistake, where.start));
  const lost = lostAt === undefined ? undefined : lostAt + where.start;
  return {
    span: where,
    root,
    mistakes,
    lost,
    spoiled: (place) =>
      (lost !== undefined && place.end > lost && place.start < where.end) ||
      mistakes.some((mistake) => overlaps(mistake.damaged, place)),
  };
}

function hopeless(where: Span, at: number): Yaml {
  const place = span(at, at + 1);
  const mistake: Mistake = { code: 'FM006', variant: 'deep', args: {}, span: place, damaged: place, paint: [] };
  return assemble(where, undefined, [mistake], 0);
}

function parse(source: string): Document.Parsed {
  return parseDocument(source, { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
}

/** What comes first in the text: an error, an unknown tag or alias, or a lone `key:value` that reads as plain text. */
function firstProblem(doc: Document.Parsed, source: string): YamlProblem | undefined {
  const problems = [...doc.errors, ...doc.warnings].map(problemOf);
  if (problems.length === 0 && !source.includes('*') && !isScalar(doc.contents)) return undefined;
  const tree = treeOf(doc, source, 0);
  problems.push(...silentProblems(tree, source));
  const first = problems.reduce<YamlProblem | undefined>(
    (earliest, problem) => (earliest === undefined || problem.start < earliest.start ? problem : earliest),
    undefined,
  );
  return first && { ...first, origin: originOf(first, tree) };
}

/** What the parser lets pass although the document cannot be used. */
function silentProblems(tree: YamlNode | undefined, source: string): YamlProblem[] {
  const problems: YamlProblem[] = [];
  for (const node of walk(tree)) {
    if (node.kind === 'alias' && node.target === undefined) {
      problems.push({ ...node.span, kind: 'UNKNOWN_ALIAS', reason: `There is no anchor &${node.name}` });
    }
  }
  if (tree?.kind === 'scalar' && /^[\w.$-]+:[^ \t\n/]/.test(source.slice(tree.span.start))) {
    problems.push({ ...tree.span, kind: 'MISSING_BLANK', reason: 'No blank after the colon' });
  }
  return problems;
}

function problemOf(error: YAMLError): YamlProblem {
  return { kind: error.code, start: error.pos[0], end: error.pos[1], reason: error.message };
}

/** The quote or bracket a problem far below comes from. */
function originOf(problem: YamlProblem, tree: YamlNode | undefined): Span | undefined {
  if (problem.kind === 'MISSING_CHAR' && problem.reason.startsWith('Missing closing')) {
    const quoted = (node: YamlNode) => node.kind === 'scalar' && (node.style === 'single' || node.style === 'double');
    const endsThere = (node: YamlNode) => node.span.start < problem.start && Math.abs(node.span.end - problem.start) < 2;
    return firstOf(tree, (node) => quoted(node) && endsThere(node)) ?? lastOf(tree, quoted);
  }
  if (problem.reason.startsWith('Flow ')) {
    return lastOf(tree, (node) => (node.kind === 'list' || node.kind === 'map') && node.flow && node.span.start < problem.start);
  }
  if (problem.kind !== 'UNEXPECTED_TOKEN') return undefined;
  return lastOf(
    tree,
    (node) =>
      node.kind === 'scalar' && node.style !== 'plain' && node.span.end <= problem.start && node.span.end + 3 > problem.start,
  );
}

function firstOf(tree: YamlNode | undefined, fits: (node: YamlNode) => boolean): Span | undefined {
  for (const node of walk(tree)) if (fits(node)) return node.span;
  return undefined;
}

function lastOf(tree: YamlNode | undefined, fits: (node: YamlNode) => boolean): Span | undefined {
  let found: Span | undefined;
  for (const node of walk(tree)) if (fits(node)) found = node.span;
  return found;
}

/** The same value is complained about once, however many ways it is wrong. */
function sameValue(a: Mistake, b: Mistake): boolean {
  return a.span.start === b.span.start || (a.value !== undefined && a.value.start === b.value?.start);
}

function moved(mistake: Mistake, by: number): Mistake {
  const move = (place: Span) => span(place.start + by, place.end + by);
  return {
    ...mistake,
    span: move(mistake.span),
    damaged: move(mistake.damaged),
    value: mistake.value && move(mistake.value),
    paint: [],
  };
}
