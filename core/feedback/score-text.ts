/**
 * A person's grades as they are typed: one number from 0 to 1 for the whole, or `tone=0.5 facts=1`. Undefined when it is
 * something else.
 */
export function readScores(text: string): Record<string, number> | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '');
  const scores = new Map<string, number>();
  for (const part of parts) {
    const at = part.lastIndexOf('=');
    const name = at < 0 ? 'overall' : part.slice(0, at);
    const value = part.slice(at + 1);
    const score = value === '' ? NaN : Number(value);
    if (!isName(name) || !(score >= 0 && score <= 1) || scores.has(name)) return undefined;
    scores.set(name, score);
  }
  return scores.size === 0 ? undefined : Object.fromEntries(scores);
}

/** `__proto__` is no name: objects cannot hold it as they hold others. */
function isName(name: string): boolean {
  return /^[\p{L}\p{N}_.-]{1,120}$/u.test(name) && name !== '__proto__';
}
