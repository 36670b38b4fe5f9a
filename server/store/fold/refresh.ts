import type { ActFacts, SignalAct } from '../../../core/feedback/facts';
import { scoresOf, scoreOrigins } from '../../../core/feedback/scores';
import { polarityOf, standing, type Standing } from '../../../core/feedback/standing';
import { provenances, signalKinds } from '../../../core/log/events';
import { hasKinds, states, type HasKind } from '../../../core/slice/schema';
import type { Counted } from '../index/counters';
import type { Row } from '../index/db';
import type { FoldContext } from './context';
import { replayMarks, writeMarks } from './marks';
import { scoreKinds } from './signals';

/** Verdicts as numbers; 0 is none. */
const verdicts = ['up', 'down', 'correction', 'gold', 'pick'] as const;
/** Added to the number of a verdict that came with the data. */
const earlierVerdict = 8;

function verdictNumber({ verdict, earlier }: Pick<Standing, 'verdict' | 'earlier'>): number {
  return verdict === undefined ? 0 : verdicts.indexOf(verdict) + 1 + (earlier ? earlierVerdict : 0);
}

/** What `traces.verdict` says. */
export function verdictAt(number: number): Pick<Standing, 'verdict' | 'earlier'> {
  return { verdict: verdicts[(number % earlierVerdict) - 1], earlier: number > earlierVerdict };
}

/** Bit of `traces.has`; the one after the last kind says that the trace has a label. */
export function hasBit(kind: HasKind): number {
  return 1 << hasKinds.indexOf(kind);
}
export const labelledBit = 1 << hasKinds.length;
/** Acts may be about this trace; without it there are none. */
export const actedBit = labelledBit << 1;
/** Acts with scores, and other answers, may be about it: where there are none, nobody has to look for them. */
export const scoresBit = actedBit << 1;
export const candidatesBit = scoresBit << 1;

const fromActs = ['up', 'down', 'correction', 'gold', 'pick', 'score', 'candidates', 'note'] as const;
const markBits = hasBit('pinned') | hasBit('tainted') | labelledBit;
const actBits = fromActs.reduce((bits, kind) => bits | hasBit(kind), 0);

/** What is known of a trace that has to be worked out again. */
export interface Dirty {
  /** As it was counted; undefined when it was not. */
  readonly before: Counted | undefined;
  /** Its labels, attributes, pin and taints too. */
  marks: boolean;
  /** Bits of the kinds of acts that came. */
  acts: number;
}

/** What is counted of a trace, its labels aside. */
export interface Refreshed {
  readonly state: number;
  readonly source: number;
  readonly model: number;
  readonly at: number;
  readonly isLabelled: boolean;
}

/**
 * Works out again what the acts on a trace come to, and writes it into its row. Nothing to do for a ghost.
 * @param acts bits of the kinds of acts that came since it was worked out last
 */
export function refreshTrace(context: FoldContext, n: number, marks: boolean, acts: number): Refreshed | undefined {
  const row = context.db.row('select turn, has, source, model, at from traces where n = ?', [n]);
  if (!row) return undefined;
  const [turn = 0, before = 0, source = 0, model = 0, at = 0] = row.map(Number);
  let has = before | acts;
  if (marks) has = (has & ~markBits) | refreshMarks(context, n);
  const facts = factsFor(context, n, turn, has);
  has = (has & ~actBits) | bitsOf(context, n, facts, has) | actedBit;
  const scores = has & scoresBit ? scoresOf(whole(facts), { turn }) : {};
  const state = states.indexOf(facts.standing.state);
  context.db.run('update traces set state = ?, verdict = ?, has = ?, score = ?, spread = ? where n = ?', [
    state,
    verdictNumber(facts.standing),
    has,
    scoreOf(scores),
    spreadOf(facts, turn, scores),
    n,
  ]);
  return { state, source, model, at, isLabelled: (has & labelledBit) !== 0 };
}

function refreshMarks(context: FoldContext, n: number): number {
  const given = context.headerOf(n);
  if (!given) return 0;
  const state = replayMarks(context, n, given);
  writeMarks(context, n, state);
  return (
    (state.pinned ? hasBit('pinned') : 0) | (state.tainted ? hasBit('tainted') : 0) | (state.labels.size > 0 ? labelledBit : 0)
  );
}

type Facts = Pick<ActFacts, 'signals' | 'standing' | 'grades' | 'verdicts'>;

function factsFor(context: FoldContext, n: number, turn: number, has: number): Facts {
  const scores = has & scoresBit ? scoreRows(context, n) : [];
  const signals = signalsFor(context, n, scores);
  return { signals, standing: standing(signals, turn), ...gradesAndVerdicts(scores) };
}

/** Rows whose second and third values are an act's id and time, oldest first. Few as they are, SQLite's sorter costs more. */
function inOrder(rows: readonly Row[]): readonly Row[] {
  if (rows.length < 2) return rows;
  return [...rows].sort((a, b) => Number(a[2]) - Number(b[2]) || (String(a[1]) < String(b[1]) ? -1 : 1));
}

