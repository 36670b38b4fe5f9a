import { inOrder, sortKey, type Ranked } from '../../core/dataset/sample-order';
import { findTarget } from '../../core/export';
import { Refusal } from '../../core/export/tally';
import type { Call } from '../../core/protocol/engine';
import type { Parsed, Result } from '../../core/protocol/operations';
import type { EngineContext } from './context';
import { findDataset } from './find-dataset';
import { openTarget } from './exports';
import { judgedRows } from './judged-rows';

type Samples = Result<'dataset.samples'>;

/** A page of rows as a target writes them, in the order asked for; those that it refuses stand apart. */
export async function samplesOf(context: EngineContext, p: Parsed<'dataset.samples'>, call: Call): Promise<Samples> {
  const found = await findDataset(context, p.dataset);
  const dataset = found.stored.id;
  const open = () => openTarget(context, findTarget(p.target), found, { folder: 'preview', options: {} });
  const places = new Map<string, number>();
  for await (const row of context.store.datasetRows(dataset)) {
    if (p.split === undefined || row.split === p.split) places.set(keyOf(row), places.size);
  }
  const order = p.sort ? await sorted(p.sort) : [...places.keys()];
  const page = new Map(order.slice(p.offset, p.offset + p.limit).map((key, at) => [key, at]));
  const session = await open();
  const rows: { at: number; row: Samples['rows'][number] }[] = [];
  const refused: Samples['refused'] = [];
  for await (const { ref, judged } of judgedRows(context, dataset, call, (row) => page.has(keyOf(row)))) {
    const taken = session.take(ref, judged);
    const place = { trace: ref.trace, split: ref.split };
    if (taken instanceof Refusal) refused.push({ ...place, code: taken.code });
    else rows.push({ at: page.get(keyOf(ref)) ?? 0, row: { ...place, row: JSON.parse(taken.text) as unknown } });
  }
  return { rows: rows.sort((a, b) => a.at - b.at).map(({ row }) => row), refused, total: order.length };

  /** Every row is made once to know its place; of each only its key is kept. */
  async function sorted({ column, descending }: NonNullable<typeof p.sort>): Promise<string[]> {
    const ranked: (Ranked & { readonly id: string })[] = [];
    const all = await open();
    for await (const { ref, judged } of judgedRows(context, dataset, call, (row) => places.has(keyOf(row)))) {
      const taken = all.take(ref, judged);
      const id = keyOf(ref);
      const key = taken instanceof Refusal ? undefined : sortKey(JSON.parse(taken.text), column);
      ranked.push({ id, n: places.get(id) ?? 0, key });
    }
    return inOrder(ranked, descending).map(({ id }) => id);
  }
}

function keyOf(row: { trace: string; turn: number; part: number }): string {
  return `${row.trace} ${row.turn} ${row.part}`;
}
