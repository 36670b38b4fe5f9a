import { factsOf as actFactsOf, type ActFacts, type SignalAct } from '../../core/feedback/facts';
import type { CurrentGraders } from '../../core/feedback/scores';
import { isReasonCode, reasonText } from '../../core/grade/reasons';
import { meanOf } from '../../core/lib/mean';
import type { SignalView, TraceFacts } from '../../core/protocol/results';
import type { Trace } from '../../core/trace/model';
import type { EngineContext } from './context';
import { currentGraders, staleRuns } from './grader-hashes';

/** Everything known of a trace beside its messages, as screens and the command line show it. */
export async function factsOf(context: EngineContext, trace: Trace): Promise<TraceFacts> {
  const [line, acts] = await Promise.all([context.store.line(trace.id), context.store.acts(trace.id)]);
  const facts = actFactsOf(trace, acts);
  const stale = facts.verdicts.length > 0 ? await staleRuns(context) : none;
  const graders = facts.grades.length > 0 ? await currentGraders(context) : noGraders;
  return {
    state: line?.state ?? facts.standing.state,
    ...(facts.standing.verdict === undefined ? {} : { verdict: facts.standing.verdict }),
    signals: facts.signals.map((signal) => signalView(signal, facts)),
    scores: [...signalScores(facts), ...gradeScores(facts, graders)],
    verdicts: verdictScores(facts, stale),
    candidates: facts.candidates.map((c) => ({
      id: c.id,
      at: c.at,
      by: c.by,
      text: c.answer.text,
      ...(c.model === undefined ? {} : { model: c.model }),
      ...(c.answer.tool_calls ? { tool_calls: c.answer.tool_calls } : {}),
    })),
    labels: [...(line?.labels ?? facts.labels)],
    attributes: { ...(line?.attributes ?? facts.attributes) },
    pinned: facts.pinned,
    tainted: [...facts.tainted],
    redactions: { ...line?.redactions },
    ...(line?.expires_at === undefined ? {} : { expires_at: line.expires_at }),
  };
}

function signalView(signal: SignalAct, facts: ActFacts): SignalView {
  const { answer, retracted, candidate, better, worse, tie, scores, raw_score, range, reason } = signal;
  return {
    id: signal.id,
    kind: signal.kind,
    reviewer: signal.reviewer,
    at: signal.at,
    provenance: signal.provenance,
    turn: signal.turn,
    ...(facts.standing.counting.has(signal.id) ? { counts: true } : {}),
    ...(answer ? { text: answer.text } : {}),
    ...(answer?.tool_calls ? { tool_calls: answer.tool_calls } : {}),
    ...defined({ candidate, better, worse, tie, scores, raw_score, range, reason }),
    ...(retracted ? { retracted } : {}),
  };
}

/** Drops what is undefined: on the wire a field is there or absent. */
function defined<T extends Record<string, unknown>>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

function signalScores(facts: ActFacts): TraceFacts['scores'] {
  return facts.signals.flatMap((s) => {
    if (s.kind !== 'score' || s.retracted || !s.scores) return [];
    return [
      {
        turn: s.turn,
        from: s.provenance === 'human' ? ('human' as const) : ('imported' as const),
        name: s.reviewer || 'import',
        score: s.scores['overall'] ?? meanOf(Object.values(s.scores)) ?? 0,
        dimensions: s.scores,
        ...defined({ candidate: s.candidate, reason: s.reason }),
      },
    ];
  });
}

const noGraders: CurrentGraders = new Map();

/** The newest grade of each set of rules on each answer; those by other rules than the present ones are stale. */
function gradeScores(facts: ActFacts, graders: CurrentGraders): TraceFacts['scores'] {
  const newest = new Map(facts.grades.map((g) => [g.grader, g.grader_hash]));
  const shown = new Map(facts.grades.map((g) => [JSON.stringify([g.grader, g.grader_hash, g.turn, g.candidate ?? null]), g]));
  return [...shown.values()].map((g) => ({
    turn: g.turn,
    from: 'grader' as const,
    name: g.grader,
    score: g.score,
    dimensions: {},
    rules: g.rules,
    ...(g.reasons ? { reasons: reasonsOf(g.reasons) } : {}),
    stale: (graders.get(g.grader) ?? newest.get(g.grader)) !== g.grader_hash,
    ...defined({ candidate: g.candidate }),
  }));
}

function reasonsOf(
  reasons: NonNullable<ActFacts['grades'][number]['reasons']>,
): NonNullable<TraceFacts['scores'][number]['reasons']> {
  return Object.fromEntries(
    Object.entries(reasons).map(([rule, { code, args }]) => [
      rule,
      { code, ...(args ? { args } : {}), message: isReasonCode(code) ? reasonText({ code, args }) : code },
    ]),
  );
}

const none: ReadonlySet<string> = new Set();

function verdictScores(facts: ActFacts, stale: ReadonlySet<string>): TraceFacts['verdicts'] {
  return facts.verdicts.map((v) => ({
    turn: v.turn,
    from: 'judge' as const,
    name: v.judge,
    score: v.score,
    dimensions: v.scores,
    ...(stale.has(v.run) ? { stale: true } : {}),
    ...defined({ reason: v.reason }),
  }));
}
