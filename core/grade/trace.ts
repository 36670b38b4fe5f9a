import { factsOf, type ActFacts } from '../feedback/facts';
import type { LabelParents } from '../feedback/label-tree';
import type { JudgedTrace } from '../ports';
import { markersOf } from '../redact/marker';
import { searchText, subjectOf } from '../slice/matches';
import { answerCalls, answerText } from '../trace/plain';
import type { ToolCall, Trace } from '../trace/model';
import { answerView, type AnswerView } from './answer';
import { rulesFor, type CompiledGrader } from './compile';
import { gradeAnswer, isApplied, type Grade, type RuleResult } from './grade';

export type Turns = 'answer' | 'all';

/** An answer of a conversation with what its grader said of it. */
export interface PlacedGrade {
  readonly turn: number;
  /** A candidate's id; absent for the recorded answer. */
  readonly candidate?: string | undefined;
  readonly grade: Grade;
}

export interface GradedTrace {
  readonly facts: ActFacts;
  readonly grades: readonly PlacedGrade[];
}

/** Grades a conversation: its answer, or every answer of the assistant in it, and every candidate. */
export function gradeTrace(
  grader: CompiledGrader,
  { trace, acts, labels }: JudgedTrace,
  parents: LabelParents,
  turns: Turns = 'answer',
): GradedTrace {
  const facts = factsOf(trace, acts);
  // What this grader said before must not decide what it says now.
  const others = facts.grades.filter((grade) => grade.grader !== grader.name);
  const subject = subjectOf(
    trace,
    { ...facts, labels: labels ?? facts.labels, grades: others },
    asksForMasks(grader) && isMasked(trace),
  );
  const applied = rulesFor(grader, subject, parents);
  const grades = answersOf(trace, facts, turns).map(({ view, ...place }) => ({
    ...place,
    grade: gradeAnswer(grader, view, applied),
  }));
  return { facts, grades };
}

/** The texts rules would look at, for patterns that have to be run beforehand. */
export function gradedTexts({ trace, acts }: JudgedTrace, turns: Turns = 'answer'): string[] {
  return answersOf(trace, factsOf(trace, acts), turns).map(({ view }) => view.text);
}

interface PlacedAnswer {
  readonly turn: number;
  readonly candidate?: string | undefined;
  readonly view: AnswerView;
}

function answersOf(trace: Trace, facts: ActFacts, turns: Turns): PlacedAnswer[] {
  const all = trace.messages.flatMap((message, turn) => (message.role === 'assistant' ? [turn] : []));
  const answered = trace.messages[trace.answer_turn]?.role === 'assistant';
  const recorded = turns === 'all' ? all : answered ? [trace.answer_turn] : [];
  const before = callsBefore(trace, trace.answer_turn);
  return [
    ...recorded.map((turn) => ({ turn, view: recordedView(trace, facts, turn) })),
    ...facts.candidates.map(({ id, answer }) => ({
      turn: trace.answer_turn,
      candidate: id,
      view: answerView({
        text: answer.text,
        calls: [...before, ...(answer.tool_calls ?? [])],
        gold: goldOf(facts, trace.answer_turn),
      }),
    })),
  ];
}

/** The answer at a turn as rules look at it. */
export function recordedView(trace: Trace, facts: ActFacts, turn: number): AnswerView {
  const calls = [...callsBefore(trace, turn), ...answerCalls(trace, turn)];
  return answerView({ text: answerText(trace, turn), calls, gold: goldOf(facts, turn) });
}

/** An agent calls its tools in messages of their own: those since the last question belong to the answer. */
function callsBefore({ messages }: Trace, turn: number): ToolCall[] {
  const end = turn < 0 ? messages.length : turn;
  const asked = messages.findLastIndex((message, i) => i < end && message.role === 'user');
  return messages.slice(asked + 1, end).flatMap((message) => (message.role === 'assistant' ? (message.tool_calls ?? []) : []));
}

/** A gold that consists of tool calls only has no text to compare with. */
function goldOf({ standing }: ActFacts, turn: number): string | undefined {
  const text = standing.by_turn.get(turn)?.golds.at(-1)?.answer?.text;
  return text === undefined || text.trim() === '' ? undefined : text;
}

function asksForMasks({ rules }: CompiledGrader): boolean {
  return rules.some(({ slice }) => slice && [slice.has, slice.not?.has].flat().includes('redactions'));
}

function isMasked(trace: Trace): boolean {
  return markersOf(searchText(trace)).length > 0;
}

/** The verdicts of a grade as the log keeps them. */
export function verdictsOf({ rules }: Grade): Record<string, RuleResult['verdict']> {
  return Object.fromEntries(rules.map(({ id, verdict }) => [id, verdict]));
}

/**
 * Whether the newest grade of this grader on this answer says the same already. A grade that looks at nothing says
 * nothing, unless an earlier one did.
 */
export function isKnown({ grades }: ActFacts, grader: string, hash: string, placed: PlacedGrade): boolean {
  const newest = grades.findLast((g) => g.grader === grader && g.turn === placed.turn && g.candidate === placed.candidate);
  if (!newest) return !isApplied(placed.grade);
  const { score, rules } = placed.grade;
  if (newest.grader_hash !== hash || newest.score !== score || Object.keys(newest.rules).length !== rules.length) return false;
  return rules.every(({ id, verdict }) => newest.rules[id] === verdict);
}
