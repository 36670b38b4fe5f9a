import { isRow, type DatasetLine, type RowRef } from '../row';
import type { LeftOutCode } from '../report-schema';

/** What is kept of a row while two builds are compared. */
export type ComparedRow = Pick<RowRef, 'trace' | 'turn' | 'part' | 'split' | 'desirable' | 'source' | 'acts' | 'hash'> & {
  /** Which answers it uses, as text. */
  readonly answers: string;
};

/** One build: its rows by place, and what became of every trace its slice reached. */
export interface ComparedBuild {
  /** By trace and turn, in dataset order. */
  readonly places: ReadonlyMap<string, readonly ComparedRow[]>;
  readonly left_out: ReadonlyMap<string, LeftOutCode>;
  /** Traces with at least one row. */
  readonly traces: ReadonlySet<string>;
  readonly rows: number;
}

/** A row of one build or both. Without `from` it came in, without `to` it went out. */
export interface RowPair {
  readonly from?: ComparedRow | undefined;
  readonly to?: ComparedRow | undefined;
}

export async function readBuild(lines: AsyncIterable<DatasetLine> | Iterable<DatasetLine>): Promise<ComparedBuild> {
  const places = new Map<string, ComparedRow[]>();
  const left_out = new Map<string, LeftOutCode>();
  const traces = new Set<string>();
  let rows = 0;
  for await (const line of lines) {
    if (!isRow(line)) {
      left_out.set(line.trace, line.left_out);
      continue;
    }
    rows++;
    traces.add(line.trace);
    const key = `${line.trace} ${line.turn}`;
    const here = places.get(key);
    if (here) here.push(comparedRow(line));
    else places.set(key, [comparedRow(line)]);
  }
  return { places, left_out, traces, rows };
}

function comparedRow({ chosen, rejected, reward, ...row }: RowRef): ComparedRow {
  const { trace, turn, part, split, desirable, source, acts, hash } = row;
  return { trace, turn, part, split, desirable, source, acts, hash, answers: JSON.stringify([chosen, rejected, reward]) };
}

/** The rows that are not the same in both builds: what came in or changed in the order of `to`, then what went out. */
export function differences(from: ComparedBuild, to: ComparedBuild): RowPair[] {
  const found: RowPair[] = [];
  const gone: RowPair[] = [];
  for (const [key, rows] of to.places) {
    const pairs = paired(from.places.get(key) ?? [], rows);
    for (const pair of pairs) if (isDifferent(pair)) (pair.to ? found : gone).push(pair);
  }
  for (const [key, rows] of from.places) if (!to.places.has(key)) gone.push(...rows.map((row) => ({ from: row })));
  return [...found, ...gone];
}

function isDifferent({ from, to }: RowPair): boolean {
  return !from || !to || from.hash !== to.hash || from.split !== to.split;
}

/** Rows of one place: first those that say the same, then those that use the same answers, then what is left, in order. */
function paired(from: readonly ComparedRow[], to: readonly ComparedRow[]): RowPair[] {
  const free = new Set(from);
  const partners = new Map<ComparedRow, ComparedRow>();
  const match = (fits: (a: ComparedRow, b: ComparedRow) => boolean) => {
    for (const row of to) {
      const partner = partners.has(row) ? undefined : [...free].find((other) => fits(other, row));
      if (!partner) continue;
      free.delete(partner);
      partners.set(row, partner);
    }
  };
  match((a, b) => a.hash === b.hash);
  match((a, b) => a.answers === b.answers);
  match((a, b) => a.desirable === b.desirable);
  return [...to.map((row) => ({ from: partners.get(row), to: row })), ...[...free].map((row) => ({ from: row }))];
}
