import type { SessionRecord } from './record';

/** Records of one conversation in the order they were said, and how many of its records lie on branches left behind. */
export interface Thread {
  /** Indexes into the records. */
  readonly path: readonly number[];
  readonly abandoned: number;
}

/**
 * The conversations of a session. Order comes from the chain of parents, not from the file or the clock: copied lines of
 * a resumed session come in any order and with other times.
 */
export function threadsOf(records: readonly SessionRecord[]): Thread[] {
  const parents = parentsOf(records);
  const roots = rootsOf(parents);
  const components = new Map<number, number[]>();
  for (const [index, root] of roots.entries()) {
    const tree = components.get(root);
    if (tree) tree.push(index);
    else components.set(root, [index]);
  }
  const trees = [...components.values()].filter((tree) => tree.some((index) => isMessage(records[index])));
  const kept = trees.filter((tree, i) => !isReplaced(records, tree, trees[i + 1]));
  const threads = kept.map((tree) => threadOf(records, parents, tree));
  const lost = trees.filter((tree) => !kept.includes(tree)).flat();
  const left = lost.filter((index) => isMessage(records[index])).length;
  const [head, ...rest] = threads;
  return head ? [{ ...head, abandoned: head.abandoned + left }, ...rest] : [];
}

function isMessage(record: SessionRecord | undefined): boolean {
  return record?.kind === 'user' || record?.kind === 'assistant';
}

/**
 * Where each record hangs; -1 for one that begins a conversation. A parent that is not there (a line lost or in another
 * file) is stood in for by the record before, and so is the missing one of records that cannot begin anything.
 */
function parentsOf(records: readonly SessionRecord[]): number[] {
  const byUuid = new Map(records.flatMap((record, i) => (record.uuid === undefined ? [] : [[record.uuid, i] as const])));
  const chained = records.some((record) => record.parent !== undefined && byUuid.has(record.parent));
  return records.map((record, i) => {
    const found = record.parent === undefined ? undefined : byUuid.get(record.parent);
    if (found !== undefined && found !== i) return found;
    return chained && beginsSomething(record, records[i - 1]) ? -1 : i - 1;
  });
}

function beginsSomething(record: SessionRecord, before: SessionRecord | undefined): boolean {
  if (record.kind !== 'user' || record.user === undefined || record.user.results.length > 0) return false;
  // Sub-agents of old versions stand in one file and only their prompts tell them apart.
  return record.is_root || record.agent === '' || before?.session !== record.session;
}

/** The root above each record. A chain that runs in a circle is cut where it closes. */
function rootsOf(parents: number[]): number[] {
  const roots = new Array<number>(parents.length).fill(-1);
  for (const start of parents.keys()) {
    const trail: number[] = [];
    const seen = new Set<number>();
    let at = start;
    while ((roots[at] ?? -1) < 0) {
      trail.push(at);
      seen.add(at);
      const above = parents[at] ?? -1;
      if (above < 0 || seen.has(above)) {
        parents[at] = -1;
        roots[at] = at;
        break;
      }
      at = above;
    }
    for (const index of trail) roots[index] = roots[at] ?? at;
  }
  return roots;
}

/** A tree of the same session that is followed by another one was rewound to its beginning, unless `/clear` came between. */
function isReplaced(records: readonly SessionRecord[], tree: readonly number[], next: readonly number[] | undefined): boolean {
  if (!next || sessionOf(records, tree) !== sessionOf(records, next)) return false;
  if (records[tree[0] ?? -1]?.agent !== undefined) return false;
  return !next.slice(0, 4).some((index) => records[index]?.user?.clears === true);
}

export function sessionOf(records: readonly SessionRecord[], indexes: readonly number[]): string | undefined {
  const last = indexes.findLast((index) => isMessage(records[index]) && records[index]?.session !== undefined);
  return last === undefined ? undefined : records[last]?.session;
}

function threadOf(records: readonly SessionRecord[], parents: readonly number[], tree: readonly number[]): Thread {
  const spine: number[] = [];
  for (let at = leafOf(records, parents, tree); at >= 0; at = parents[at] ?? -1) spine.push(at);
  spine.reverse();
  const path = withParallel(records, tree, spine);
  const messages = tree.filter((index) => isMessage(records[index])).length;
  const walked = path.filter((index) => isMessage(records[index])).length;
  return { path, abandoned: messages - walked };
}

/** The last message of the file, or the last one that was said after it: copied lines may stand before their parents. */
function leafOf(records: readonly SessionRecord[], parents: readonly number[], tree: readonly number[]): number {
  const children = new Map<number, number>();
  const leads = new Set<number>();
  for (const index of tree) {
    if (!isMessage(records[index])) continue;
    for (let at = index; at >= 0 && !leads.has(at); at = parents[at] ?? -1) leads.add(at);
  }
  for (const index of tree) if (leads.has(index)) children.set(parents[index] ?? -1, index);
  let leaf = tree.findLast((index) => isMessage(records[index])) ?? -1;
  for (let next = children.get(leaf); next !== undefined; next = children.get(next)) if (isMessage(records[next])) leaf = next;
  return leaf;
}

/**
 * Parallel tool calls fork the chain without being branches: the other blocks of an API message on the path, and the
 * results of its calls, belong to it wherever they hang.
 */
function withParallel(records: readonly SessionRecord[], tree: readonly number[], spine: readonly number[]): number[] {
  const onSpine = new Set(spine);
  const blocks = new Map<unknown, number[]>();
  const answers = new Map<unknown, number[]>();
  for (const index of tree) {
    if (onSpine.has(index)) continue;
    const record = records[index];
    if (record?.assistant?.message_id !== undefined) add(blocks, record.assistant.message_id, index);
    for (const result of record?.user?.results ?? []) add(answers, result['tool_use_id'], index);
  }
  const path = new Set<number>();
  for (const index of spine) {
    path.add(index);
    const said = records[index]?.assistant;
    if (!said) continue;
    const parts = [index, ...(blocks.get(said.message_id) ?? [])];
    for (const part of parts) path.add(part);
    for (const id of parts.flatMap((part) => callIds(records[part]))) for (const at of answers.get(id) ?? []) path.add(at);
  }
  return [...path];
}

function add(map: Map<unknown, number[]>, key: unknown, index: number): void {
  const list = map.get(key);
  if (list) list.push(index);
  else map.set(key, [index]);
}

function callIds(record: SessionRecord | undefined): unknown[] {
  return (record?.assistant?.blocks ?? []).filter((block) => block['type'] === 'tool_use').map((block) => block['id']);
}
