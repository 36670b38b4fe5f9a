import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Call, Handlers } from '../../core/protocol/engine';
import type { Parsed } from '../../core/protocol/operations';
import { Problem } from '../../core/lib/problem';
import { alone, needTraces, type EngineContext } from './context';
import { reachOf } from './reach';
import { RubricFacts } from './rubric-facts';

type StoreMethod = Extract<keyof Handlers, `store.${string}` | 'trace.delete'>;

/** More of it than that says nothing more. */
const listedDamage = 100;

export function storeHandlers(context: EngineContext): Pick<Handlers, StoreMethod> {
  const stats = async () => ({
    ...(await context.store.stats()),
    store: context.store.path,
    damage: (await context.store.issues()).slice(0, listedDamage),
  });
  const facts = new RubricFacts(context.store);
  return {
    'store.stats': stats,
    'store.facts': () => facts.read(),
    'store.rebuild': (_, call) =>
      alone(context, 'making its index anew', async () => {
        await context.store.rebuild(call.cancel, call.report);
        return stats();
      }),
    'trace.delete': (p, call) => remove(context, p, call),
  };
}

async function remove(context: EngineContext, p: Parsed<'trace.delete'>, call: Call) {
  const ids = p.where === undefined ? [...new Set(p.traces ?? [])] : await context.store.select(p.where);
  needTraces(context.store, ids);
  const git_history = await inGit(context.store.path);
  if (p.dry_run || ids.length === 0) return { ...(await reachOf(context, ids)), purged: ids.length, git_history };
  if (!p.confirmed) throw new Problem('confirmation_needed', { count: ids.length });
  return alone(context, 'deleting conversations', async () => {
    const done = await context.store.purge(ids, 'asked', call.cancel, call.report);
    return {
      purged: done.purged.length,
      datasets_changed: done.datasets.length,
      exports_rewritten: [...done.rewritten],
      exports_unreachable: [...done.unreachable],
      git_history,
    };
  });
}

/** Whether git has ever been told of a file of this store: its history would keep the old text. */
async function inGit(folder: string): Promise<boolean> {
  try {
    const { stdout } = await promisify(execFile)('git', ['-c', 'core.fsmonitor=false', '-C', folder, 'ls-files', '--', '.'], {
      timeout: 5000,
    });
    return stdout.trim() !== '';
  } catch {
    // No git, or no repository here.
    return false;
  }
}
