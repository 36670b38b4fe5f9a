import { tidy } from '../lib/mean';
import type { CompiledGrader } from './compile';
import { isApplied, type Grade } from './grade';
import { verdicts, type RuleVerdict } from './schema';

export type VerdictCounts = Record<RuleVerdict, number>;

/** What a run of a grader came to. The counts are of recorded answers; candidates are counted beside them. */
export interface RunCounts {
  readonly graded: number;
  readonly candidates_graded: number;
  readonly passed: number;
  readonly failed: number;
  readonly no_score: number;
  readonly mean_score: number | null;
  readonly by_rule: Readonly<Record<string, VerdictCounts>>;
}

/** Counts grades one by one: passed + failed + no_score = graded, and so do the verdicts of each rule. */
export class RunTally {
  private graded = 0;
  private candidates = 0;
  private passed = 0;
  private failed = 0;
  private sum = 0;
  private applied = 0;
  private readonly rules: readonly VerdictCounts[];

  constructor(private readonly grader: CompiledGrader) {
    this.rules = grader.rules.map(() => ({ pass: 0, fail: 0, skipped: 0, not_applied: 0 }));
  }

  add(grade: Grade, isCandidate: boolean): void {
    if (isCandidate) {
      if (isApplied(grade)) this.candidates++;
      return;
    }
    this.graded++;
    if (isApplied(grade)) this.applied++;
    grade.rules.forEach(({ verdict }, i) => {
      const counts = this.rules[i];
      if (counts) counts[verdict]++;
    });
    if (grade.score === null) return;
    this.sum += grade.score;
    if (isPassed(this.grader, grade.score)) this.passed++;
    else this.failed++;
  }

  counts(): RunCounts {
    const scored = this.passed + this.failed;
    return {
      graded: this.graded,
      candidates_graded: this.candidates,
      passed: this.passed,
      failed: this.failed,
      no_score: this.graded - scored,
      mean_score: scored === 0 ? null : tidy(this.sum / scored),
      by_rule: Object.fromEntries(this.grader.rules.map(({ id }, i) => [id, this.rules[i] ?? noVerdicts()])),
    };
  }

  /** Answers that at least one rule looked at. */
  get inSlice(): number {
    return this.applied;
  }
}

function noVerdicts(): VerdictCounts {
  const [pass, fail, skipped, not_applied] = verdicts.map(() => 0);
  return { pass: pass ?? 0, fail: fail ?? 0, skipped: skipped ?? 0, not_applied: not_applied ?? 0 };
}

export function isPassed({ threshold }: Pick<CompiledGrader, 'threshold'>, score: number): boolean {
  return score >= threshold;
}
