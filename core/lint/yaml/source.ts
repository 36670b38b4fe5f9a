import { type Document, isScalar, parseDocument, type YAMLError } from 'yaml';
import { type Span, span } from '../span';
import { treeOf } from './convert';
import { tooDeepAt } from './depth';
import { explain, type Mistake, paintOver, type YamlProblem } from './mistakes';
import { readSimple } from './simple';
import { walk, type YamlNode } from './tree';

/** What was made of a text that may be broken; offsets from its beginning. */
export interface Read {
  readonly root: YamlNode | undefined;
  readonly mistakes: readonly Mistake[];
  /** From here on nothing is known: a mistake that could not be read around. */
  readonly lost: number | undefined;
}

/** Each mistake that is read around costs one more parse; together they may read this many characters. */
const mostRounds = 8;
const mostReread = 120_000;

/**
 * Reads YAML the way a forgiving person does: the first mistake is named, painted over with as many harmless characters,
 * and the text read again, so that one mistake gives one finding and the keys after it are still known.
 */
export function readSource(text: string): Read {
  const simple = readSimple(text);
  if (simple) return { root: simple, mistakes: [], lost: undefined };
  const deep = tooDeepAt(text);
  if (deep !== undefined) return hopeless(deep);
  let source = text;
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
  return { root: treeOf(doc, source), mistakes, lost: last?.damaged.start };
}

function hopeless(at: number): Read {
  const place = span(at, at + 1);
  const mistake: Mistake = { code: 'FM006', variant: 'deep', args: {}, span: place, damaged: place, paint: [] };
  return { root: undefined, mistakes: [mistake], lost: 0 };
}

function parse(source: string): Document.Parsed {
  return parseDocument(source, { prettyErrors: false, uniqueKeys: false, logLevel: 'silent' });
}

/** What comes first in the text: an error, an unknown tag or alias, or a lone `key:value` that reads as plain text. */
function firstProblem(doc: Document.Parsed, source: string): YamlProblem | undefined {
  const problems = [...doc.errors, ...doc.warnings].map(problemOf);
  if (problems.length === 0 && !source.includes('*') && !isScalar(doc.contents)) return undefined;
  const tree = treeOf(doc, source);
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
