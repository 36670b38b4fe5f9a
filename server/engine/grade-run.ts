import { setImmediate as turn } from 'node:timers/promises';
import type { LabelParents } from '../../core/feedback/label-tree';
import type { RuleResult } from '../../core/grade/grade';
import { RunTally, type RunCounts } from '../../core/grade/tally';
import { gradedTexts, gradeTrace, isKnown, verdictsOf, type PlacedGrade, type Turns } from '../../core/grade/trace';
import { stopIf } from '../../core/lib/cancel';
import { derivedId } from '../../core/log/act-ids';
import type { EventOf, LogEvent } from '../../core/log/events';
import type { ActBatch } from '../../core/ports';
import type { Call } from '../../core/protocol/engine';
import { printSlice } from '../../core/slice/print';
import { slice as sliceSchema, type Selection } from '../../core/slice/schema';
import type { EngineContext } from './context';
import { storedPath } from './exports';
import type { ReadGrader } from './grader-file';

/** Milliseconds after which verdicts get their turn. */
const longestStretch = 5;
/** So few conversations are graded with a few acts; more are a batch of their own. */
const few = 64;

export interface GradeTask {
  readonly ids: readonly string[];
  readonly turns: Turns;
  /** Absent: conversations by themselves, and not a run over a selection. */
  readonly selection?: Selection | undefined;
  readonly onTrace?: (trace: string, grades: readonly PlacedGrade[]) => void;
}

export interface GradeOutcome {
  readonly counts: RunCounts;
  /** Grades that are new in the log. */
  readonly written: number;
}

export async function parentsOf({ store }: EngineContext): Promise<LabelParents> {
  return new Map((await store.labels()).flatMap(({ label, parent }) => (parent === undefined ? [] : [[label, parent]])));
}

/**
 * Grades conversations. Grades go to the log as they are made and are there together at the end, or not at all; what was
 * said before by the same rules of the same answer is not said again.
 */
export async function gradeIds(context: EngineContext, read: ReadGrader, task: GradeTask, call: Call): Promise<GradeOutcome> {
  try {
    return await gradeAny(context, read, task, call);
  } finally {
    await read.patterns.close();
  }
}

/**
 * Grades that this very act has written already, when it is sent again after the process that did it went away. What is
 * left to write then needs ids of its own: by now there may be other conversations.
 */
export async function writtenBefore({ store }: EngineContext, { act_id }: Call): Promise<number> {
  const run = (await store.act(act_id))?.body;
  if (run?.type === 'graded') return run.written ?? 0;
  let written = 0;
  while ((await store.act(derivedId(act_id, written + 1)))?.body.type === 'grade') written++;
  return written;
}

async function gradeAny(context: EngineContext, read: ReadGrader, task: GradeTask, call: Call): Promise<GradeOutcome> {
  if (!task.selection && task.ids.length <= few) return gradeFew(context, read, task, call);
  const batch = await context.store.beginActs();
  try {
    const outcome = await gradeAll(context, read, task, call, (event) => batch.put(event));
    await finish(context, batch, read, task, outcome, call);
    return outcome;
  } catch (error) {
    await batch.abort();
    throw error;
  }
}

async function gradeFew(context: EngineContext, read: ReadGrader, task: GradeTask, call: Call): Promise<GradeOutcome> {
  const events: LogEvent[] = [];
  const outcome = await gradeAll(context, read, task, call, (event) => {
    events.push(event);
    return Promise.resolve();
  });
  if (events.length === 0) return outcome;
  // Where the rules stand has to be known, or nobody would notice that they were changed.
  const run = (await isPlaced(context, read)) ? [] : [runEvent(context, call, read, task, outcome)];
  await context.store.append([...run, ...events]);
  return outcome;
}

