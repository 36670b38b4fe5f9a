import { tidy } from '../lib/mean';
import type { AnswerView } from './answer';
import type { CompiledGrader, CompiledRule } from './compile';
import type { Reason } from './reasons';
import type { RuleVerdict } from './schema';

/** What one rule made of one answer. */
export interface RuleResult extends Reason {
  readonly id: string;
  readonly verdict: RuleVerdict;
}

export interface Grade {
  /** The weighted share of passed rules, 0..1; null when no rule that counts came to pass or fail. */
  readonly score: number | null;
  readonly rules: readonly RuleResult[];
}

/** Grades an answer by the rules that apply to its conversation; the others are `not_applied`. */
export function gradeAnswer(grader: CompiledGrader, answer: AnswerView, applied: ReadonlySet<CompiledRule>): Grade {
  const rules = grader.rules.map((rule): RuleResult => {
    if (!applied.has(rule)) return { id: rule.id, verdict: 'not_applied', code: 'outside_slice' };
    return { id: rule.id, ...rule.check(answer) };
  });
  return { score: scoreOfRules(rules.map(({ verdict }, i) => ({ verdict, weight: grader.rules[i]?.weight ?? 1 }))), rules };
}

/** Σ weight of passes / Σ weight of passes and fails. Null, and never 0, when there is nothing to divide by. */
export function scoreOfRules(rules: readonly { readonly verdict: RuleVerdict; readonly weight: number }[]): number | null {
  const sum = (verdict: RuleVerdict) => rules.reduce((total, rule) => total + (rule.verdict === verdict ? rule.weight : 0), 0);
  const passed = sum('pass');
  const whole = passed + sum('fail');
  return whole > 0 ? tidy(passed / whole) : null;
}

/** Whether a grade looked at anything: nothing applied, nothing to say. */
export function isApplied({ rules }: Grade): boolean {
  return rules.some(({ verdict }) => verdict !== 'not_applied');
}
