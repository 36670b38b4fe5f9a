import path from 'node:path';
import type { Call, Handlers } from '../../core/protocol/engine';
import type { Parsed } from '../../core/protocol/operations';
import { Problem } from '../../core/lib/problem';
import { alone, needTraces, type EngineContext } from './context';
import { LiveEvidence } from './evidence';
import { placeOf } from './exports';
import { hasHistory } from './git';
import { reachOf } from './reach';
import { RubricFacts } from './rubric-facts';
import { shareFeedback } from './sharing';

type StoreMethod = Extract<keyof Handlers, `store.${string}` | 'trace.delete'>;

/** More of it than that says nothing more. */
const listedDamage = 100;

export function storeHandlers(context: EngineContext): Pick<Handlers, StoreMethod> {
  const { store } = context;
  const stats = async () => {
    const { label_circles, ...numbers } = await store.stats();
    return {
      ...numbers,
      label_circles: [...label_circles],
      store: store.path,
      shared: store.isShared(),
      read_only: store.read_only,
      ...(store.disk_full ? { disk_full: true } : {}),
      damage: (await store.issues()).slice(0, listedDamage),
    };
  };
  const facts = new RubricFacts(store);
  const evidence = new LiveEvidence(store);
  return {
    'store.stats': stats,
    'store.facts': () => facts.read(),
    'store.evidence': (p) => evidence.of(p.grader),
    'store.share': (p) => shareFeedback(context, p),
    'store.rebuild': (p, call) =>
      alone(context, 'making its index anew', async () => {
        if (p.accept_missing) await context.store.acceptLoss();
        await context.store.rebuild(call.cancel, call.report);
        return stats();
      }),
    'trace.delete': (p, call) => remove(context, p, call),
  };
}

/** How many conversations this very act has deleted already. */
async function buriedBy({ store }: EngineContext, { act_id }: Call): Promise<number> {
  const body = (await store.act(act_id))?.body;
  return body?.type === 'purged' ? body.trace_hashes.length : 0;
}

async function remove(context: EngineContext, p: Parsed<'trace.delete'>, call: Call) {
  const asked = p.where === undefined ? [...new Set(p.traces ?? [])] : await context.store.select(p.where);
  // Sent again after the process that did it went away: the rest is still to do, and what is gone is as it should be.
  const before = await buriedBy(context, call);
  const away = asked.filter((id) => !context.store.has(id));
  // A conversation whose own line is damaged is not here, and yet there.
  const damaged = await context.store.setAside(away);
  const ids = before > 0 ? asked.filter((id) => context.store.has(id) || damaged.has(id)) : asked;
  needTraces(
    context.store,
    ids.filter((id) => !damaged.has(id)),
  );
  const inStore = await hasHistory(context.store.path);
  const reached = async (files: readonly string[]) => inStore || (await anyHasHistory(context, files));
  if (p.dry_run || ids.length === 0) {
    const reach = await reachOf(context, ids);
    const git_history = await reached([...reach.exports_rewritten, ...reach.exports_unreachable]);
    return { ...reach, purged: before + ids.length, git_history };
  }
  if (!p.confirmed) throw new Problem('confirmation_needed', { count: ids.length });
  return alone(context, 'deleting conversations', async () => {
    const done = await context.store.purge(ids, 'asked', call.cancel, call.report, before > 0 ? undefined : call.act_id);
    return {
      purged: before + done.purged.length,
      datasets_changed: done.datasets.length,
      exports_rewritten: [...done.rewritten],
      exports_unreachable: [...done.unreachable],
      git_history: await reached([...done.rewritten, ...done.unreachable]),
    };
  });
}

/** Whether git keeps an older text of one of these exported files. */
async function anyHasHistory(context: EngineContext, files: readonly string[]): Promise<boolean> {
  for (const file of files.map((name) => placeOf(context, name))) {
    if (await hasHistory(path.dirname(file), path.basename(file))) return true;
  }
  return false;
}
