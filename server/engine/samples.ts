import { findTarget } from '../../core/export';
import { Refusal } from '../../core/export/tally';
import type { Call } from '../../core/protocol/engine';
import type { Parsed, Result } from '../../core/protocol/operations';
import type { EngineContext } from './context';
import { findDataset } from './find-dataset';
import { openTarget } from './exports';
import { judgedRows } from './judged-rows';

/** A page of rows as a target writes them, in dataset order; those that it refuses stand apart. */
export async function samplesOf(
  context: EngineContext,
  p: Parsed<'dataset.samples'>,
  call: Call,
): Promise<Result<'dataset.samples'>> {
  const found = await findDataset(context, p.dataset);
  const session = await openTarget(context, findTarget(p.target), found, { folder: 'preview', options: {} });
  let total = 0;
  const page = new Set<string>();
  for await (const row of context.store.datasetRows(found.stored.id)) {
    if (p.split !== undefined && row.split !== p.split) continue;
    if (total >= p.offset && total < p.offset + p.limit) page.add(keyOf(row));
    total++;
  }
  const rows: Result<'dataset.samples'>['rows'] = [];
  const refused: Result<'dataset.samples'>['refused'] = [];
  for await (const { ref, judged } of judgedRows(context, found.stored.id, call, (row) => page.has(keyOf(row)))) {
    const taken = session.take(ref, judged);
    const place = { trace: ref.trace, split: ref.split };
    if (taken instanceof Refusal) refused.push({ ...place, code: taken.code });
    else rows.push({ ...place, row: JSON.parse(taken.text) as unknown });
  }
  return { rows, refused, total };
}

function keyOf(row: { trace: string; turn: number; part: number }): string {
  return `${row.trace} ${row.turn} ${row.part}`;
}
