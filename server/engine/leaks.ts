import { isRow, type Split } from '../../core/dataset/row';
import type { Result } from '../../core/protocol/operations';
import type { EngineContext } from './context';
import { type FoundDataset, findDataset, readDataset } from './find-dataset';

/** Which newest builds of other names train on conversations that this one keeps apart. */
export async function leaksOf(context: EngineContext, reference: string): Promise<Result<'dataset.leaks'>> {
  const own = await findDataset(context, reference);
  const held = await tracesIn(context, own, 'holdout');
  if (held.size === 0) return [];
  const newest = new Map<string, FoundDataset>();
  for (const other of (await context.store.datasets()).map(readDataset)) {
    const { name, version } = other.built;
    if (name !== own.built.name && version > (newest.get(name)?.built.version ?? 0)) newest.set(name, other);
  }
  const leaks: Result<'dataset.leaks'> = [];
  for (const [name, other] of newest) {
    const trained = await tracesIn(context, other, 'train');
    const traces = [...held].filter((trace) => trained.has(trace)).length;
    if (traces > 0) leaks.push({ name, version: other.built.version, traces });
  }
  return leaks;
}

async function tracesIn({ store }: EngineContext, { stored }: FoundDataset, split: Split): Promise<ReadonlySet<string>> {
  const traces = new Set<string>();
  for await (const line of store.datasetLines(stored.id)) if (isRow(line) && line.split === split) traces.add(line.trace);
  return traces;
}
