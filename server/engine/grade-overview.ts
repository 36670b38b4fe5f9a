import path from 'node:path';
import type { CompiledGrader } from '../../core/grade/compile';
import { Problem } from '../../core/lib/problem';
import type { EventOf, LogEvent } from '../../core/log/events';
import type { Result } from '../../core/protocol/operations';
import type { Slice } from '../../core/slice/schema';
import { DamagedLine } from '../store';
import type { EngineContext } from './context';
import { readGrader } from './grader-file';
import type { RubricFile } from './rubric-file';

type Row = Result<'grade.overview'>[number];
type Run = LogEvent & { body: EventOf<'graded'> };

/** How grader files stand: how much each applies to, what its last run said, and whether that was by other rules. */
export async function overviewOf(context: EngineContext, graders: readonly RubricFile[]): Promise<Row[]> {
  const runs = await context.store.graderRuns();
  const total = await context.store.count({});
  const rows: Row[] = [];
  for (const file of graders) rows.push(await rowOf(context, file, runs, total));
  return rows;
}

async function rowOf(context: EngineContext, file: RubricFile, runs: readonly Run[], total: number): Promise<Row> {
  try {
    const { compiled, hash } = await readGrader(file, context.workspace, context.hasher);
    const last = runs.find(({ body }) => body.grader === compiled.name && body.whole);
    return {
      path: file.path,
      name: compiled.name,
      grader_hash: hash,
      rules: compiled.rules.length,
      total,
      slice_size: await sizeOf(context, compiled, total),
      ...(last ? { last: lastOf(last, hash) } : {}),
    };
  } catch (error) {
    if (!(error instanceof Problem) || error instanceof DamagedLine) throw error;
    return { path: file.path, name: path.basename(file.path), rules: 0, total, slice_size: 0, problem: error.message };
  }
}

function lastOf({ id, at, by, body }: Run, hash: string): NonNullable<Row['last']> {
  const { graded, candidates_graded, passed, failed, no_score, mean_score, by_rule, slice, turns } = body;
  const stale = body.grader_hash !== hash;
  return { run: id, at, by, stale, slice, turns, graded, candidates_graded, passed, failed, no_score, mean_score, by_rule };
}

/** Traces that at least one rule applies to. */
async function sizeOf({ store }: EngineContext, { rules }: CompiledGrader, total: number): Promise<number> {
  if (rules.some(({ slice }) => slice === undefined)) return total;
  const slices = new Map<string, Slice>();
  for (const { slice } of rules) if (slice) slices.set(JSON.stringify(slice), slice);
  const [only] = slices.values();
  if (only && slices.size === 1) return store.count(only);
  const ids = new Set<string>();
  for (const slice of slices.values()) for (const id of await store.select(slice)) ids.add(id);
  return ids.size;
}
