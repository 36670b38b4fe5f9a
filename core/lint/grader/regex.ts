import { RegExpParser, visitRegExpAST } from '@eslint-community/regexpp';
import type { AST } from '@eslint-community/regexpp';
import type { RE2JS } from 're2js';
import { compilePattern } from '../../grade/pattern';

/** A pattern read in both worlds: as JavaScript reads it, and as the linear engine does. */
export interface Pattern {
  readonly text: string;
  readonly flags: string;
  readonly engine: 're2' | 'js';
  readonly ast: AST.Pattern | undefined;
  readonly re2: RE2JS | undefined;
  /** Why the linear engine refuses it. */
  readonly refusal: string | undefined;
  /** Why nobody can use it. */
  readonly fault: { readonly at: number; readonly reason: string } | undefined;
}

export interface Complaint {
  readonly what: string;
  readonly from: number;
  readonly to: number;
  /** `what` is the engine's own text, not the name of a construct. */
  readonly other?: boolean;
}

export function readPattern(text: string, flags: string, engine: 're2' | 'js'): Pattern {
  const { ast, fault } = javascript(text, flags);
  let re2: RE2JS | undefined;
  let refusal: string | undefined;
  try {
    re2 = compilePattern(text, flags);
  } catch (error) {
    refusal = error instanceof Error ? error.message : String(error);
  }
  const usable =
    engine === 'js' ? ast !== undefined : re2 !== undefined || ast !== undefined || onlyElsewhere(text) !== undefined;
  return { text, flags, engine, ast, re2, refusal, fault: usable ? undefined : fault };
}

function javascript(text: string, flags: string): Pick<Pattern, 'ast' | 'fault'> {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  try {
    return { ast: parser.parsePattern(text, 0, text.length, { unicode: flags.includes('u') }), fault: undefined };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // "Invalid regular expression: /[a-/: Unterminated character class": the end says it.
    const reason = message.slice(message.lastIndexOf(': ') + 2).replace(/\.$/, '');
    const at = typeof error === 'object' && error !== null && 'index' in error ? Number(error.index) : 0;
    return { ast: undefined, fault: { at: Number.isFinite(at) ? at : 0, reason } };
  }
}

/** Constructs of other engines that neither JavaScript nor the linear engine has. */
function onlyElsewhere(text: string): Complaint | undefined {
  const possessive = /(?<!\\)[*+?}]\+/.exec(text);
  if (possessive) return { what: 'A possessive quantifier', from: possessive.index, to: possessive.index + 2 };
  const atomic = /(?<!\\)\(\?>/.exec(text);
  return atomic ? { what: 'An atomic group', from: atomic.index, to: atomic.index + 3 } : undefined;
}

/** What the linear engine does not have, and where. */
export function notLinear(pattern: Pattern): Complaint | undefined {
  if (pattern.engine === 'js' || pattern.re2) return undefined;
  const { ast, text, refusal } = pattern;
  if (!ast) return onlyElsewhere(text);
  let found: Complaint | undefined;
  const take = (what: string, node: AST.Node) => (found ??= { what, from: node.start, to: node.end });
  visitRegExpAST(ast, {
    onAssertionEnter: (node) => node.kind === 'lookahead' && take('A lookahead', node),
    onBackreferenceEnter: (node) => take('A backreference', node),
    onQuantifierEnter: (node) => (Number.isFinite(node.max) ? node.max : node.min) > 1000 && take('A count above 1000', node),
    onCharacterEnter: (node) => {
      if (/^\\u/.test(node.raw)) take('`\\u`', node);
      else if (/^\\c/.test(node.raw)) take('`\\c`', node);
    },
    onCharacterClassEnter: (node) => node.raw === '[^]' && take('`[^]`', node),
    onCharacterSetEnter: (node) => node.kind === 'property' && node.raw.includes('=') && take('`\\p{…=…}`', node),
  });
  return found ?? { what: refusal?.replace(/^error parsing regexp: /, '') ?? 'unknown', from: 0, to: text.length, other: true };
}

/** Texts that have little in common: what is found in all of them is found in everything. A long one, because a limit is a check. */
const probes = ['', '\u0001', '\u{10FFFD}x', 'a b\n9', '  ', 'w '.repeat(1100)];

