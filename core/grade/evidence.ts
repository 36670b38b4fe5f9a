import type { LabelParents } from '../feedback/label-tree';
import { factsOf } from '../feedback/facts';
import type { JudgedTrace } from '../ports';
import { type SliceSubject, subjectOf } from '../slice/matches';
import { agreedOn, agreementOf, noneAgreed, type Agreement } from './agreement';
import type { AnswerView } from './answer';
import { rulesFor, type CompiledGrader } from './compile';
import { gradeAnswer } from './grade';
import { isPassed } from './tally';
import { recordedView } from './trace';

/** An answer of which people here said whether it is right. */
export interface JudgedAnswer {
  readonly trace: string;
  readonly right: boolean;
  readonly view: AnswerView;
  readonly subject: SliceSubject;
}

/** What one rule made of right answers and of wrong ones. */
export interface RuleEvidence {
  readonly id: string;
  /** Its place among the rules of the file. */
  readonly index: number;
  readonly right: { pass: number; fail: number };
  readonly wrong: { pass: number; fail: number };
  /** Traces whose answer it fails, the newest first, as many as one looks at. */
  readonly fails: string[];
}

/** How far a grader and people agree on the answers that both judged. */
export interface Evidence extends Omit<Agreement, 'table'> {
  readonly rules: RuleEvidence[];
}

const mostFails = 100;

/** The answer under review, when people here agree on it. Nothing for a conversation that nobody judged, or that is disputed. */
export function judgedAnswer({ trace, acts, labels }: JudgedTrace): JudgedAnswer | undefined {
  const facts = factsOf(trace, acts);
  const turn = facts.standing.by_turn.get(trace.answer_turn);
  if (!turn || (turn.polarity !== '+' && turn.polarity !== '-') || turn.polar.every((act) => act.provenance !== 'human'))
    return undefined;
  return {
    trace: trace.id,
    right: turn.polarity === '+',
    view: recordedView(trace, facts, trace.answer_turn),
    subject: subjectOf(trace, labels ? { ...facts, labels } : facts, false),
  };
}

/** Grades answers that people judged and compares. Nothing is written anywhere. */
export function evidenceOf(grader: CompiledGrader, judged: readonly JudgedAnswer[], parents: LabelParents): Evidence {
  const rules = grader.rules.map(({ id, index }): RuleEvidence => ({
    id,
    index,
    right: { pass: 0, fail: 0 },
    wrong: { pass: 0, fail: 0 },
    fails: [],
  }));
  const table = noneAgreed();
  for (const { trace, right, view, subject } of judged) {
    const { score, rules: results } = gradeAnswer(grader, view, rulesFor(grader, subject, parents));
    results.forEach(({ verdict }, i) => {
      const rule = rules[i];
      if (!rule || (verdict !== 'pass' && verdict !== 'fail')) return;
      rule[right ? 'right' : 'wrong'][verdict]++;
      if (verdict === 'fail' && rule.fails.length < mostFails) rule.fails.push(trace);
    });
    if (score === null) continue;
    table[agreedOn(isPassed(grader, score), right)]++;
  }
  const { n, agreement, low, high, kappa } = agreementOf(table);
  return { n, agreement, low, high, kappa, rules };
}
