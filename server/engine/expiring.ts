import type { EngineContext } from './context';

const day = 86_400_000;
/** A dataset's conversations that go sooner than this are worth pinning: building it again would give another one. */
const soon = 30;

/** The traces behind a dataset whose retention runs out soon, soonest first. Pinned ones never do. */
export async function expiringIn(context: EngineContext, dataset: string): Promise<{ id: string; expires_at: string }[]> {
  const expiring = await context.store.expiring(context.clock.now() + soon * day);
  if (expiring.length === 0) return [];
  const used = new Set<string>();
  for await (const row of context.store.datasetRows(dataset)) used.add(row.trace);
  return expiring.filter(({ id }) => used.has(id));
}

/** The same in numbers, for whoever has just built. */
export async function expiringSoon(context: EngineContext, dataset: string): Promise<{ traces: number; soonest: string | null }> {
  const found = await expiringIn(context, dataset);
  return { traces: found.length, soonest: found[0]?.expires_at ?? null };
}
