import path from 'node:path';
import { readVerdict, VerdictRefusal, type ReadVerdict } from '../../core/judge/verdict';
import { meanOf } from '../../core/lib/mean';
import { Problem } from '../../core/lib/problem';
import { stopIf } from '../../core/lib/cancel';
import { derivedId } from '../../core/log/act-ids';
import type { EventOf, LogEvent } from '../../core/log/events';
import type { JudgedTrace } from '../../core/ports';
import type { Call, Handlers } from '../../core/protocol/engine';
import type { Parsed, Result } from '../../core/protocol/operations';
import { numberingOf } from '../../core/redact/marker';
import { readFile } from '../import/read-file';
import { alone, type EngineContext } from './context';
import { storedPath } from './exports';
import { staleRuns } from './grader-hashes';
import { convertedJudge, readJudge, type ReadJudge } from './judge-file';
import { toldOfVerdicts, withMaskedReasons } from './told';

type JudgeMethod = Extract<keyof Handlers, `judge.${string}`>;

export function judgeHandlers(context: EngineContext): Pick<Handlers, JudgeMethod> {
  return {
    'judge.import': (p, call) => alone(context, 'taking in verdicts', () => importVerdicts(context, p, call)),
    'judge.convert': async (p) => ({ text: await convertedJudge(p.judge, context.workspace) }),
    'judge.runs': () => runsOf(context),
  };
}

async function runsOf(context: EngineContext): Promise<Result<'judge.runs'>> {
  const stale = await staleRuns(context);
  return (await context.store.judgeRuns()).map(({ at, by, body }) => {
    const { run, judge, model, file, rubric_hash, verdicts, mean_score } = body;
    const named = model === undefined ? {} : { model };
    return { run, judge, at, by, ...named, file, rubric_hash, verdicts, mean_score, stale: stale.has(run) };
  });
}

/** A verdict with the line of its row. */
interface Placed {
  readonly line: number;
  readonly verdict: ReadVerdict;
}

/** What became of the rows. */
class VerdictBooks {
  readonly refused_by: Record<string, number> = {};
  readonly refused_rows: Result<'judge.import'>['refused_rows'] = [];
  readonly scores: number[] = [];
  read = 0;
  recorded = 0;
  duplicates = 0;
  refused = 0;

  constructor(private readonly file: string) {}

  refuse(line: number, { code, message }: { code: string; message: string }): void {
    this.refused++;
    this.refused_by[code] = (this.refused_by[code] ?? 0) + 1;
    if (this.refused_rows.length < 100) this.refused_rows.push({ file: this.file, line, code, message });
  }

  get mean(): number | null {
    return meanOf(this.scores) ?? null;
  }
}

async function importVerdicts(context: EngineContext, p: Parsed<'judge.import'>, call: Call): Promise<Result<'judge.import'>> {
  const before = await toldOfVerdicts(context, call);
  if (before) return before;
  const judge = await readJudge(p.judge, context.workspace, context.hasher);
  const books = new VerdictBooks(p.path);
  const byTrace = await readRows(context, path.resolve(context.workspace, p.path), judge, books, call);
  const run = p.run ?? runName(context, judge, p.model, byTrace);
  await checkRun(context, run, judge);
  const batch = await context.store.beginActs();
  try {
    for await (const judged of context.store.judged([...byTrace.keys()], call.cancel)) {
      const rows = byTrace.get(judged.trace.id) ?? [];
      for (const body of verdictsOn(context, judged, rows, { judge: judge.name, run, model: p.model }, books)) {
        const event: LogEvent = {
          v: 1,
          id: derivedId(call.act_id, ++books.recorded),
          at: context.store.now(),
          by: call.reviewer,
          body,
        };
        await batch.put(event);
      }
    }
    stopIf(call.cancel);
    const result = withMaskedReasons(context, resultOf(run, judge, books));
    if (books.recorded === 0) await batch.abort();
    else {
      const body: EventOf<'judged'> = {
        type: 'judged',
        run,
        judge: judge.name,
        rubric: judge.spec,
        rubric_hash: judge.hash,
        file: storedPath(context, judge.file),
        ...(p.model === undefined ? {} : { model: p.model }),
        verdicts: books.recorded,
        mean_score: books.mean,
        segments: [],
        told: JSON.stringify(result),
      };
      const event = { v: 1 as const, id: call.act_id, at: context.store.now(), by: call.reviewer, body };
      await batch.commit(event, call.cancel, call.report);
    }
    return result;
  } catch (error) {
    await batch.abort();
    throw error;
  }
}

