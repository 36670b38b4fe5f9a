import type { Engine } from '../../../core/protocol/engine';
import type { Group, TraceRow } from '../../../core/protocol/results';
import type { GroupNode, TreeQuery } from './nodes';

/** Rows of one page of the tree. */
export const pageSize = 200;

interface Page {
  readonly rows: readonly TraceRow[];
  readonly next: string | null;
}

/** The groups a query falls into. */
export async function fetchGroups(engine: Engine, query: TreeQuery): Promise<readonly Group[]> {
  if (!query.part) return engine.call('trace.groups', { by: query.by, slice: query.slice });
  const { dataset, part, title } = query.part;
  const { rows, total } = await engine.call('dataset.traces', { dataset, part, limit: pageSize });
  // A report's number has one group; how many of a long one are reviewed is not worth reading them all.
  const reviewed = rows.length === total ? rows.filter((row) => row.state === 'reviewed').length : 0;
  return [{ key: title, total, reviewed }];
}

/** One page of a group. */
export async function fetchPage(
  engine: Engine,
  query: TreeQuery,
  group: GroupNode,
  after: string | undefined,
  limit = pageSize,
): Promise<Page> {
  const from = { ...(after === undefined ? {} : { after }), ...(query.blind ? { mine: true } : {}) };
  if (query.part) return engine.call('dataset.traces', { dataset: query.part.dataset, part: query.part.part, limit, ...from });
  return engine.call('trace.list', {
    selection: query.slice,
    group: { by: query.by, key: group.key },
    order: query.order,
    limit,
    ...from,
  });
}
