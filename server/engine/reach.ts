import { Problem } from '../../core/lib/problem';
import type { EngineContext } from './context';
import { placeOf } from './exports';
import { sha256Of } from '../export/folder';

/** What deleting these traces would change beside them, as far as the store's own maps say. */
export interface Reach {
  readonly datasets_changed: number;
  readonly exports_rewritten: string[];
  /** Files that are gone or were changed by hand: a deletion leaves them as they are. */
  readonly exports_unreachable: string[];
}

export async function reachOf(context: EngineContext, ids: readonly string[]): Promise<Reach> {
  const gone = new Set(ids);
  const [rewritten, unreachable] = [new Set<string>(), new Set<string>()];
  for (const { body } of await context.store.exports()) {
    if (body.type !== 'exported') continue;
    const held = new Set<string>();
    for await (const row of context.store.exportRows(body.export)) if (gone.has(row.trace)) held.add(row.path);
    for (const { path, sha256 } of body.files) {
      if (!held.has(path)) continue;
      const isOurs = (await sha256Of(placeOf(context, path))) === sha256;
      (isOurs ? rewritten : unreachable).add(path);
    }
  }
  const datasets = await datasetsHolding(context, gone);
  for (const { dataset, folder, files } of await context.store.unfinishedExports())
    if (datasets.has(dataset)) for (const { path } of files.length > 0 ? files : [{ path: folder }]) unreachable.add(path);
  return {
    datasets_changed: datasets.size,
    exports_rewritten: [...rewritten],
    // A later export into the same folder wrote over the earlier one's files: those are in reach.
    exports_unreachable: [...unreachable].filter((path) => !rewritten.has(path)),
  };
}

async function datasetsHolding(context: EngineContext, gone: ReadonlySet<string>): Promise<Set<string>> {
  const changed = new Set<string>();
  for (const { id } of await context.store.datasets()) if (await holds(context, id, gone)) changed.add(id);
  return changed;
}

/** A clone of a shared log has no rows: there is nothing of the traces in what is not there. */
async function holds(context: EngineContext, id: string, gone: ReadonlySet<string>): Promise<boolean> {
  try {
    for await (const row of context.store.datasetRows(id)) if (gone.has(row.trace)) return true;
    return false;
  } catch (error) {
    if (error instanceof Problem && error.code === 'file_not_found') return false;
    throw error;
  }
}
