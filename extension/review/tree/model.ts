import type { Change, Engine } from '../../../core/protocol/engine';
import type { Group, TraceRow } from '../../../core/protocol/results';
import { belongs, type GroupNode, type MoreNode, type ReviewNode, type TraceNode, type TreeQuery } from './nodes';
import { fetchGroups, fetchPage, pageSize } from './pages';

/** The rows of a group that were loaded so far. */
interface Loaded {
  traces: TraceNode[];
  next: string | null;
  more: MoreNode;
}

/** More changed traces than this are not worth a look at each. */
const manyChanges = 500;
/** The engine's largest page. */
const refetchSize = 500;

/**
 * What the Review tree holds: groups with counts, and the pages of them that were opened. Rows stay loaded while their
 * counts change, so one changed trace redraws one row. Nodes keep their identity for as long as they are shown.
 */
export class ReviewModel {
  private groups: Promise<GroupNode[]> | undefined;
  private readonly loaded = new Map<string, Promise<Loaded>>();
  /** Grows with every new query: answers to an earlier one are dropped. */
  private generation = 0;

  constructor(
    private readonly engine: Engine,
    private query: TreeQuery,
    /** The nodes to draw again; undefined means everything. */
    private readonly redraw: (nodes: readonly ReviewNode[] | undefined) => void,
  ) {}

  get shown(): TreeQuery {
    return this.query;
  }

  show(query: TreeQuery): void {
    this.query = query;
    this.reload();
  }

  reload(): void {
    this.generation++;
    this.groups = undefined;
    this.loaded.clear();
    this.redraw(undefined);
  }

  roots(): Promise<readonly GroupNode[]> {
    const { generation } = this;
    this.groups ??= fetchGroups(this.engine, this.query).then((groups) => groups.map((group) => this.groupNode(group)));
    return this.groups.catch((error: unknown) => {
      if (generation === this.generation) this.groups = undefined;
      throw error;
    });
  }

  async children(group: GroupNode): Promise<readonly ReviewNode[]> {
    const { traces, next, more } = await this.load(group);
    more.left = Math.max(0, group.counts.total - traces.length);
    return next === null ? traces : [...traces, more];
  }

  /** Loads the next page of a group. */
  async showMore(group: GroupNode): Promise<void> {
    const { generation } = this;
    const loaded = await this.load(group);
    if (loaded.next === null) return;
    const page = await fetchPage(this.engine, this.query, group, loaded.next);
    if (generation !== this.generation) return;
    loaded.traces.push(...page.rows.map((row) => traceNode(group, row)));
    loaded.next = page.next;
    this.redraw([group]);
  }

  /** The loaded row of a trace. */
  async find(trace: string): Promise<TraceNode | undefined> {
    for (const loaded of this.loaded.values()) {
      const found = (await loaded).traces.find((node) => node.row.id === trace);
      if (found) return found;
    }
    return undefined;
  }

  /** Brings the loaded rows up to date with the smallest redraw that does. */
  async apply(change: Change): Promise<void> {
    const ids = change.traces ?? [];
    if (change.all_traces || ids.length > manyChanges) {
      this.reload();
      return;
    }
    if (ids.length === 0 || !this.groups) return;
    const { generation } = this;
    const [rows, groups] = await Promise.all([
      this.engine.call('trace.rows', { traces: [...ids], ...(this.query.blind ? { mine: true } : {}) }),
      fetchGroups(this.engine, this.query),
    ]);
    if (generation !== this.generation) return;
    const known = await this.groups;
    const touched = new Set<ReviewNode>(await this.changedRows(known, new Set(ids), new Map(rows.map((row) => [row.id, row]))));
    if (generation !== this.generation) return;
    if (sameKeys(known, groups)) {
      for (const [n, group] of known.entries()) if (recount(group, groups[n])) touched.add(group);
      if (touched.size > 0) this.redraw([...touched].filter((node) => node.kind !== 'trace' || !touched.has(node.group)));
      return;
    }
    this.groups = Promise.resolve(groups.map((group) => this.groupNode(group, known)));
    this.redraw(undefined);
  }