interface ScoreRow {
  readonly a: number;
  readonly id: string;
  readonly at: string;
  readonly kind: number;
  readonly name: string;
  readonly turn: number;
  readonly candidate: string | undefined;
  readonly hash: string;
  readonly score: number | null;
}

function scoreRows({ db, words }: FoldContext, n: number): ScoreRow[] {
  const rows = db.rows(
    `select s.a, x.id, x.at, s.kind, s.name, s.turn, s.candidate, s.hash, s.score from scores s join acts x on x.a = s.a
     where s.n = ? and x.retracted = 0`,
    [n],
  );
  return inOrder(rows).map(([a, id, at, kind, name, turn, candidate, hash, score]) => ({
    a: Number(a),
    id: String(id),
    at: iso(at),
    kind: Number(kind),
    name: words.name(Number(name)) ?? '',
    turn: Number(turn),
    candidate: candidate === null ? undefined : String(candidate),
    hash: String(hash),
    score: score === null ? null : Number(score),
  }));
}

function signalsFor({ db, words }: FoldContext, n: number, scores: readonly ScoreRow[]): SignalAct[] {
  const rows = db.rows(
    `select s.a, x.id, x.at, x.reviewer, x.retracted, s.turn, s.kind, s.provenance, s.candidate, s.better, s.worse, s.tie
     from signals s join acts x on x.a = s.a where s.n = ?`,
    [n],
  );
  return inOrder(rows).map(([a, id, at, reviewer, retracted, turn, kind, provenance, candidate, better, worse, tie]) => {
    const own = scores.filter((row) => row.a === a && row.score !== null);
    return {
      id: String(id),
      at: iso(at),
      reviewer: words.name(Number(reviewer)) ?? '',
      retracted: retracted === 1,
      turn: Number(turn),
      kind: signalKinds[Number(kind)] ?? 'note',
      provenance: provenances[Number(provenance)] ?? 'agent',
      ...(candidate === null ? {} : { candidate: String(candidate) }),
      ...(better === null ? {} : { better: String(better) }),
      ...(worse === null ? {} : { worse: String(worse) }),
      ...(tie === null ? {} : { tie: tie === 1 }),
      ...(own.length === 0 ? {} : { scores: Object.fromEntries(own.map((row) => [row.name, row.score ?? 0])) }),
    };
  });
}

function gradesAndVerdicts(scores: readonly ScoreRow[]): Pick<ActFacts, 'grades' | 'verdicts'> {
  const common = ({ id, at, turn, score }: ScoreRow) => ({ id, at, by: '', trace: '', turn, score });
  return {
    grades: scores
      .filter((row) => row.kind === scoreKinds.grade)
      .map((row) => ({
        type: 'grade',
        ...common(row),
        ...(row.candidate === undefined ? {} : { candidate: row.candidate }),
        grader: row.name,
        grader_hash: row.hash,
        rules: {},
      })),
    verdicts: scores
      .filter((row) => row.kind === scoreKinds.verdict)
      .map((row) => ({ type: 'verdict', ...common(row), judge: row.name, run: row.hash, scores: {} })),
  };
}

function bitsOf({ db }: FoldContext, n: number, { standing: { has }, grades, verdicts }: Facts, bits: number): number {
  const found = 'select 1 from candidates c join acts x on x.a = c.a where c.n = ? and x.retracted = 0 limit 1';
  const candidates = bits & candidatesBit ? db.row(found, [n]) : undefined;
  const scored = has.score || [...grades, ...verdicts].some(({ score }) => score !== null);
  const flags = { ...has, score: scored, candidates: candidates !== undefined };
  return fromActs.reduce((bits, kind) => (flags[kind] ? bits | hasBit(kind) : bits), 0);
}

type Scores = ReturnType<typeof scoresOf>;

function scoreOf(scores: Scores): number | null {
  const origin = scoreOrigins.find((o) => scores[o]);
  return (origin && scores[origin]?.value) ?? null;
}

/** How far apart rules, judges and people are on the answer: 0 agreed, 1 opposite; null when fewer than two spoke. */
function spreadOf(facts: Facts, turn: number, scores: Scores): number | null {
  const values = [...polarValues(facts.standing, turn), ...Object.values(scores).map(({ value }) => value)];
  return values.length < 2 ? null : Math.max(...values) - Math.min(...values);
}

function polarValues({ by_turn }: Standing, turn: number): number[] {
  return (by_turn.get(turn)?.polar ?? []).map((act) => (polarityOf(act.kind) === '+' ? 1 : 0));
}

/** Scores do not look at labels and the rest. */
function whole(facts: Facts): ActFacts {
  return { ...facts, candidates: [], labels: [], attributes: {}, pinned: false, tainted: [] };
}

function iso(at: unknown): string {
  return new Date(Number(at)).toISOString();
}
