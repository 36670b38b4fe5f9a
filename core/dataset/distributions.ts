import type { DatasetReport } from './report-schema';
import type { RowRef } from './row';

type Distributions = NonNullable<DatasetReport['distributions']>;
type Row = Pick<RowRef, 'at' | 'split' | 'score' | 'chars' | 'rejected_chars'>;

const tenths = 10;

/** Which tenth of 0..1 a score belongs to, by its lower end; 1 belongs to the last. */
export function scoreBin(score: number): number {
  // 0.7 in binary is a hair below seven tenths, and is meant to be in the eighth bin all the same.
  const tenth = Math.floor(score * tenths + 1e-9);
  return Math.min(tenths - 1, Math.max(0, tenth)) / tenths;
}

/** Lengths by powers of two, by the lower end of the bin: 0, 1, 2, 4, 8 … characters. */
export function lengthBin(chars: number): number {
  return chars < 1 ? 0 : 2 ** Math.floor(Math.log2(chars));
}

const hour = 3_600_000;
const day = 24 * hour;
/** Steps of the time axis; the first that needs few enough bins is taken. */
const steps = [hour, 6 * hour, day, 7 * day, 28 * day, 91 * day, 364 * day];
const mostBins = 40;

/** How a built dataset's rows spread over scores, lengths and time. */
export function distributionsOf(rows: readonly Row[]): Distributions {
  const scores = rows.flatMap((row) => row.score ?? []);
  return {
    ...(scores.length > 0 ? { scores: scoreCounts(scores) } : {}),
    lengths: lengthCounts(rows),
    time: timeCounts(rows),
  };
}

function scoreCounts(scores: readonly number[]): NonNullable<Distributions['scores']> {
  const counts = countBy(scores.map(scoreBin));
  return Array.from({ length: tenths }, (_, n) => ({ from: n / tenths, rows: counts.get(n / tenths) ?? 0 }));
}

/** Every power of two from the shortest to the longest, so that gaps show. */
function lengthCounts(rows: readonly Row[]): Distributions['lengths'] {
  const answers = countBy(rows.flatMap(({ chars }) => (chars === undefined ? [] : [lengthBin(chars)])));
  const rejected = countBy(rows.flatMap(({ rejected_chars: chars }) => (chars === undefined ? [] : [lengthBin(chars)])));
  const used = [...answers.keys(), ...rejected.keys()];
  if (used.length === 0) return [];
  const bins: Distributions['lengths'] = [];
  const longest = Math.max(...used);
  for (let from = Math.min(...used); from <= longest; from = from === 0 ? 1 : from * 2) {
    const both = { from, answer: answers.get(from) ?? 0 };
    bins.push(rejected.size > 0 ? { ...both, rejected: rejected.get(from) ?? 0 } : both);
  }
  return bins;
}

function timeCounts(rows: readonly Row[]): Distributions['time'] {
  const times = rows.flatMap(({ at, split }) => (at === undefined ? [] : [{ ms: Date.parse(at), split }]));
  const known = times.filter(({ ms }) => Number.isFinite(ms));
  const [first, last] = known.reduce(([a, b], { ms }) => [Math.min(a, ms), Math.max(b, ms)], [Infinity, -Infinity]);
  if (known.length === 0) return [];
  const step =
    steps.find((one) => Math.floor(last / one) - Math.floor(first / one) < mostBins) ?? Math.ceil((last - first) / mostBins);
  const start = Math.floor(first / step);
  const bins = Array.from({ length: Math.floor(last / step) - start + 1 }, (_, n) => ({
    from: new Date((start + n) * step).toISOString(),
    to: new Date((start + n + 1) * step).toISOString(),
    train: 0,
    holdout: 0,
  }));
  for (const { ms, split } of known) {
    const bin = bins[Math.floor(ms / step) - start];
    if (bin) bin[split]++;
  }
  return bins;
}

function countBy(bins: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const bin of bins) counts.set(bin, (counts.get(bin) ?? 0) + 1);
  return counts;
}
