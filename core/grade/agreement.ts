/** What people and a grader said of the same answers, as a table of four counts. */
export interface Agreed {
  /** Both found it right. */
  readonly both: number;
  /** Only the grader did. */
  readonly grader_only: number;
  /** Only people did. */
  readonly people_only: number;
  readonly neither: number;
}

/** A table to count in. */
export function noneAgreed(): { -readonly [column in keyof Agreed]: number } {
  return { both: 0, grader_only: 0, people_only: 0, neither: 0 };
}

/** The column of an answer. */
export function agreedOn(passed: boolean, right: boolean): keyof Agreed {
  if (passed) return right ? 'both' : 'grader_only';
  return right ? 'people_only' : 'neither';
}

export interface Agreement {
  /** Answers that people judged and the grader scored. */
  readonly n: number;
  /** The share of them on which they agree, with its 95 % interval; null when there are none. */
  readonly agreement: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Cohen's kappa: agreement beyond chance; null where chance alone agrees always. */
  readonly kappa: number | null;
  readonly table: Agreed;
}

export function agreementOf(table: Agreed): Agreement {
  const { both, grader_only, people_only, neither } = table;
  const n = both + grader_only + people_only + neither;
  if (n === 0) return { n, agreement: null, low: null, high: null, kappa: null, table };
  const agreement = (both + neither) / n;
  const { low, high } = wilson(both + neither, n);
  const right = ((both + grader_only) / n) * ((both + people_only) / n);
  const wrong = ((people_only + neither) / n) * ((grader_only + neither) / n);
  const chance = right + wrong;
  return { n, agreement, low, high, kappa: chance < 1 ? (agreement - chance) / (1 - chance) : null, table };
}

/** The normal quantile that leaves 2.5 % on either side. */
const z = 1.959963984540054;

/** Wilson's 95 % interval of a share: within 0 and 1, and right for small numbers too. */
export function wilson(hits: number, n: number): { low: number; high: number } {
  const share = hits / n;
  const centre = share + (z * z) / (2 * n);
  const spread = z * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
  const scale = 1 + (z * z) / n;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