function resultOf(run: string, judge: ReadJudge, books: VerdictBooks): Result<'judge.import'> {
  const { read, recorded, duplicates, refused, refused_by, refused_rows, mean } = books;
  const counted = { read, recorded, duplicates, refused, refused_by, refused_rows, mean_score: mean };
  return { run, judge: judge.name, rubric_hash: judge.hash, ...counted };
}

/** Verdicts by trace; rows that are none are refused. */
async function readRows(
  context: EngineContext,
  file: string,
  judge: ReadJudge,
  books: VerdictBooks,
  call: Call,
): Promise<Map<string, Placed[]>> {
  const byTrace = new Map<string, Placed[]>();
  const controller = new AbortController();
  for await (const { rows } of readFile(file, controller.signal)) {
    stopIf(call.cancel);
    for (const row of rows) {
      books.read++;
      const found = row.refusal ?? readVerdict(row.value, judge.dimensions);
      if (!('trace' in found)) books.refuse(row.line, found);
      else if (!context.store.has(found.trace)) books.refuse(row.line, new VerdictRefusal('trace_not_found'));
      else {
        const placed = byTrace.get(found.trace) ?? [];
        placed.push({ line: row.line, verdict: found });
        byTrace.set(found.trace, placed);
      }
    }
  }
  return byTrace;
}

/** Equal judges, models and verdicts are one run, however often they come. */
function runName(
  context: EngineContext,
  judge: ReadJudge,
  model: string | undefined,
  rows: ReadonlyMap<string, readonly Placed[]>,
): string {
  const said = [...rows.values()].flatMap((placed) => placed.map(({ verdict }) => verdict));
  return context.hasher.sha256(JSON.stringify([judge.hash, model ?? null, said])).slice(0, 12);
}

/** A run has one rubric. @throws Problem `usage` */
async function checkRun(context: EngineContext, run: string, judge: ReadJudge): Promise<void> {
  const other = (await context.store.judgeRuns()).some(
    ({ body }) => body.run === run && (body.judge !== judge.name || body.rubric_hash !== judge.hash),
  );
  if (other) throw new Problem('usage', { reason: `The run ${run} rests on another rubric. Give these verdicts another run.` });
}

/** What is new in the verdicts on one trace, without secrets. */
function verdictsOn(
  context: EngineContext,
  { trace, acts }: JudgedTrace,
  rows: readonly Placed[],
  of: { judge: string; run: string; model: string | undefined },
  books: VerdictBooks,
): EventOf<'verdict'>[] {
  const known = new Set(acts.flatMap(({ body }) => (body.type === 'verdict' ? [keyOf(body)] : [])));
  const fresh: EventOf<'verdict'>[] = [];
  let numbering = numberingOf([trace, acts.map((act) => act.body)]);
  for (const { line, verdict } of rows) {
    const turn = verdict.turn ?? trace.answer_turn;
    if (trace.messages[turn]?.role !== 'assistant') {
      books.refuse(line, new VerdictRefusal('turn_invalid', { turn }));
      continue;
    }
    const { judge, run, model } = of;
    const body: EventOf<'verdict'> = {
      type: 'verdict',
      trace: trace.id,
      turn,
      judge,
      run,
      ...(model === undefined ? {} : { model }),
      score: verdict.score,
      scores: { ...verdict.scores },
      ...(verdict.reason === undefined ? {} : { reason: verdict.reason }),
    };
    const masked = context.redactor.redactValue(body, numbering).value;
    if (known.has(keyOf(masked))) {
      books.duplicates++;
      continue;
    }
    known.add(keyOf(masked));
    numbering = numberingOf(masked, numbering);
    fresh.push(masked);
    if (masked.score !== null) books.scores.push(masked.score);
  }
  return fresh;
}

/** Two verdicts of one run that say the same of the same answer are one. */
function keyOf({ judge, run, turn, score, scores }: EventOf<'verdict'>): string {
  return JSON.stringify([judge, run, turn, score, Object.entries(scores).sort()]);
}
