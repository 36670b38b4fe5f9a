import { meanOf } from '../lib/mean';
import type { Provenance } from '../log/events';
import type { ActFacts, SignalAct } from './facts';

/** Where a score may come from, highest rank first (LOOP §3). Ranks are never mixed. */
export const scoreOrigins = ['human', 'imported', 'graders', 'judges'] as const;
export type ScoreOrigin = (typeof scoreOrigins)[number];

export interface Score {
  /** 0..1. */
  readonly value: number;
  /** What the mean is of: reviewers, `grader@hash` or `judge@run`. */
  readonly names: readonly string[];
  readonly acts: readonly string[];
}

/** An answer of a trace: the message at `turn`, or a candidate beside it. */
export interface AnswerPlace {
  readonly turn: number;
  readonly candidate?: string | undefined;
}

/**
 * Content hash of each grader file as it is now; a grade by another hash is stale and counts nowhere. Of a grader that is
 * not among them the newest hash is the current one.
 */
export type CurrentGraders = ReadonlyMap<string, string>;

/** The scores an answer has, by where they come from. */
export function scoresOf(facts: ActFacts, place: AnswerPlace, graders?: CurrentGraders): Partial<Record<ScoreOrigin, Score>> {
  const found: Partial<Record<ScoreOrigin, Score>> = {};
  if (facts.signals.length + facts.grades.length + facts.verdicts.length === 0) return found;
  const put = (origin: ScoreOrigin, score: Score | undefined) => {
    if (score) found[origin] = score;
  };
  put('human', signalScore(facts, place, 'human'));
  put('imported', signalScore(facts, place, 'earlier_process'));
  put('graders', graderScore(facts, place, graders));
  put('judges', judgeScore(facts, place));
  return found;
}

/** The score of the highest rank, or of the rank asked for. */
export function scoreOf(
  facts: ActFacts,
  place: AnswerPlace,
  options: { from?: ScoreOrigin | undefined; graders?: CurrentGraders | undefined } = {},
): { origin: ScoreOrigin; score: Score } | undefined {
  const scores = scoresOf(facts, place, options.graders);
  const origin = options.from ?? scoreOrigins.find((o) => scores[o]);
  const score = origin && scores[origin];
  return score && { origin, score };
}

/** Turns that have a score of their own, ascending; candidates' scores are about no turn's recorded answer. */
export function scoredTurns(facts: ActFacts): number[] {
  const turns = new Set<number>();
  for (const s of facts.signals) if (s.kind === 'score' && !s.retracted && s.candidate === undefined) turns.add(s.turn);
  for (const g of facts.grades) if (g.candidate === undefined && g.score !== null) turns.add(g.turn);
  for (const v of facts.verdicts) if (v.score !== null) turns.add(v.turn);
  return [...turns].sort((a, b) => a - b);
}

/** Newest per reviewer, then the mean over reviewers. */
function signalScore(facts: ActFacts, place: AnswerPlace, provenance: Provenance): Score | undefined {
  const newest = new Map<string, SignalAct>();
  for (const s of facts.signals) {
    const fits = s.kind === 'score' && !s.retracted && s.provenance === provenance && isAt(s, place);
    if (fits && overall(s.scores) !== undefined) newest.set(s.reviewer, s);
  }
  return scoreOfParts([...newest.values()].map((s) => ({ value: overall(s.scores), name: s.reviewer, act: s.id })));
}

/** One number for a person's grades: `overall` when given, else the mean of the dimensions. */
function overall(scores: SignalAct['scores']): number | undefined {
  if (!scores) return undefined;
  const whole = scores['overall'];
  if (whole !== undefined) return whole;
  return meanOf(Object.values(scores));
}

function graderScore(facts: ActFacts, place: AnswerPlace, graders: CurrentGraders | undefined): Score | undefined {
  const newestHashes = new Map(facts.grades.map((g) => [g.grader, g.grader_hash]));
  const isCurrent = ({ grader, grader_hash }: ActFacts['grades'][number]) =>
    (graders?.get(grader) ?? newestHashes.get(grader)) === grader_hash;
  const newest = new Map<string, ActFacts['grades'][number]>();
  for (const grade of facts.grades) {
    if (isCurrent(grade) && isAt(grade, place)) newest.set(grade.grader, grade);
  }
  return scoreOfParts(
    [...newest.values()].map((g) => ({ value: g.score ?? undefined, name: `${g.grader}@${g.grader_hash}`, act: g.id })),
  );
}

/** The newest run of each judge; a run that abstained hides the judge's older verdicts. */
function judgeScore(facts: ActFacts, place: AnswerPlace): Score | undefined {
  if (place.candidate !== undefined) return undefined;
  const newest = new Map<string, ActFacts['verdicts'][number]>();
  for (const verdict of facts.verdicts) if (verdict.turn === place.turn) newest.set(verdict.judge, verdict);
  return scoreOfParts([...newest.values()].map((v) => ({ value: v.score ?? undefined, name: `${v.judge}@${v.run}`, act: v.id })));
}

function isAt(act: { turn: number; candidate?: string | undefined }, place: AnswerPlace): boolean {
  // A candidate stands beside the answer turn whatever turn its grade names.
  return act.candidate === place.candidate && (place.candidate !== undefined || act.turn === place.turn);
}

function scoreOfParts(parts: readonly { value: number | undefined; name: string; act: string }[]): Score | undefined {
  const scored = parts.flatMap((p) => (p.value === undefined ? [] : [{ ...p, value: p.value }]));
  const value = meanOf(scored.map((p) => p.value));
  if (value === undefined) return undefined;
  return {
    value,
    names: scored.map((p) => p.name),
    acts: scored.map((p) => p.act),
  };
}
