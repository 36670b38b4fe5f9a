import path from 'node:path';
import { exportTargets, findTarget } from '../../core/export';
import { readRewards } from '../../core/export/frozen-rewards';
import { Refusal } from '../../core/export/tally';
import type { ExportTarget } from '../../core/export/target';
import type { ExportedFile } from '../../core/log/events';
import type { ExportMapLine, ExportRowMap } from '../../core/ports';
import type { Call, Handlers } from '../../core/protocol/engine';
import type { Parsed, Result } from '../../core/protocol/operations';
import { alone, eventsOf, type EngineContext } from './context';
import { reportNow } from './datasets';
import { findDataset, findVersions, type FoundDataset } from './find-dataset';
import { LineStore } from '../export/line-store';
import { keepOutOf, prepareFolder, removeOld, writeFile } from '../export/folder';
import { pathInside } from '../inside';
import { judgedRows } from './judged-rows';
import { verifyExports } from './verify';

type ExportMethod = Extract<keyof Handlers, `export.${string}`>;

export function exportHandlers(context: EngineContext): Pick<Handlers, ExportMethod> {
  return {
    'export.run': (p, call) => alone(context, 'an export', () => runExport(context, p, call)),
    'export.targets': () =>
      Promise.resolve(
        exportTargets.map(({ id, title, methods, options }) => ({
          id,
          title,
          methods: [...methods],
          options: options.map((option) => ({ ...option, values: [...option.values] })),
        })),
      ),
    'export.verify': async (p) =>
      verifyExports(
        context,
        p.dataset === undefined ? undefined : new Set((await findVersions(context, p.dataset)).map(({ stored }) => stored.id)),
      ),
  };
}

/** What a target is told of a dataset; `folder` is where its files go. */
export async function openTarget(
  context: EngineContext,
  target: ExportTarget,
  found: FoundDataset,
  { folder, options }: { folder: string; options: Record<string, string> },
) {
  const { stored, built, recipe } = found;
  return target.open({
    dataset: {
      dataset_id: stored.id,
      version: built.version,
      hash: stored.hash,
      built_hash: built.built_hash,
      recipe,
      report: await reportNow(context, found),
    },
    options,
    folder: path.basename(folder),
    hasher: context.hasher,
    rewards: readRewards(built.rewards),
  });
}

async function runExport(context: EngineContext, asked: Parsed<'export.run'>, call: Call): Promise<Result<'export.run'>> {
  // A folder as an earlier export lists it is relative to the workspace, whatever folder this process runs in.
  const p = { ...asked, folder: path.resolve(context.workspace, asked.folder) };
  keepOutOf(context.store.path, p.folder);
  const found = await findDataset(context, p.dataset);
  const session = await openTarget(context, findTarget(p.target), found, p);
  const earlier = await filesOf(context, p.folder);
  await prepareFolder(p.folder, earlier);
  const lines = await LineStore.open(p.folder);
  try {
    const maps = new Map<string, Omit<ExportRowMap, 'path' | 'line'>[]>();
    const map: ExportMapLine[] = [];
    for await (const { ref, judged } of judgedRows(context, found.stored.id, call)) {
      const taken = session.take(ref, judged);
      if (taken instanceof Refusal) {
        map.push({ refused: taken.code, trace: ref.trace, hash: ref.hash });
        continue;
      }
      lines.add(taken.path, taken.text);
      const rows = maps.get(taken.path);
      if (rows) rows.push({ trace: ref.trace, hash: ref.hash });
      else maps.set(taken.path, [{ trace: ref.trace, hash: ref.hash }]);
    }
    const plan = session.finish();
    const files: ExportedFile[] = [];
    for (const file of plan.data) {
      const place = path.join(p.folder, file.path);
      const written = await writeFile(place, lines.ordered(file));
      const name = storedPath(context, place);
      files.push({ path: name, split: file.split, rows: file.order.length, sha256: written });
      const rows = maps.get(file.path) ?? [];
      file.order.forEach((taken, line) => {
        const row = rows[taken];
        if (row) map.push({ path: name, line, ...row });
      });
    }
    for (const { path: name, text } of plan.texts) {
      const place = path.join(p.folder, name);
      files.push({
        path: storedPath(context, place),
        split: 'other',
        rows: 0,
        sha256: await writeFile(place, [Buffer.from(text)]),
      });
    }
    await removeOld(earlier, new Set(files.map((file) => placeOf(context, file.path))));
    const folder = storedPath(context, p.folder);
    const [event] = eventsOf(context, call, [
      {
        type: 'exported',
        export: call.act_id,
        dataset: found.stored.id,
        target: p.target,
        folder,
        options: p.options,
        files,
        ...(Object.keys(plan.notes).length > 0 ? { notes: { ...plan.notes } } : {}),
      },
    ]);
    const { read_only } = context.store;
    if (event && !read_only) await context.store.writeExport(event, map);
    const warnings = [...plan.warnings, ...(read_only ? ['not_recorded'] : [])];
    return { files, refused: { ...plan.refused }, target: p.target, warnings, folder };
  } finally {
    await lines.close();
  }
}

/** How a path is kept in the store: relative to the workspace inside it, so that a clone finds it; else absolute. */
export function storedPath(context: EngineContext, place: string): string {
  return pathInside(context.workspace, place) ?? place;
}

export function placeOf(context: EngineContext, stored: string): string {
  return path.resolve(context.workspace, stored);
}

/** Files that earlier exports wrote into this folder, as they were written last, by absolute path. */
async function filesOf(context: EngineContext, folder: string): Promise<Map<string, ExportedFile>> {
  const files = new Map<string, ExportedFile>();
  for (const { body } of await context.store.exports()) {
    if (body.type !== 'exported') continue;
    for (const file of body.files) {
      const place = placeOf(context, file.path);
      if (path.dirname(place) === path.resolve(folder)) files.set(place, file);
    }
  }
  return files;
}
