import type { RowRef } from '../../core/dataset/row';
import type { JudgedTrace } from '../../core/ports';
import type { Call } from '../../core/protocol/engine';
import type { EngineContext } from './context';

/**
 * The rows of a dataset in its order, each with the conversation behind it. Rows of one trace stand together, so every
 * trace is read once. A row whose trace is gone is left out: a purge takes both away.
 */
export async function* judgedRows(
  context: EngineContext,
  dataset: string,
  call: Call,
  wanted: (row: RowRef) => boolean = () => true,
): AsyncGenerator<{ ref: RowRef; judged: JudgedTrace }> {
  const byTrace = new Map<string, RowRef[]>();
  for await (const row of context.store.datasetRows(dataset)) {
    if (!wanted(row)) continue;
    const rows = byTrace.get(row.trace);
    if (rows) rows.push(row);
    else byTrace.set(row.trace, [row]);
  }
  let done = 0;
  for await (const judged of context.store.judged([...byTrace.keys()], call.cancel)) {
    for (const ref of byTrace.get(judged.trace.id) ?? []) yield { ref, judged };
    if (++done % 500 === 0) call.report({ done, total: byTrace.size, unit: 'traces' });
  }
}
