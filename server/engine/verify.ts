import type { Result } from '../../core/protocol/operations';
import type { EngineContext } from './context';
import { sha256Of } from '../export/folder';
import { placeOf } from './exports';

type Verified = Result<'export.verify'>['files'][number];

/** Looks at every exported file of these datasets, or of all: is it there, is it ours still, does it hold what it may. */
export async function verifyExports(
  context: EngineContext,
  datasets: ReadonlySet<string> | undefined,
): Promise<Result<'export.verify'>> {
  const { store } = context;
  const newest = await newestBuilds(context);
  const latest = new Map<string, { export: string; dataset: string; rows: number; sha256: string }>();
  for (const { body } of await store.exports()) {
    if (body.type !== 'exported') continue;
    for (const { path, rows, sha256 } of body.files)
      latest.set(path, { export: body.export, dataset: body.dataset, rows, sha256 });
  }
  const purged = new Map<string, Set<string>>();
  const files: Verified[] = [];
  for (const [path, file] of latest) {
    if (datasets?.has(file.dataset) === false) continue;
    if (!purged.has(file.export)) purged.set(file.export, await pathsWithPurged(context, file.export));
    const hash = await sha256Of(placeOf(context, path));
    const holds = purged.get(file.export)?.has(path) ?? false;
    const stale = newest.get(file.dataset) !== file.dataset;
    files.push({ dataset: file.dataset, path, rows: file.rows, state: stateOf(hash, file.sha256, holds, stale) });
  }
  // Of an export that a kill interrupted, in a folder that has been away since.
  for (const { dataset, files: left } of await store.unfinishedExports()) {
    const unseen = datasets?.has(dataset) === false ? [] : left.filter(({ path }) => !latest.has(path));
    files.push(...unseen.map(({ path }) => ({ dataset, path, rows: 0, state: 'missing' as const })));
  }
  const missing = (await store.issues()).filter(({ kind }) => kind === 'file_missing').map(({ file }) => file);
  const fine = files.every(({ state }) => state === 'current' || state === 'stale');
  return { ok: fine && missing.length === 0, files, missing };
}

function stateOf(hash: string | undefined, written: string, holdsPurged: boolean, stale: boolean): Verified['state'] {
  if (hash === undefined) return 'missing';
  if (holdsPurged) return 'holds_purged';
  if (hash !== written) return 'changed';
  return stale ? 'stale' : 'current';
}

/** For each build, the newest one of its name. */
async function newestBuilds(context: EngineContext): Promise<Map<string, string>> {
  const builds = (await context.store.datasets()).flatMap(({ id, event }) =>
    event.body.type === 'dataset_built' ? [{ id, ...event.body }] : [],
  );
  const newest = new Map<string, { id: string; version: number }>();
  for (const { id, name, version } of builds) if ((newest.get(name)?.version ?? 0) < version) newest.set(name, { id, version });
  return new Map(builds.map(({ id, name }) => [id, newest.get(name)?.id ?? id]));
}

/** Files that a purge could not reach still list rows of traces that are gone. */
async function pathsWithPurged(context: EngineContext, id: string): Promise<Set<string>> {
  const paths = new Set<string>();
  for await (const row of context.store.exportRows(id)) if (context.store.wasDeleted(row.trace)) paths.add(row.path);
  return paths;
}
