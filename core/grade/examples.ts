import { normaliseLabel } from '../feedback/label';
import type { SliceSubject } from '../slice/matches';
import { foldText } from '../slice/matches';
import { slice as sliceSchema, type HasKind, type Slice } from '../slice/schema';
import { answerView } from './answer';
import { compileGrader, rulesFor, type CompiledGrader } from './compile';
import { gradeAnswer, type Grade } from './grade';
import type { GradeTools } from './kind';
import type { Reason } from './reasons';
import { ruleId, type Grader, type GraderExample, type RuleVerdict } from './schema';

/** A case that does not come out as written. */
export type Mismatch =
  | {
      readonly example: number;
      readonly rule: string;
      readonly expected: RuleVerdict;
      readonly was: RuleVerdict;
      readonly reason: Reason;
    }
  | { readonly example: number; readonly expected: number | null; readonly was: number | null };

/** Runs the cases of a grader and says which do not come out as they say. */
export function checkExamples(grader: Grader, tools: GradeTools = {}): Mismatch[] {
  const compiled = narrowed(compileGrader(grader, tools));
  const off = new Set(grader.rules.flatMap((rule, index) => (rule.enabled === false ? [ruleId(rule, index)] : [])));
  return (grader.examples ?? []).flatMap((example, n) => mismatches(compiled, off, example, n));
}

/** What a grader makes of one of its cases. */
export function gradeExample(grader: CompiledGrader, example: GraderExample): Grade {
  const { answer = '', gold, tool_calls = [], parents = {} } = example;
  const calls = tool_calls.map((call, i) => ({
    id: `call_${i + 1}`,
    name: call.name,
    arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments ?? {}),
  }));
  const tree = new Map(Object.entries(parents).map(([child, parent]) => [normaliseLabel(child), normaliseLabel(parent)]));
  return gradeAnswer(grader, answerView({ text: answer, calls, gold }), rulesFor(grader, subjectOf(example), tree));
}

function mismatches(grader: CompiledGrader, off: ReadonlySet<string>, example: GraderExample, n: number): Mismatch[] {
  const grade = gradeExample(asked(grader, example), example);
  // A rule with a mistake has been named for it; one in the other engine is not run here.
  const unsure = grade.rules.some(({ code }) => code === 'rule_unusable' || code === 'pattern_not_run');
  const rules = Object.entries(example.expect ?? {}).flatMap(([id, expected]): Mismatch[] => {
    const result = grade.rules.find((rule) => rule.id === id) ?? (off.has(id) ? switchedOff(id) : undefined);
    if (!result || result.verdict === expected || result.code === 'rule_unusable' || result.code === 'pattern_not_run') return [];
    return [{ example: n, rule: id, expected, was: result.verdict, reason: result }];
  });
  const { score } = example;
  if (score === undefined || unsure || sameScore(grade.score, score)) return rules;
  return [...rules, { example: n, expected: score, was: grade.score }];
}

/** Without a score only the rules that the case speaks of need to be run. */
function asked(grader: CompiledGrader, { score, expect = {} }: GraderExample): CompiledGrader {
  return score === undefined ? { ...grader, rules: grader.rules.filter(({ id }) => Object.hasOwn(expect, id)) } : grader;
}

function switchedOff(id: string) {
  return { id, verdict: 'not_applied', code: 'rule_off' } as const;
}

/** 0.67 stands for two thirds: as many digits count as were written, and two at least. */
function sameScore(was: number | null, expected: number | null): boolean {
  if (was === null || expected === null) return was === expected;
  const digits = Math.max(2, (/\.(\d+)$/.exec(String(expected))?.[1] ?? '').length);
  return Math.abs(was - expected) <= 0.5 * 10 ** -digits + 1e-9;
}

/** What a case cannot say (dates, sources, people) does not keep its rules from applying. */
function narrowed(grader: CompiledGrader): CompiledGrader {
  const known = new Map<Slice, Slice>();
  const once = (slice: Slice) => {
    const made = known.get(slice) ?? sayable(slice);
    known.set(slice, made);
    return made;
  };
  return { ...grader, rules: grader.rules.map((rule) => ({ ...rule, slice: rule.slice && once(rule.slice) })) };
}

/** What a case has no words for. */
const unsayable: ReadonlySet<string> = new Set(['source', 'model', 'since', 'until', 'state', 'reviewer']);

function sayable({ not, ...own }: Slice): Slice {
  const kept = (part: object) => Object.fromEntries(Object.entries(part).filter(([key]) => !unsayable.has(key)));
  return sliceSchema.parse({ ...kept(own), ...(not ? { not: kept(not) } : {}) });
}

function subjectOf(example: GraderExample): SliceSubject {
  const has: HasKind[] = [];
  if (example.gold !== undefined) has.push('gold');
  if (example.tool_calls?.length) has.push('tool_calls');
  return {
    source: '',
    model: undefined,
    captured_at: '',
    state: 'unreviewed',
    reviewers: new Set(),
    labels: (example.labels ?? []).map(normaliseLabel),
    attributes: example.attributes ?? {},
    has: new Set(has),
    text: () => foldText(example.answer ?? ''),
  };
}
