import type { Store } from '../../../core/ports';
import { states } from '../../../core/slice/schema';
import type { StoreIndex } from '../index/store-index';

type Rows<M extends 'labels' | 'attributes' | 'sources' | 'models'> = Awaited<ReturnType<Store[M]>>;

/** Every label that is on a trace, or has one under or above it; the count includes what is under it. */
export function labelList({ counters, labels, words }: StoreIndex): Rows<'labels'> {
  const counts = counters.read('label');
  const all = new Set([...counts.keys(), ...labels.members()].filter((label) => label !== 0));
  return [...all]
    .map((label) => {
      const parent = labels.parent(label);
      return {
        label: words.name(label) ?? '',
        parent: parent === undefined ? undefined : words.name(parent),
        count: sum(counts.get(label)),
      };
    })
    .sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** The most values listed of one key; a key with more is an identifier, not a category. */
const listedValues = 1000;

export function attributeList({ db, words, folder }: StoreIndex): Rows<'attributes'> {
  const rows = db.rows(
    'select key, value, count(*) from trace_attributes where n < ? group by key, value order by key, 3 desc, value',
    [folder.visibleBelow],
  );
  const values = new Map<number, Record<string, number>>();
  for (const [key, value, count] of rows) {
    const known = values.get(Number(key)) ?? {};
    if (Object.keys(known).length < listedValues) known[String(value)] = Number(count);
    values.set(Number(key), known);
  }
  return [...values]
    .map(([key, known]) => ({ key: words.name(key) ?? '', values: known }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** Every source that has traces or was ever switched. */
export function sourceList({ db, words, counters, folder }: StoreIndex): Rows<'sources'> {
  const switched = db.rows('select s.source, s.recording, s.retention, x.at, x.reviewer from sources s join acts x on x.a = s.a');
  const counts = counters.read('source');
  const all = new Set([...counts.keys(), ...switched.map(([source]) => Number(source))]);
  return [...all]
    .map((source) => {
      const row = switched.find(([word]) => word === source);
      const last = db.row('select max(at) from traces where source = ? and n < ?', [source, folder.visibleBelow])?.[0];
      return {
        source: words.name(source) ?? '',
        recording: row?.[1] === 1,
        by: row && words.name(Number(row[4])),
        at: row && new Date(Number(row[3])).toISOString(),
        retention_days: row?.[2] === undefined || row[2] === null ? null : Number(row[2]),
        traces: sum(counts.get(source)),
        last_captured_at: last === null || last === undefined ? undefined : new Date(Number(last)).toISOString(),
      };
    })
    .sort((a, b) => (a.source < b.source ? -1 : 1));
}

/** The newest tenth of a source, by time of capture, decides which of its models are recent. */
export function modelList({ db, words, folder, counters }: StoreIndex): Rows<'models'> {
  const rows = db.rows(
    'select source, model, min(at), max(at), count(*) from traces where model <> 0 and n < ? group by source, model',
    [folder.visibleBelow],
  );
  const totals = counters.read('source');
  const borders = new Map<number, number>();
  const list = rows.map(([source, model, first, last, traces]) => {
    const word = Number(source);
    const border = borders.get(word) ?? newestTenth(db, word, sum(totals.get(word)), folder.visibleBelow);
    borders.set(word, border);
    return {
      source: words.name(word) ?? '',
      model: words.name(Number(model)) ?? '',
      first: new Date(Number(first)).toISOString(),
      last: new Date(Number(last)).toISOString(),
      traces: Number(traces),
      recent: Number(last) >= border,
    };
  });
  const name = ({ source, model }: { source: string; model: string }) => `${source}\n${model}`;
  return list.sort((a, b) => (name(a) < name(b) ? -1 : 1));
}

function newestTenth(db: StoreIndex['db'], source: number, total: number, visibleBelow: number): number {
  const skipped = Math.max(0, Math.ceil(total / 10) - 1);
  return db.number('select at from traces where source = ? and n < ? order by at desc limit 1 offset ?', [
    source,
    visibleBelow,
    skipped,
  ]);
}

/** Traces by state. Every state is there, also with none. */
export function stateCounts({ counters }: StoreIndex): Record<string, number> {
  const counts = counters.read('state').get(0) ?? [];
  return Object.fromEntries(states.map((state, i) => [state, counts[i] ?? 0]));
}

function sum(counts: readonly number[] | undefined): number {
  return (counts ?? []).reduce((a, b) => a + b, 0);
}