/** True when the empty text is found everywhere, so that the rule says nothing. */
export function alwaysMatches({ re2, text, flags, ast }: Pattern): boolean {
  if (re2) return probes.every((probe) => re2.matcher(probe).find());
  // Without the linear engine only a pattern whose every part may be absent is run, and on short texts only.
  if (!ast || !ast.alternatives.some(isNullable)) return false;
  const native = new RegExp(text, flags.replace(/[^imsu]/g, ''));
  return probes.every((probe) => native.test(probe));
}

/** True when an alternative can match the empty text at any place. */
function isNullable(alternative: AST.Alternative): boolean {
  return alternative.elements.every((element) => element.type === 'Quantifier' && element.min === 0);
}

/** Changes that leave a pattern less to match: `*` as `+`, no empty alternative. */
export function narrowings({ ast }: Pattern): readonly { readonly from: number; readonly to: number; readonly by: string }[] {
  const found: { from: number; to: number; by: string }[] = [];
  if (!ast) return found;
  for (const [i, { elements, start }] of ast.alternatives.entries()) {
    // Its bar is before it, or after it when it is the first.
    if (elements.length === 0) found.push({ from: i === 0 ? start : start - 1, to: i === 0 ? start + 1 : start, by: '' });
  }
  visitRegExpAST(ast, {
    onQuantifierEnter({ min, max, element }) {
      if (min === 0 && max === Infinity) found.push({ from: element.end, to: element.end + 1, by: '+' });
    },
  });
  return found;
}

/** A place that rules every match out: `a^b`, `a$b` without flag `m`, `[]`. */
export function neverMatches({ ast, flags }: Pattern): Complaint | undefined {
  if (!ast) return undefined;
  const reasons = ast.alternatives.map((alternative) => deadEnd(alternative, flags.includes('m')));
  const [first] = reasons;
  return reasons.every((reason) => reason !== undefined) ? first : undefined;
}

function deadEnd({ elements }: AST.Alternative, multiline: boolean): Complaint | undefined {
  let before = false;
  for (const [i, element] of elements.entries()) {
    if (element.type === 'CharacterClass' && element.elements.length === 0 && !element.negate) {
      return { what: 'the class is empty', from: element.start, to: element.end };
    }
    if (element.type === 'Assertion' && !multiline) {
      if (element.kind === 'start' && before)
        return { what: '`^` comes after a character', from: element.start, to: element.end };
      const after = elements.slice(i + 1).some(consumes);
      if (element.kind === 'end' && after) return { what: '`$` comes before a character', from: element.start, to: element.end };
    }
    before ||= consumes(element);
  }
  return undefined;
}

/** True when an element takes at least one character in every match. */
function consumes(element: AST.Element): boolean {
  switch (element.type) {
    case 'Character':
    case 'CharacterClass':
    case 'CharacterSet':
    case 'ExpressionCharacterClass':
      return true;
    case 'Quantifier':
      return element.min > 0 && consumes(element.element);
    case 'Group':
    case 'CapturingGroup':
      return element.alternatives.every((alternative) => alternative.elements.some(consumes));
    default:
      return false;
  }
}

/**
 * A repetition of a repetition that can be split in many ways, as in `(a+)+`, `(a|a)*` or `(\w+\s?)*`, where what follows
 * can fail. Only plain cases are called: a wrong alarm would be worse than a slow rule that is cut off after a moment.
 */
export function exponential({ ast }: Pattern): { text: string; from: number; to: number } | undefined {
  if (!ast) return undefined;
  let found: { text: string; from: number; to: number } | undefined;
  visitRegExpAST(ast, {
    onQuantifierEnter(node) {
      if (found || node.max !== Infinity) return;
      const group = node.element;
      if (group.type !== 'Group' && group.type !== 'CapturingGroup') return;
      const inner = ambiguous(group.alternatives);
      if (inner !== undefined) found = { text: inner, from: node.start, to: node.end };
    },
  });
  return found;
}

function ambiguous(alternatives: readonly AST.Alternative[]): string | undefined {
  const raws = alternatives.map((alternative) => alternative.raw);
  const twice = raws.find((raw, i) => raw !== '' && raws.indexOf(raw) !== i);
  if (twice !== undefined) return twice;
  for (const { elements } of alternatives) {
    const repeated = elements.find((element) => element.type === 'Quantifier' && element.max === Infinity);
    const rest = elements.filter((element) => element !== repeated);
    const skippable = rest.every((element) => element.type === 'Quantifier' && element.min === 0);
    if (repeated?.type === 'Quantifier' && skippable) return repeated.element.raw;
  }
  return undefined;
}
