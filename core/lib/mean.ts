/** A score without the hair that sums of 0.1 and its like leave in binary: it must land on a threshold, not beside it. */
export function tidy(score: number): number {
  return Math.round(score * 1e12) / 1e12;
}

/** The mean of scores; undefined, and never 0, for none. */
export function meanOf(scores: readonly number[]): number | undefined {
  return scores.length === 0 ? undefined : tidy(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}
