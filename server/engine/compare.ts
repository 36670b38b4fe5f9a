import { differences, readBuild, type ComparedBuild, type ComparedRow, type RowPair } from '../../core/dataset/compare/match';
import { changeKinds, changeReasons, type ChangeKind, type ChangeReason } from '../../core/dataset/compare/reasons';
import { settingChanges } from '../../core/dataset/compare/recipe-changes';
import { explainer, type TraceNews } from '../../core/dataset/compare/why';
import { never } from '../../core/lib/cancel';
import { Problem } from '../../core/lib/problem';
import type { Call } from '../../core/protocol/engine';
import type { Parsed, Result } from '../../core/protocol/operations';
import type { EngineContext } from './context';
import { buildHead, findDataset, type FoundDataset } from './find-dataset';

type Compared = Result<'dataset.compare'>;

/** A row that differs, and why. */
interface Difference extends RowPair {
  readonly change: ChangeKind;
  readonly why: ChangeReason;
}

interface Differences {
  readonly from: FoundDataset;
  readonly to: FoundDataset;
  readonly found: readonly Difference[];
  readonly same: number;
}

/** The earlier and the later build. */
interface Forwards extends Pick<Differences, 'from' | 'to'> {
  readonly was: ComparedBuild;
  readonly is: ComparedBuild;
}

type Follower = Pick<Call, 'cancel' | 'report'>;
const unfollowed: Follower = { cancel: never, report: () => undefined };

const kept = new WeakMap<EngineContext, Comparisons>();

/** The comparisons of an open store. */
export function comparisonsOf(context: EngineContext): Comparisons {
  const made = kept.get(context) ?? new Comparisons(context);
  kept.set(context, made);
  return made;
}

/** Compares builds, and keeps the last comparison: whoever reads it turns its pages and opens its numbers. */
class Comparisons {
  private last: { key: string; made: Differences } | undefined;

  constructor(private readonly context: EngineContext) {}

  async between(from: string, to: string, call: Follower = unfollowed): Promise<Differences> {
    const [a, b] = await Promise.all([findDataset(this.context, from), findDataset(this.context, to)]);
    const key = JSON.stringify([a, b].map(({ stored }) => [stored.id, stored.hash]));
    if (this.last?.key !== key) this.last = { key, made: await this.compare(a, b, call) };
    return this.last.made;
  }

  /** The traces behind a part `compare:<other build>:<change>[:<why>]` of a build; undefined for any other part. */
  async tracesOfPart(dataset: string, part: string): Promise<string[] | undefined> {
    const [name, other = '', change, why] = part.split(':');
    if (name !== 'compare') return undefined;
    const isKnown = changeKinds.some((kind) => kind === change) && (why === undefined || changeReasons.some((r) => r === why));
    if (!isKnown) throw new Problem('usage', { reason: `A comparison has no part "${part.slice(0, 60)}".` });
    const { found } = await this.between(other, dataset);
    const rows = found.filter((row) => row.change === change && (why === undefined || row.why === why));
    return [...new Set(rows.map((row) => rowOf(row).trace))];
  }

  private async compare(from: FoundDataset, to: FoundDataset, call: Follower): Promise<Differences> {
    const { store } = this.context;
    const was = await readBuild(store.datasetLines(from.stored.id));
    const is = await readBuild(store.datasetLines(to.stored.id));
    const pairs = differences(was, is);
    const same = is.rows - pairs.filter((pair) => pair.to).length;
    // What happened is told forwards in time, whichever build was asked for first.
    const forwards = from.stored.event.at <= to.stored.event.at;
    const reasons = forwards
      ? await this.reasons({ from, to, was, is }, pairs, call)
      : await this.reasons({ from: to, to: from, was: is, is: was }, pairs.map(turned), call);
    const found = pairs.map((pair, i) => ({ ...pair, change: changeOf(pair), why: reasons[i] ?? ('other' as const) }));
    return { from, to, same, found };
  }

