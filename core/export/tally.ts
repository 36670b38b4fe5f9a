/** Counts by code: refused rows, and notes on what was changed on the way. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(code: string, times = 1): void {
    if (times > 0) this.counts.set(code, (this.counts.get(code) ?? 0) + times);
  }

  /** Sorted by code. */
  toRecord(): Record<string, number> {
    return Object.fromEntries([...this.counts].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

/** A row that the target would reject; the code says why. */
export class Refusal {
  constructor(readonly code: string) {}
}
