import { findTarget } from '../../../core/export';
import { Refusal } from '../../../core/export/tally';
import type { ExportPlan, ExportSession } from '../../../core/export/target';
import type { Method, RecipeInput } from '../../../core/dataset/recipe';
import type { BuildContext, Built } from '../../../core/dataset/build';
import type { FrozenRewards } from '../../../core/export/target';
import type { JudgedTrace } from '../../../core/ports';
import { built, hasher, recipeOf } from '../dataset/building';

/** The files of an export, by path, with what the plan says beside them. */
export interface Exported extends Omit<ExportPlan, 'data' | 'texts'> {
  readonly files: Readonly<Record<string, string>>;
  readonly untouched: Readonly<Record<string, boolean>>;
  readonly dataset: Built;
}

export interface ExportOptions {
  readonly options?: Record<string, string>;
  readonly recipe?: Partial<RecipeInput>;
  readonly context?: Partial<BuildContext>;
  readonly rewards?: FrozenRewards;
  readonly folder?: string;
}

/** Builds a dataset of these traces and exports it, all in memory. */
export async function exported(
  target: string,
  method: Method,
  traces: readonly JudgedTrace[],
  more: ExportOptions = {},
): Promise<Exported> {
  const recipe = recipeOf(method, more.recipe);
  const dataset = await built(recipe, traces, more.context);
  const session = findTarget(target).open({
    dataset: { dataset_id: 'd1', version: 1, hash: dataset.hash, built_hash: dataset.hash, recipe, report: dataset.report },
    options: more.options ?? {},
    folder: more.folder ?? 'data',
    hasher,
    rewards: more.rewards,
  });
  return { dataset, ...collected(session, dataset, traces) };
}

function collected(session: ExportSession, dataset: Built, traces: readonly JudgedTrace[]): Omit<Exported, 'dataset'> {
  const byId = new Map(traces.map((t) => [t.trace.id, t]));
  const taken = new Map<string, string[]>();
  for (const ref of dataset.rows) {
    const judged = byId.get(ref.trace);
    const line = judged && session.take(ref, judged);
    if (line && !(line instanceof Refusal)) taken.set(line.path, [...(taken.get(line.path) ?? []), line.text]);
  }
  const { data, texts, refused, notes, warnings } = session.finish();
  const files = Object.fromEntries(texts.map(({ path, text }) => [path, text]));
  for (const file of data) {
    const lines = taken.get(file.path) ?? [];
    files[file.path] = Array.from(file.order, (n, position) => `${file.line(position, lines[n] ?? '')}\n`).join('');
  }
  return { files, refused, notes, warnings, untouched: Object.fromEntries(data.map((f) => [f.path, f.untouched])) };
}

/** The lines of a data file; none when it is not there. */
export function linesOf(files: Readonly<Record<string, string>>, path = 'train.jsonl'): string[] {
  return (files[path] ?? '').split('\n').slice(0, -1);
}

/** The rows of a data file, scalar columns as they would be read. */
export function rowsOf(files: Readonly<Record<string, string>>, path = 'train.jsonl'): Row[] {
  return linesOf(files, path).map((line) => JSON.parse(line) as Row);
}

type Row = Readonly<Record<string, unknown>>;
