import path from 'node:path';
import { exportTargets, findTarget } from '../../core/export';
import { readRewards } from '../../core/export/frozen-rewards';
import { Refusal } from '../../core/export/tally';
import type { ExportPlan, ExportSession, ExportTarget } from '../../core/export/target';
import type { ExportedFile } from '../../core/log/events';
import type { ExportMapLine, ExportRowMap, PlannedExport, RefusedRow } from '../../core/ports';
import type { Call, Handlers } from '../../core/protocol/engine';
import type { Parsed, Result } from '../../core/protocol/operations';
import { alone, eventsOf, type EngineContext } from './context';
import { reportNow } from './datasets';
import { findDataset, findVersions, type FoundDataset } from './find-dataset';
import { LineStore } from '../export/line-store';
import { clearFolder, keepOutOf, newToken, prepareFolder, removeParts, settleFiles, writeBeside } from '../export/folder';
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
  const { store, disk } = context;
  keepOutOf(store.path, p.folder);
  const found = await findDataset(context, p.dataset);
  const session = await openTarget(context, findTarget(p.target), found, p);
  prepareFolder(disk, p.folder);
  const folder = storedPath(context, p.folder);
  const planned: PlannedExport = { export: call.act_id, dataset: found.stored.id, folder, token: newToken(), files: [] };
  const lines = new LineStore(disk, p.folder, planned.token);
  try {
    if (!store.read_only) await store.planExport(planned);
    const earlier = await filesOf(context, p.folder);
    await clearFolder(disk, p.folder, earlier);
    const taken = await takeRows(context, session, planned, lines, call);
    const { plan, files } = await writeFiles(context, session, planned, lines);
    lines.close();
    const places = files.map((file) => placeOf(context, file.path));
    if (!store.read_only) await store.planExport({ ...planned, files });
    await settleFiles(disk, p.folder, planned.token, places, earlier);
    const [event] = eventsOf(context, call, [
      {
        type: 'exported',
        export: planned.export,
        dataset: planned.dataset,
        target: p.target,
        folder,
        options: p.options,
        files,
        ...(Object.keys(plan.notes).length > 0 ? { notes: { ...plan.notes } } : {}),
      },
    ]);
    if (event && !store.read_only) await store.writeExport(event, mapOf(context, p.folder, plan, taken));
    const warnings = [...plan.warnings, ...(store.read_only ? ['not_recorded'] : [])];
    return { files, refused: { ...plan.refused }, target: p.target, warnings, folder };
  } catch (error) {
    lines.close();
    await store.giveUpExport(planned.export);
    await removeParts(disk, p.folder, planned.token);
    throw error;
  }
}

/** The rows as they were taken, by the file they go into, and those that were refused. */
interface Taken {
  readonly rows: ReadonlyMap<string, readonly RowOfDataset[]>;
  readonly refused: readonly RefusedRow[];
}

type RowOfDataset = Pick<ExportRowMap, 'trace' | 'hash'>;

async function takeRows(
  context: EngineContext,
  session: ExportSession,
  { dataset }: PlannedExport,
  lines: LineStore,
  call: Call,
): Promise<Taken> {
  const rows = new Map<string, RowOfDataset[]>();
  const refused: RefusedRow[] = [];
  for await (const { ref, judged } of judgedRows(context, dataset, call)) {
    const row = { trace: ref.trace, hash: ref.hash };
    const taken = session.take(ref, judged);
    if (taken instanceof Refusal) {
      refused.push({ refused: taken.code, ...row });
      continue;
    }
    lines.add(taken.path, taken.text);
    const before = rows.get(taken.path);
    if (before) before.push(row);
    else rows.set(taken.path, [row]);
  }
  return { rows, refused };
}

/** Writes the files beside their places: until all of them are there, those of an earlier export stay as they are. */
async function writeFiles(
  context: EngineContext,
  session: ExportSession,
  { folder, token }: PlannedExport,
  lines: LineStore,
): Promise<{ plan: ExportPlan; files: ExportedFile[] }> {
  const plan = session.finish();
  const data = plan.data.map((file) => ({
    path: file.path,
    split: file.split,
    rows: file.order.length,
    chunks: () => lines.ordered(file),
  }));
  const texts = plan.texts.map(({ path: name, text }) => ({
    path: name,
    split: 'other' as const,
    rows: 0,
    chunks: () => [Buffer.from(text)],
  }));
  const files: ExportedFile[] = [];
  for (const { path: name, split, rows, chunks } of [...data, ...texts]) {
    const place = path.join(placeOf(context, folder), name);
    files.push({
      path: storedPath(context, place),
      split,
      rows,
      sha256: await writeBeside(context.disk, place, token, chunks()),
    });
  }
  return { plan, files };
}

/** Which row of which file came from which trace. */
function* mapOf(context: EngineContext, folder: string, plan: ExportPlan, { rows, refused }: Taken): Generator<ExportMapLine> {
  yield* refused;
  for (const file of plan.data) {
    const name = storedPath(context, path.join(folder, file.path));
    for (const [line, taken] of file.order.entries()) {
      const row = rows.get(file.path)?.[taken];
      if (row) yield { path: name, line, ...row };
    }
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
