import stringify from 'fast-json-stable-stringify';
import { build, datasetLines, type Built } from '../../core/dataset/build';
import { canonicalRecipe, normaliseRecipe, type Recipe } from '../../core/dataset/recipe';
import { reportLeft } from '../../core/dataset/left';
import type { DatasetReport } from '../../core/dataset/report-schema';
import type { DatasetLine } from '../../core/dataset/row';
import type { FrozenRewards } from '../../core/export/target';
import { readFrozen } from '../../core/grade/freeze';
import type { StoredDataset } from '../../core/ports';
import { Problem } from '../../core/lib/problem';
import type { Call, Handlers } from '../../core/protocol/engine';
import type { Parsed } from '../../core/protocol/operations';
import type { DatasetRow } from '../../core/protocol/results';
import { compareDatasets } from './compare';
import { leaksOf } from './leaks';
import { alone, appendAct, eventsOf, type EngineContext } from './context';
import { expiringIn, expiringSoon } from './expiring';
import { findDataset, nameplate, readDataset, type FoundDataset } from './find-dataset';
import { currentGraders } from './grader-hashes';
import { freezeRewards, rewardsText, withStoredPaths } from './rewards';
import { idsOfPart } from './part-queue';
import { samplesOf } from './samples';
import { judgedBy, rowOf } from './traces';

type DatasetMethod = Extract<keyof Handlers, `dataset.${string}`>;

export function datasetHandlers(context: EngineContext): Pick<Handlers, DatasetMethod> {
  return {
    'dataset.preview': async (p, call) => {
      const recipe = normaliseRecipe(withStoredPaths(context, { ...p, name: p.name ?? 'preview' }));
      const { rows, report } = await built(context, recipe, await freezeRewards(context, recipe), call);
      const { traces_in, slice_size, train_rows, holdout_rows } = report;
      return { rows: rows.length, traces_in, slice_size, train_rows, holdout_rows, report };
    },
    'dataset.build': (p, call) =>
      alone(context, 'building a dataset', () => buildDataset(context, normaliseRecipe(withStoredPaths(context, p)), call)),
    'dataset.list': async () => {
      const all = (await context.store.datasets()).map(readDataset);
      const rows = await Promise.all(all.map((found) => datasetRow(context, found)));
      return rows.sort((a, b) => (a.built_at < b.built_at ? 1 : -1));
    },
    'dataset.report': async (p) => {
      const found = await findDataset(context, p.dataset);
      return {
        ...(await datasetRow(context, found)),
        built_hash: found.built.built_hash,
        recipe: found.recipe,
        report: await reportNow(context, found),
      };
    },
    'dataset.samples': (p, call) => samplesOf(context, p, call),
    'dataset.pin': async (p, call) => {
      const { stored } = await findDataset(context, p.dataset);
      // Sent again: what it has pinned does not expire any more.
      const done = (await context.store.act(call.act_id))?.body;
      if (done?.type === 'pinned') return { pinned: done.traces.length };
      const traces = (await expiringIn(context, stored.id)).map(({ id }) => id);
      if (traces.length > 0) await appendAct(context, call, [{ type: 'pinned', traces }]);
      return { pinned: traces.length };
    },
    'dataset.leaks': ({ dataset }) => leaksOf(context, dataset),
    'dataset.compare': (p, call) => compareDatasets(context, p, call),
    'dataset.traces': (p, call) => tracesBehind(context, p, call.reviewer),
  };
}

/** Builds in memory; nothing is written. */
async function built(context: EngineContext, recipe: Recipe, rewards: FrozenRewards | undefined, call: Call): Promise<Built> {
  const { store, hasher } = context;
  const rules = (rewards?.graders ?? []).map(({ spec }) => readFrozen(spec));
  const ids = await store.select({
    ...recipe.slice,
    seed: recipe.seed,
    ...(recipe.sample === undefined ? {} : { sample: recipe.sample }),
    ...(recipe.only_unscored ? { only_unscored: true } : {}),
  });
  return build(recipe, store.judged(ids, call.cancel), {
    hasher,
    models: await store.models(),
    graders: await currentGraders(context),
    rewards: {
      rules: (trace, facts) => rules.some((rulesFor) => rulesFor(trace, facts).length > 0),
      judge: rewards?.judge && `${rewards.judge.name}@${rewards.judge.hash}`,
    },
    cancel: call.cancel,
    progress: (p) => call.report({ ...p, total: ids.length }),
  });
}