  /** Updates the loaded groups; the rows that only look different, and the groups whose rows came or went. */
  private async changedRows(
    groups: readonly GroupNode[],
    ids: ReadonlySet<string>,
    rows: ReadonlyMap<string, TraceRow>,
  ): Promise<ReviewNode[]> {
    const touched: ReviewNode[] = [];
    for (const group of groups) {
      const loaded = await this.loaded.get(group.id);
      if (!loaded) continue;
      const decided = Object.keys(this.query.slice).length === 0 && !this.query.part;
      const moved = updateRows(loaded, group, ids, rows, decided);
      if (moved.refetch) await this.refetch(group, loaded);
      if (moved.refetch || moved.left) touched.push(group);
      else touched.push(...moved.redrawn);
    }
    return touched;
  }

  private load(group: GroupNode): Promise<Loaded> {
    const known = this.loaded.get(group.id);
    if (known) return known;
    const loading = fetchPage(this.engine, this.query, group, undefined).then(({ rows, next }) => ({
      traces: rows.map((row) => traceNode(group, row)),
      next,
      more: { kind: 'more' as const, id: `more:${group.id}`, group, left: 0 },
    }));
    this.loaded.set(group.id, loading);
    return loading.catch((error: unknown) => {
      if (this.loaded.get(group.id) === loading) this.loaded.delete(group.id);
      throw error;
    });
  }

  /** Reads as many rows as were loaded anew, keeping the nodes of those that are still there. */
  private async refetch(group: GroupNode, loaded: Loaded): Promise<void> {
    const before = new Map(loaded.traces.map((node) => [node.row.id, node]));
    const wanted = Math.max(pageSize, loaded.traces.length);
    const traces: TraceNode[] = [];
    let after: string | undefined;
    do {
      const limit = Math.min(refetchSize, wanted - traces.length);
      const page = await fetchPage(this.engine, this.query, group, after, limit);
      for (const row of page.rows) traces.push(Object.assign(before.get(row.id) ?? traceNode(group, row), { row }));
      loaded.next = page.next;
      after = page.next ?? undefined;
    } while (after !== undefined && traces.length < wanted);
    loaded.traces = traces;
  }

  private groupNode({ key, total, reviewed }: Group, known: readonly GroupNode[] = []): GroupNode {
    const by = this.query.part ? 'part' : this.query.by;
    const id = `${by}:${key}`;
    const node = known.find((group) => group.id === id) ?? { kind: 'group', id, by, key, counts: { total, reviewed } };
    return Object.assign(node, { counts: { total, reviewed } });
  }
}

/** `decided`: the row alone tells whether it is still in this group. Else any change of a loaded row reads the group anew. */
function updateRows(
  loaded: Loaded,
  group: GroupNode,
  ids: ReadonlySet<string>,
  rows: ReadonlyMap<string, TraceRow>,
  decided: boolean,
): { redrawn: TraceNode[]; left: boolean; refetch: boolean } {
  const redrawn: TraceNode[] = [];
  const missing = new Set(ids);
  let left = false;
  loaded.traces = loaded.traces.filter((node) => {
    if (!missing.delete(node.row.id)) return true;
    const row = rows.get(node.row.id);
    const stays = row !== undefined && (!decided || belongs(row, group) !== false);
    if (stays) redrawn.push(Object.assign(node, { row }));
    else left = true;
    return stays;
  });
  const arrived = [...missing].some((id) => {
    const row = rows.get(id);
    return row !== undefined && belongs(row, group) !== false;
  });
  const unsure = redrawn.some((node) => !decided || belongs(node.row, group) === undefined);
  return { redrawn, left, refetch: arrived || unsure };
}

function recount(node: GroupNode, group: Group | undefined): boolean {
  if (!group || (node.counts.total === group.total && node.counts.reviewed === group.reviewed)) return false;
  node.counts = { total: group.total, reviewed: group.reviewed };
  return true;
}

function sameKeys(nodes: readonly GroupNode[], groups: readonly Group[]): boolean {
  return nodes.length === groups.length && nodes.every((node, n) => node.key === groups[n]?.key);
}

function traceNode(group: GroupNode, row: TraceRow): TraceNode {
  return { kind: 'trace', id: `trace:${group.id}:${row.id}`, group, row };
}
