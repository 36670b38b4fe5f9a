import { matches, type SliceSubject } from '../slice/matches';
import type { LabelParents } from '../feedback/label-tree';
import type { Slice } from '../slice/schema';
import type { Check, GradeTools } from './kind';
import { compileRule } from './rules';
import { ruleId, type Grader, type GraderRule } from './schema';

export interface CompiledRule {
  readonly id: string;
  readonly title: string | undefined;
  readonly weight: number;
  /** Undefined: every conversation. `null`: a slice that is not defined, so none. */
  readonly slice: Slice | undefined | null;
  readonly check: Check;
  /** Its place among the rules of the file. */
  readonly index: number;
}

/** A grader ready to be used many times. Rules that are switched off are left out. */
export interface CompiledGrader {
  readonly name: string;
  readonly threshold: number;
  readonly rules: readonly CompiledRule[];
}

/** A conversation passes at or above this score, unless its grader says otherwise. */
export const usualThreshold = 0.7;

export function compileGrader(grader: Grader, tools: GradeTools = {}, compile = compileRule): CompiledGrader {
  return {
    name: grader.name,
    threshold: grader.pass_threshold ?? usualThreshold,
    rules: grader.rules.flatMap((rule, index) =>
      rule.enabled === false ? [] : [compiledRule(grader, rule, index, compile(rule, tools))],
    ),
  };
}

function compiledRule(grader: Grader, rule: GraderRule, index: number, check: Check): CompiledRule {
  return {
    id: ruleId(rule, index),
    title: rule.title,
    weight: rule.weight ?? 1,
    slice: sliceOf(grader, rule),
    check,
    index,
  };
}

/** The slice of a rule by its name or as written there. */
export function sliceOf({ slices = {} }: Pick<Grader, 'slices'>, { slice }: Pick<GraderRule, 'slice'>): Slice | undefined | null {
  if (typeof slice !== 'string') return slice;
  return Object.hasOwn(slices, slice) ? (slices[slice] ?? null) : null;
}

/** The rules that apply to a conversation: those whose slice it is in. */
export function rulesFor(grader: CompiledGrader, subject: SliceSubject, parents: LabelParents): ReadonlySet<CompiledRule> {
  const known = new Map<Slice, boolean>();
  const isIn = (slice: Slice) => {
    const before = known.get(slice);
    if (before !== undefined) return before;
    const found = matches(slice, subject, parents);
    known.set(slice, found);
    return found;
  };
  return new Set(grader.rules.filter(({ slice }) => slice === undefined || (slice !== null && isIn(slice))));
}
