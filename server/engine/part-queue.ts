import { tracesOfPart } from '../../core/dataset/parts';
import type { DatasetLine } from '../../core/dataset/row';
import type { PartOfReport } from '../../core/protocol/operations/operation';
import type { EngineContext } from './context';
import { comparisonsOf } from './compare';
import { findDataset } from './find-dataset';

/** The traces behind one number of a report that are still there, in the dataset's order. */
export async function idsOfPart(context: EngineContext, { dataset, part }: PartOfReport): Promise<string[]> {
  const { stored } = await findDataset(context, dataset);
  const ids = (await comparisonsOf(context).tracesOfPart(stored.id, part)) ?? (await idsInLines(context, stored.id, part));
  return ids.filter((id) => context.store.has(id));
}

async function idsInLines(context: EngineContext, dataset: string, part: string): Promise<string[]> {
  const lines: DatasetLine[] = [];
  for await (const line of context.store.datasetLines(dataset)) lines.push(line);
  return tracesOfPart(lines, part);
}

/** Where a trace stands among them. One that is not among them stands before the first. */
export async function neighboursInPart(context: EngineContext, part: PartOfReport, trace: string) {
  const ids = await idsOfPart(context, part);
  const at = ids.indexOf(trace);
  return { position: at + 1, total: ids.length, previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}

/** The next of them that nobody has judged, and how many of them wait. */
export async function nextInPart(context: EngineContext, part: PartOfReport, after: string | undefined) {
  const ids = await idsOfPart(context, part);
  const unreviewed = new Set(await context.store.select({ state: 'unreviewed' }));
  const from = after === undefined ? 0 : ids.indexOf(after) + 1;
  const trace = ids.slice(from).find((id) => unreviewed.has(id)) ?? null;
  return { trace, waiting: ids.filter((id) => unreviewed.has(id)).length };
}
