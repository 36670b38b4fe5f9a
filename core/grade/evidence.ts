import type { LabelParents } from '../feedback/label-tree';
import { factsOf, type ActFacts } from '../feedback/facts';
import type { JudgedTrace } from '../ports';
import { type SliceSubject, subjectOf } from '../slice/matches';
import { answerCalls, answerText } from '../trace/plain';
import type { ToolCall, Trace } from '../trace/model';
import { answerView, type AnswerView } from './answer';
import { rulesFor, type CompiledGrader } from './compile';
import { gradeAnswer } from './grade';

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
export interface Evidence {
  readonly n: number;
  /** The share on which they agree, and its 95 % interval; null when there is none. */
  readonly agreement: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Cohen's kappa: agreement beyond chance; null where chance alone agrees always. */
  readonly kappa: number | null;
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
    view: viewOf(trace, facts),
    subject: subjectOf(trace, labels ? { ...facts, labels } : facts, false),
  };
}

/** An agent calls its tools in messages of their own: those since the last question belong to the answer. */
function viewOf(trace: Trace, { standing }: ActFacts): AnswerView {
  const { messages, answer_turn: end } = trace;
  const asked = messages.findLastIndex((message, i) => i < end && message.role === 'user');
  const before: ToolCall[] = messages
    .slice(asked + 1, Math.max(0, end))
    .flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
  const gold = standing.by_turn.get(end)?.golds.at(-1)?.answer?.text;
  return answerView({
    text: answerText(trace),
    calls: [...before, ...answerCalls(trace)],
    gold: gold === undefined || gold.trim() === '' ? undefined : gold,
  });
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
  const table = { both: 0, grader: 0, people: 0, neither: 0 };
  for (const { trace, right, view, subject } of judged) {
    const { score, rules: results } = gradeAnswer(grader, view, rulesFor(grader, subject, parents));
    results.forEach(({ verdict }, i) => {
      const rule = rules[i];
      if (!rule || (verdict !== 'pass' && verdict !== 'fail')) return;
      rule[right ? 'right' : 'wrong'][verdict]++;
      if (verdict === 'fail' && rule.fails.length < mostFails) rule.fails.push(trace);
    });
    if (score === null) continue;
    const passed = score >= grader.threshold;
    table[passed ? (right ? 'both' : 'grader') : right ? 'people' : 'neither']++;
  }
  return { ...agreed(table), rules };
}

function agreed({
  both,
  grader,
  people,
  neither,
}: Readonly<Record<'both' | 'grader' | 'people' | 'neither', number>>): Omit<Evidence, 'rules'> {
  const n = both + grader + people + neither;
  if (n === 0) return { n, agreement: null, low: null, high: null, kappa: null };
  const agreement = (both + neither) / n;
  const chance = ((both + grader) * (both + people) + (people + neither) * (grader + neither)) / (n * n);
  return { n, agreement, ...wilson(both + neither, n), kappa: chance < 1 ? (agreement - chance) / (1 - chance) : null };
}

/** The normal quantile that leaves 2.5 % on either side. */
const z = 1.959963984540054;

/** Wilson's 95 % interval of a share: within 0 and 1, and right for small numbers too. */
function wilson(hits: number, n: number): { low: number; high: number } {
  const share = hits / n;
  const centre = share + (z * z) / (2 * n);
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
