import type { Hasher } from '../ports';

/** The place of a trace in the draw of a seed: the smallest are taken, so later traces change as little as possible. */
export function drawKey(hasher: Hasher, seed: number, id: string): string {
  return hasher.sha256(`${seed}:${id}`);
}

/** `n` of the ids, in the order they are given; all of them when there are no more. */
export function sampleIds(hasher: Hasher, ids: readonly string[], n: number, seed: number): string[] {
  if (ids.length <= n) return [...ids];
  const keyed = ids.map((id) => ({ id, key: drawKey(hasher, seed, id) }));
  const drawn = new Set(
    keyed
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, n)
      .map(({ id }) => id),
  );
  return ids.filter((id) => drawn.has(id));
}
