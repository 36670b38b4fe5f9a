import fs from 'node:fs';
import path from 'node:path';
import type { EventBody, LogEvent } from '../../core/log/events';
import type { Store } from '../../core/ports';
import { builtRow, builtSet } from '../support/built-set';
import { exportedFiles, hasher } from '../support/store';
import type { Print } from './main';
import { spread } from './measure';
import { megabytes } from './size';
import { ids } from './store-rows';

export async function measurePurge(store: Store, print: Print): Promise<void> {
  const next = await oneByOne(store, await store.select({ sample: 20, seed: 2 }));
  await spread('purge of one trace (budget 20 ms)', print, 20, next);
}

/** At most so many rows are exported. */
const most = 20_000;
const file = 'out/train.jsonl';

/** A purge that has to rewrite a dataset and an exported file, and what comes with it. */
export async function measurePurgeOfExported(store: Store, folder: string, print: Print): Promise<void> {
  const traces = await store.select({ sample: most, seed: 8 });
  const act = (body: EventBody): LogEvent => ({ v: 1, id: ids.ulid(), at: store.now(), by: 'bench', body });
  const rows = traces.map((trace, n) => builtRow({ trace, task: `task ${n}`, hash: hasher.sha256(trace) }));
  const set = { version: 1, method: 'sft', built_hash: 'h', ...builtSet('ds1', rows.length) } as const;
  await store.writeDataset(act({ type: 'dataset_built', dataset: 'ds1', name: 'ds1', ...set }), rows);
  const text = rows.map(({ hash }) => `${JSON.stringify({ prompt: 'Where is my order?', answer: hash.repeat(10) })}\n`).join('');
  fs.mkdirSync(path.join(folder, 'out'));
  fs.writeFileSync(path.join(folder, file), text);
  const event = act(exportedFiles([{ path: file, split: 'train', rows: rows.length, sha256: hasher.sha256(text) }]));
  await store.writeExport(
    event,
    rows.map(({ trace, hash }, line) => ({ path: file, line, trace, hash })),
  );
  const next = await oneByOne(store, traces.slice(0, 5));
  const what = `a dataset and an export of ${rows.length} rows, ${megabytes(text.length)}`;
  await spread(`purge of one trace that is in ${what}`, print, 5, next);
}

function oneByOne(store: Store, traces: readonly string[]): Promise<() => Promise<unknown>> {
  let n = 0;
  return Promise.resolve(() => store.purge([traces[n++] ?? ''], 'asked'));
}
