import { isFields, numberOf, own, textOf } from '../import/fields';
import { unwrapJson } from '../import/json';
import { stepOf } from './scale';
import type { Dimension } from './schema';

/** What one row says of an answer, checked against the dimensions of its judge. */
export interface ReadVerdict {
  readonly trace: string;
  /** Absent: the answer under review. */
  readonly turn: number | undefined;
  /** As the judge gave them; yes and no are 1 and 0. Without the dimensions it abstained from. */
  readonly scores: Readonly<Record<string, number>>;
  /** 0..1: the weighted mean of what was scored; null for nothing. */
  readonly score: number | null;
  readonly reason: string | undefined;
}

/** Why a row is no verdict (LOOP §8), with the sentence that says what to do. */
export const verdictRefusals = {
  unparseable: 'This is not a verdict: {reason}.',
  unknown_dimension: 'The judge has no dimension {key}.',
  missing_dimension: 'There is no score for {key}. A judge that abstains says null, and gives a reason.',
  out_of_scale: 'The score for {key} is not on its scale.',
  trace_not_found: 'There is no such conversation in this store.',
  turn_invalid: 'Message {turn} of this conversation is not an answer.',
} as const;

export type VerdictRefusalCode = keyof typeof verdictRefusals;

export class VerdictRefusal {
  constructor(
    readonly code: VerdictRefusalCode,
    readonly args: Readonly<Record<string, string | number>> = {},
  ) {}

  /** The English sentence. */
  get message(): string {
    return verdictRefusals[this.code].replace(/\{(\w+)\}/g, (whole, name: string) => String(this.args[name] ?? whole));
  }
}

const longestKey = 60;

/** Reads `{trace, turn?, scores: {dimension: score}, reason?}`; `scores` may be JSON text, as in a table. */
export function readVerdict(row: unknown, dimensions: readonly Dimension[]): ReadVerdict | VerdictRefusal {
  if (!isFields(row)) return new VerdictRefusal('unparseable', { reason: 'a row must be a JSON object' });
  const trace = textOf(own(row, 'trace'));
  if (trace === undefined) return new VerdictRefusal('unparseable', { reason: 'it names no trace' });
  const turn = own(row, 'turn') ?? undefined;
  const place = turn === undefined || turn === '' ? undefined : numberOf(turn);
  if (place === undefined && turn !== undefined && turn !== '')
    return new VerdictRefusal('unparseable', { reason: 'its turn is no number' });
  const reason = textOf(own(row, 'reason'))?.trim() || undefined;
  const scores = readScores(unwrapJson(own(row, 'scores')), dimensions, reason !== undefined);
  if (scores instanceof VerdictRefusal) return scores;
  return { trace, turn: place, scores, score: meanOf(scores, dimensions), reason };
}

function readScores(
  given: unknown,
  dimensions: readonly Dimension[],
  hasReason: boolean,
): Record<string, number> | VerdictRefusal {
  const first = dimensions[0]?.key ?? '';
  // The whole verdict is an abstention.
  if (given === null) return hasReason ? {} : new VerdictRefusal('missing_dimension', { key: first });
  if (!isFields(given)) return new VerdictRefusal('unparseable', { reason: 'its scores are no object' });
  const unknown = Object.keys(given).find((key) => !dimensions.some((dimension) => dimension.key === key));
  if (unknown !== undefined) return new VerdictRefusal('unknown_dimension', { key: unknown.slice(0, longestKey) });
  const scores: Record<string, number> = {};
  for (const { key, scale } of dimensions) {
    const value = own(given, key);
    if (value === null && hasReason) continue;
    if (value === undefined || value === null) return new VerdictRefusal('missing_dimension', { key });
    const score = onScale(value, scale);
    if (score === undefined) return new VerdictRefusal('out_of_scale', { key });
    scores[key] = score;
  }
  return scores;
}

function onScale(value: unknown, scale: Dimension['scale']): number | undefined {
  const score = typeof value === 'boolean' ? Number(value) : numberOf(value);
  if (score === undefined) return undefined;
  if (scale === 'boolean') return score === 0 || score === 1 ? score : undefined;
  // Yes and no are no steps of another scale.
  if (typeof value === 'boolean') return undefined;
  const { min, max } = endsOf(scale);
  if (score < min || score > max) return undefined;
  const step = stepOf(endsOf(scale));
  const steps = step === undefined ? 0 : (score - min) / step;
  return Math.abs(steps - Math.round(steps)) < 1e-9 ? score : undefined;
}

function endsOf(scale: Dimension['scale']): { min: number; max: number; step?: number | undefined } {
  return typeof scale === 'object' ? scale : { min: 0, max: 1 };
}

/** The weighted mean of the normalised scores (RUBRICS §7.1); null when nothing that counts was scored. */
function meanOf(scores: Readonly<Record<string, number>>, dimensions: readonly Dimension[]): number | null {
  let [sum, weights] = [0, 0];
  for (const { key, scale, weight = 1 } of dimensions) {
    const score = scores[key];
    if (score === undefined) continue;
    const { min, max } = endsOf(scale);
    sum += (weight * (score - min)) / (max - min);
    weights += weight;
  }
  return weights === 0 ? null : sum / weights;
}
