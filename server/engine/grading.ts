import { reasonText } from '../../core/grade/reasons';
import { isPassed } from '../../core/grade/tally';
import { gradedTexts, gradeTrace, type PlacedGrade } from '../../core/grade/trace';
import type { Call, Handlers } from '../../core/protocol/engine';
import type { Parsed, Result } from '../../core/protocol/operations';
import { alone, needTrace, type EngineContext } from './context';
import { factsOf } from './facts';
import { agreementWith } from './grade-agreement';
import { overviewOf } from './grade-overview';
import { RunRows } from './grade-rows';
import { gradeIds, parentsOf, reasonOf, writtenBefore } from './grade-run';
import { readGrader } from './grader-file';
import type { RubricFile } from './rubric-file';

type GradeMethod = Extract<keyof Handlers, `grade.${string}`>;

export function gradeHandlers(context: EngineContext): Pick<Handlers, GradeMethod> {
  const read = (file: RubricFile) => readGrader(file, context.workspace, context.hasher);
  return {
    'grade.run': (p, call) => alone(context, 'grading', () => runGrader(context, p, call)),
    'grade.try': (p) => tryGrader(context, p),
    'grade.scores': async (p) => {
      const { scores, verdicts } = await factsOf(context, await needTrace(context.store, p.trace));
      return { trace: p.trace, scores, verdicts };
    },
    'grade.overview': (p) => overviewOf(context, p.graders),
    'grade.agreement': async (p, call) => agreementWith(context, await read(p.grader), call),
  };
}

async function runGrader(context: EngineContext, p: Parsed<'grade.run'>, call: Call): Promise<Result<'grade.run'>> {
  const { store } = context;
  const read = await readGrader(p.grader, context.workspace, context.hasher);
  if (p.trace !== undefined) await needTrace(store, p.trace);
  const { compiled, hash } = read;
  const rows = new RunRows(compiled, p.turns === 'all' || p.trace !== undefined);
  const task = {
    ids: p.trace === undefined ? await store.select(p.selection) : [p.trace],
    turns: p.turns,
    ...(p.trace === undefined ? { selection: p.selection } : {}),
    onTrace: (trace: string, grades: readonly PlacedGrade[]) => rows.add(trace, grades),
  };
  const before = await writtenBefore(context, call);
  const { counts, written } = await gradeIds(context, read, task, before > 0 ? { ...call, act_id: context.ids.ulid() } : call);
  return {
    grader: compiled.name,
    grader_hash: hash,
    ...counts,
    by_rule: { ...counts.by_rule },
    pass_threshold: compiled.threshold,
    written: before + written,
    ...rows.result(),
  };
}

async function tryGrader(context: EngineContext, p: Parsed<'grade.try'>): Promise<Result<'grade.try'>> {
  const { compiled, hash, patterns } = await readGrader(p.grader, context.workspace, context.hasher);
  await needTrace(context.store, p.trace);
  const answers: Result<'grade.try'>['answers'] = [];
  for await (const judged of context.store.judged([p.trace])) {
    await patterns.prepare(() => gradedTexts(judged, p.turns));
    const { grades } = gradeTrace(compiled, judged, await parentsOf(context), p.turns);
    for (const { turn, candidate, grade } of grades) {
      answers.push({
        turn,
        ...(candidate === undefined ? {} : { candidate }),
        score: grade.score,
        ...(grade.score === null ? {} : { passed: isPassed(compiled, grade.score) }),
        rules: grade.rules.map((rule, i) => ({
          id: rule.id,
          index: compiled.rules[i]?.index ?? i,
          verdict: rule.verdict,
          reason: { ...reasonOf(rule), message: reasonText(rule) },
        })),
      });
    }
  }
  await patterns.close();
  return { grader: compiled.name, grader_hash: hash, pass_threshold: compiled.threshold, answers };
}
