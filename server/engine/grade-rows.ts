import type { CompiledGrader } from '../../core/grade/compile';
import type { Grade } from '../../core/grade/grade';
import { reasonText } from '../../core/grade/reasons';
import { isPassed } from '../../core/grade/tally';
import { verdictsOf, type PlacedGrade } from '../../core/grade/trace';
import { meanOf } from '../../core/lib/mean';
import type { Result } from '../../core/protocol/operations';

type Run = Result<'grade.run'>;

/** Rows of this many traces are given out. */
const mostTraces = 1000;

/** The answers of a run one by one, and what each trace came to; only where someone asks for that. */
export class RunRows {
  private readonly rows: NonNullable<Run['rows']> = [];
  private readonly traces: NonNullable<Run['traces']> = [];

  constructor(
    private readonly grader: CompiledGrader,
    private readonly wanted: boolean,
  ) {}

  add(trace: string, grades: readonly PlacedGrade[]): void {
    if (!this.wanted || this.traces.length >= mostTraces) return;
    for (const { turn, candidate, grade } of grades) {
      const place = { trace, turn, ...(candidate === undefined ? {} : { candidate }) };
      this.rows.push({ ...place, score: grade.score, rules: verdictsOf(grade), reasons: whyOf(grade) });
    }
    const scores = grades.flatMap(({ candidate, grade }) =>
      candidate === undefined && grade.score !== null ? [grade.score] : [],
    );
    this.traces.push({
      trace,
      turns: grades.filter(({ candidate }) => candidate === undefined).length,
      scored: scores.length,
      mean_score: meanOf(scores) ?? null,
      lowest_score: scores.length === 0 ? null : Math.min(...scores),
      passed: scores.filter((score) => isPassed(this.grader, score)).length,
    });
  }

  result(): Pick<Run, 'rows' | 'traces'> {
    return this.wanted ? { rows: this.rows, traces: this.traces } : {};
  }
}

function whyOf({ rules }: Grade): Record<string, string> {
  const told = rules.filter(({ verdict }) => verdict === 'fail' || verdict === 'skipped');
  return Object.fromEntries(told.map((rule) => [rule.id, reasonText(rule)]));
}