  /** Why each pair differs, reading every trace once. */
  private async reasons(
    builds: Forwards,
    pairs: readonly RowPair[],
    call: Follower,
  ): Promise<readonly (ChangeReason | undefined)[]> {
    const [from, to] = [builds.from, builds.to].map(({ stored, recipe }) => ({ at: stored.event.at, recipe }));
    if (!from || !to) return [];
    const why = explainer({ from, to });
    const byTrace = new Map<string, number[]>();
    for (const [i, pair] of pairs.entries()) {
      const { trace } = rowOf(pair);
      const here = byTrace.get(trace);
      if (here) here.push(i);
      else byTrace.set(trace, [i]);
    }
    const reasons: ChangeReason[] = [];
    let done = 0;
    for await (const { trace, acts } of this.context.store.judged([...byTrace.keys()], call.cancel)) {
      const { id, recorded_at } = trace;
      const news = { was: fateOf(builds.was, id), is: fateOf(builds.is, id), recorded_at, acts };
      for (const i of byTrace.get(id) ?? []) reasons[i] = why(pairs[i] ?? {}, news);
      if (++done % 500 === 0) call.report({ done, total: byTrace.size, unit: 'traces' });
    }
    return reasons;
  }
}

function turned({ from, to }: RowPair): RowPair {
  return { from: to, to: from };
}

function fateOf(build: ComparedBuild, trace: string): TraceNews['was'] {
  return build.traces.has(trace) ? 'rows' : build.left_out.get(trace);
}

function changeOf({ from, to }: RowPair): ChangeKind {
  if (!from) return 'in';
  return to ? 'changed' : 'out';
}

function rowOf({ from, to }: RowPair): ComparedRow {
  const row = to ?? from;
  if (!row) throw new Error('a pair has at least one row');
  return row;
}

/** The comparison as its readers get it: all counts, and one page of rows. */
export async function compareDatasets(context: EngineContext, p: Parsed<'dataset.compare'>, call: Call): Promise<Compared> {
  const { from, to, found, same } = await comparisonsOf(context).between(p.from, p.to, call);
  const asked = found.filter(
    (row) => (p.change === undefined || row.change === p.change) && (p.why === undefined || row.why === p.why),
  );
  const page = asked.slice(p.offset, p.offset + p.limit);
  const lines = await context.store.lines([...new Set(page.map((row) => rowOf(row).trace))]);
  const previews = new Map(lines.map(({ id, preview }) => [id, preview]));
  return {
    from: buildHead(from),
    to: buildHead(to),
    counts: { in: count(found, 'in'), out: count(found, 'out'), changed: count(found, 'changed'), same },
    why: { in: reasonsOf(found, 'in'), out: reasonsOf(found, 'out'), changed: reasonsOf(found, 'changed') },
    recipe: settingChanges(from.recipe, to.recipe).map((one) => ({ ...one, from: one.from ?? null, to: one.to ?? null })),
    rows: page.map((row) => viewOf(row, previews)),
    total: asked.length,
  };
}

function viewOf(row: Difference, previews: ReadonlyMap<string, string>): Compared['rows'][number] {
  const { trace, turn } = rowOf(row);
  return {
    change: row.change,
    why: row.why,
    trace,
    turn,
    preview: previews.get(trace) ?? '',
    ...(row.from ? { from: sideOf(row.from) } : {}),
    ...(row.to ? { to: sideOf(row.to) } : {}),
  };
}

function sideOf({ split, part, desirable, source, hash }: ComparedRow) {
  return { split, part, ...(desirable === undefined ? {} : { desirable }), source, hash };
}

function count(found: readonly Difference[], change: ChangeKind): number {
  return found.filter((row) => row.change === change).length;
}

function reasonsOf(found: readonly Difference[], change: ChangeKind): Record<string, number> {
  const counts = changeReasons.map(
    (why) => [why, found.filter((row) => row.change === change && row.why === why).length] as const,
  );
  return Object.fromEntries(counts.filter(([, n]) => n > 0));
}