async function buildDataset(context: EngineContext, recipe: Recipe, call: Call) {
  const { store } = context;
  const all = (await store.datasets()).map(readDataset);
  // Sent again after the process that built it went away; what is there may have changed since.
  const own = all.find(({ stored }) => stored.id === call.act_id);
  if (own) return answerOf(context, own);
  const frozen = await freezeRewards(context, recipe);
  const rewards = rewardsText(frozen);
  const result = await built(context, recipe, frozen, call);
  const versions = all.filter((d) => d.built.name === recipe.name);
  const newest = versions.sort((a, b) => b.built.version - a.built.version)[0];
  const canonical = canonicalRecipe(recipe);
  const isSame = newest?.stored.hash === result.hash && newest.built.recipe === canonical && newest.built.rewards === rewards;
  if (isSame && newest.unreadable === undefined) {
    const { stored, built: was } = newest;
    const expiring = await expiringSoon(context, stored.id);
    return { ...summary(stored.id, was.version, result), unchanged: true, expiring, report: await reportNow(context, newest) };
  }
  const version = (newest?.built.version ?? 0) + 1;
  const [event] = eventsOf(context, call, [
    {
      type: 'dataset_built',
      dataset: call.act_id,
      name: recipe.name,
      version,
      method: recipe.method,
      recipe: canonical,
      built_hash: result.hash,
      report: stringify(result.report),
      ...(rewards === undefined ? {} : { rewards }),
      ...(newest ? { parent: newest.stored.id } : {}),
    },
  ]);
  if (event) await store.writeDataset(event, datasetLines(result));
  return {
    ...summary(call.act_id, version, result),
    unchanged: false,
    expiring: await expiringSoon(context, call.act_id),
    report: result.report,
  };
}

/** Of a dataset that was built a moment ago. */
async function answerOf(context: EngineContext, found: FoundDataset) {
  const { id, hash } = found.stored;
  const { rows } = await rowCounts(context, found.stored, found.report);
  return {
    ...{ dataset_id: id, version: found.built.version, hash, item_count: rows },
    unchanged: false,
    expiring: await expiringSoon(context, id),
    report: await reportNow(context, found),
  };
}

function summary(dataset_id: string, version: number, { hash, rows }: Built) {
  return { dataset_id, version, hash, item_count: rows.length };
}

async function datasetRow(context: EngineContext, found: FoundDataset): Promise<DatasetRow> {
  const { stored, built, unreadable } = found;
  const exports = await context.store.exports(stored.id);
  return {
    ...nameplate(found),
    ...(await rowCounts(context, stored, unreadable === undefined ? found.report : undefined)),
    warnings: unreadable === undefined ? found.report.warnings.map((w) => w.code) : [],
    ...(unreadable === undefined ? {} : { unreadable }),
    ...(built.parent === undefined ? {} : { parent: built.parent }),
    exports: exports.flatMap(({ at, body }) =>
      body.type === 'exported' ? [{ export: body.export, target: body.target, folder: body.folder, at }] : [],
    ),
  };
}

/** What was built, or what a purge has left of it. */
export async function reportNow(context: EngineContext, { stored, report }: FoundDataset): Promise<DatasetReport> {
  const lines: DatasetLine[] = [];
  if (stored.purged_rows > 0) for await (const line of context.store.datasetLines(stored.id)) lines.push(line);
  return reportLeft(report, lines, stored.purged_rows);
}

/**
 * Rows as they are now: after a purge fewer than were built. A clone of a shared log has no rows, and knows only how many
 * there were; of a report that cannot be read it is not known.
 */
async function rowCounts(context: EngineContext, stored: StoredDataset, report: DatasetReport | undefined) {
  if (!report) return { rows: 0, train_rows: 0, holdout_rows: 0 };
  const { rows, train_rows, holdout_rows } = report;
  if (stored.purged_rows === 0) return { rows, train_rows, holdout_rows };
  const left = { train: 0, holdout: 0 };
  try {
    for await (const row of context.store.datasetRows(stored.id)) left[row.split]++;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { rows: rows - stored.purged_rows, train_rows, holdout_rows };
  }
  return { rows: left.train + left.holdout, train_rows: left.train, holdout_rows: left.holdout };
}

async function tracesBehind(context: EngineContext, p: Parsed<'dataset.traces'>, reviewer: string) {
  const ids = await idsOfPart(context, p);
  const from = p.after === undefined ? 0 : ids.indexOf(p.after) + 1;
  const page = ids.slice(from, from + p.limit);
  const judged = p.mine ? await judgedBy(context, reviewer) : undefined;
  return {
    rows: (await context.store.lines(page)).map((line) => rowOf(line, judged)),
    total: ids.length,
    next: from + p.limit < ids.length ? (page.at(-1) ?? null) : null,
  };
}
