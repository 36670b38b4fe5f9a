import type { Context } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { insertKey, replaceBy } from '../repairs';
import type { Span } from '../span';
import { placeInScalar } from '../yaml/scalar-place';
import { entriesOf, entryOf, resolved, textOf, valueOf, type YamlMap, type YamlScalar } from '../yaml/tree';
import { dotFindings, flagFindings, styleFindings } from './pattern-style';
import {
  alwaysMatches,
  exponential,
  narrowings,
  neverMatches,
  notLinear,
  readPattern,
  type Complaint,
  type Pattern,
} from './regex';
import type { RuleCheck } from './each-rule';
import type { RuleView } from './view';

/** GRD060–GRD069: patterns of regex rules and of argument checks. */
export const patternChecks: RuleCheck = function* (context, rule) {
  if (rule.type === 'regex') yield* regexRule(context, rule);
  if (rule.type !== 'tool_call') return;
  for (const argument of entriesOf(valueOf(rule.map, 'args'))) {
    const scalar = scalarOf(valueOf(argument.value, 'matches'));
    if (scalar && scalar.value.length <= longestPattern)
      yield* faults(context, scalar, readPattern(scalar.value, '', 're2'), rule);
  }
};

/** Longer ones are refused by the schema. */
const longestPattern = 4000;

type TextScalar = YamlScalar & { readonly value: string };

function scalarOf(node: ReturnType<typeof valueOf>): TextScalar | undefined {
  const found = resolved(node);
  return found?.kind === 'scalar' && typeof found.value === 'string' ? { ...found, value: found.value } : undefined;
}

function* regexRule(context: Context, rule: RuleView): Findings {
  const scalar = scalarOf(valueOf(rule.map, 'pattern'));
  const flags = textOf(valueOf(rule.map, 'flags')) ?? '';
  const engine = textOf(valueOf(rule.map, 'engine')) === 'js' ? 'js' : 're2';
  if (!scalar) {
    const missing = entryOf(rule.map, 'pattern') === undefined && !rule.typo;
    if (missing) yield { code: 'GRD014', args: { what: '`pattern`', reason: 'is missing' }, span: rule.place };
    return;
  }
  if (scalar.value === '' || scalar.value.length > longestPattern) return;
  const pattern = readPattern(scalar.value, flags, engine);
  const broken = [...faults(context, scalar, pattern, rule)];
  yield* broken;
  yield* flagFindings(entryOf(rule.map, 'flags'), flags, pattern);
  yield* styleFindings(context.text, scalar);
  if (broken.length === 0 && pattern.ast) {
    const place = (from: number, to: number) => placeInScalar(context.text, scalar, from, to);
    yield* sense(context, scalar, pattern, rule, place);
    yield* dotFindings(pattern, place, () => multiline(context, rule.map));
  }
}

/** What keeps a pattern from being used at all; one finding. */
function* faults(context: Context, scalar: TextScalar, pattern: Pattern, rule: RuleView): Findings {
  const { fault } = pattern;
  if (fault) {
    const from = Math.min(fault.at, Math.max(0, scalar.value.length - 1));
    return yield { code: 'GRD060', args: { reason: fault.reason }, span: placeInScalar(context.text, scalar, from, from + 1) };
  }
  const complaint = notLinear(pattern);
  if (complaint) yield unsupported(context, scalar, complaint, rule);
}

function unsupported({ text, eol }: Context, scalar: TextScalar, complaint: Complaint, { map }: RuleView): Finding {
  const place = placeInScalar(text, scalar, complaint.from, complaint.to);
  const found = text.slice(place.start, place.end);
  const rewritten = /^\\u([0-9A-Fa-f]{4})$/.exec(found)?.[1];
  const pattern = entryOf(map, 'pattern');
  const column = pattern ? pattern.key.span.start - (text.lastIndexOf('\n', pattern.key.span.start - 1) + 1) : 0;
  const fixes = (): Fix[] => [
    ...(rewritten === undefined
      ? []
      : [
          {
            title: 'replace' as const,
            args: { text: `\\x{${rewritten}}` },
            edits: [{ ...place, text: `\\x{${rewritten}}` }],
            auto: true,
          },
        ]),
    ...(pattern && !map.flow && entryOf(map, 'engine') === undefined
      ? [
          {
            title: 'insert' as const,
            args: { text: 'engine: js' },
            edits: [{ start: pattern.span.end, end: pattern.span.end, text: `${eol}${' '.repeat(column)}engine: js` }],
          },
        ]
      : []),
  ];
  return { code: 'GRD061', ...(complaint.other ? { variant: 'other' } : {}), args: { what: complaint.what }, span: place, fixes };
}

/** Patterns that can be used and say nothing. */
function* sense(
  context: Context,
  scalar: TextScalar,
  pattern: Pattern,
  rule: RuleView,
  place: (from: number, to: number) => Span,
): Findings {
  const pump = pattern.engine === 'js' ? exponential(pattern) : undefined;
  if (pump) yield { code: 'GRD062', args: { pump: pump.text }, span: place(pump.from, pump.to), fixes: () => linear(rule.map) };
  const never = neverMatches(pattern);
  if (never) return yield { code: 'GRD063', args: { reason: never.what }, span: place(never.from, never.to) };
  if (!alwaysMatches(pattern)) return;
  const noMatch = textOf(valueOf(rule.map, 'expect')) === 'no_match';
  const fixes = () => somethingToMatch(context, pattern, place);
  yield { code: 'GRD064', args: { verdict: noMatch ? 'fails' : 'passes' }, span: scalar.span, fixes };
}

function linear(map: YamlMap): Fix[] {
  const engine = valueOf(map, 'engine');
  return engine ? [replaceBy(engine.span, 're2')] : [];
}

function multiline(context: Context, map: YamlMap): Fix[] {
  const flags = entryOf(map, 'flags');
  if (!flags) return insertKey(context, map, entryOf(map, 'pattern'), 'flags: m');
  const written = textOf(flags.value);
  return written === undefined ? [] : [replaceBy(flags.value.span, `${written}m`)];
}

/** `x*` as `x+`, `a|` as `a`: the first change after which the empty text is no longer found. */
function somethingToMatch({ text }: Context, pattern: Pattern, place: (from: number, to: number) => Span): Fix[] {
  for (const { from, to, by } of narrowings(pattern)) {
    const where = place(from, to);
    const narrowed = pattern.text.slice(0, from) + by + pattern.text.slice(to);
    if (text.slice(where.start, where.end) !== pattern.text.slice(from, to) || narrowed === '') continue;
    const read = readPattern(narrowed, pattern.flags, pattern.engine);
    if (!read.fault && !alwaysMatches(read))
      return [by === '' ? { title: 'delete_named', args: { text: '|' }, edits: [{ ...where, text: by }] } : replaceBy(where, by)];
  }
  return [];
}