async function gradeAll(
  context: EngineContext,
  read: ReadGrader,
  { ids, turns, onTrace }: GradeTask,
  call: Call,
  put: (event: LogEvent) => Promise<void>,
): Promise<GradeOutcome> {
  const { compiled, hash } = read;
  const parents = await parentsOf(context);
  const tally = new RunTally(compiled);
  const started = performance.now();
  let [done, written, turned] = [0, 0, started];
  for await (const judged of context.store.judged(ids, call.cancel)) {
    await read.patterns.prepare(() => gradedTexts(judged, turns));
    const { facts, grades } = gradeTrace(compiled, judged, parents, turns);
    onTrace?.(judged.trace.id, grades);
    for (const placed of grades) {
      tally.add(placed.grade, placed.candidate !== undefined);
      if (!isKnown(facts, compiled.name, hash, placed))
        await put(eventOf(context, call, ++written, gradeBody(read, judged.trace.id, placed)));
    }
    if (performance.now() - turned > longestStretch) {
      await turn();
      stopIf(call.cancel);
      turned = performance.now();
    }
    if (++done % 200 !== 0) continue;
    const per_second = Math.round(done / Math.max((performance.now() - started) / 1000, 0.001));
    call.report({ done, total: ids.length, unit: 'traces', per_second });
  }
  stopIf(call.cancel);
  return { counts: tally.counts(), written };
}

/** Graders found to be placed: every conversation that is recorded asks. */
const placed = new WeakMap<EngineContext, Set<string>>();

/** Whether an earlier run says which file these rules are in. */
async function isPlaced(context: EngineContext, { compiled, file }: ReadGrader): Promise<boolean> {
  const place = storedPath(context, file);
  const known = placed.get(context) ?? new Set();
  placed.set(context, known);
  const key = JSON.stringify([compiled.name, place]);
  if (known.has(key)) return true;
  const runs = await context.store.graderRuns();
  if (!runs.some(({ body }) => body.grader === compiled.name && body.file === place)) return false;
  known.add(key);
  return true;
}

/** The first event after the run's own, which has the id of the act. */
function eventOf(context: EngineContext, call: Call, n: number, body: EventOf<'grade'>): LogEvent {
  return { v: 1, id: derivedId(call.act_id, n), at: context.store.now(), by: call.reviewer, body };
}

/** A grade as the log has it: verdicts of all rules, reasons of those that did not pass. */
function gradeBody(read: ReadGrader, trace: string, { turn, candidate, grade }: PlacedGrade): EventOf<'grade'> {
  const why = grade.rules.filter(({ verdict }) => verdict === 'fail' || verdict === 'skipped');
  return {
    type: 'grade',
    trace,
    turn,
    ...(candidate === undefined ? {} : { candidate }),
    grader: read.compiled.name,
    grader_hash: read.hash,
    score: grade.score,
    rules: verdictsOf(grade),
    ...(why.length === 0 ? {} : { reasons: Object.fromEntries(why.map((rule) => [rule.id, reasonOf(rule)])) }),
  };
}

export function reasonOf({ code, args }: RuleResult): { code: string; args?: Record<string, string | number> } {
  return { code, ...(args ? { args: { ...args } } : {}) };
}

/** A run that found everything as it was leaves no trace of itself. */
async function finish(
  context: EngineContext,
  batch: ActBatch,
  read: ReadGrader,
  task: GradeTask,
  outcome: GradeOutcome,
  call: Call,
): Promise<void> {
  const { counts, written } = outcome;
  if (written === 0 && (!task.selection || (await isRepeated(context, read, task, counts)))) await batch.abort();
  else await batch.commit(runEvent(context, call, read, task, outcome), call.cancel, call.report);
}

function runEvent(context: EngineContext, call: Call, read: ReadGrader, task: GradeTask, { counts, written }: GradeOutcome) {
  const { sample } = task.selection ?? {};
  const body: EventOf<'graded'> = {
    type: 'graded',
    grader: read.compiled.name,
    grader_hash: read.hash,
    file: storedPath(context, read.file),
    whole: task.selection !== undefined,
    slice: printSlice(sliceSchema.strip().parse(task.selection ?? {})),
    ...(sample === undefined ? {} : { sample }),
    turns: task.turns,
    ...counts,
    by_rule: Object.fromEntries(Object.entries(counts.by_rule).map(([id, verdicts]) => [id, { ...verdicts }])),
    pass_threshold: read.compiled.threshold,
    segments: [],
    written,
  };
  return { v: 1 as const, id: call.act_id, at: context.store.now(), by: call.reviewer, body };
}

/** Whether the newest run of this grader came to the same. */
async function isRepeated({ store }: EngineContext, read: ReadGrader, task: GradeTask, counts: RunCounts): Promise<boolean> {
  const last = (await store.graderRuns()).find(({ body }) => body.whole && body.grader === read.compiled.name)?.body;
  if (last?.grader_hash !== read.hash || last.turns !== task.turns) return false;
  return last.graded === counts.graded && JSON.stringify(last.by_rule) === JSON.stringify(counts.by_rule);
}
