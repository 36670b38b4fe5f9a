import type { Hasher } from '../../../core/ports';

/** Which traces a purge takes away. */
export interface Gone {
  isGone(trace: string): boolean;
  /** Their ids when there are few enough to look for as bytes; a purge done again knows only hashes. */
  readonly ids: readonly string[] | undefined;
}

const fewIds = 16;

export function goneIds(ids: readonly string[]): Gone {
  const set = new Set(ids);
  return { isGone: (trace) => set.has(trace), ids: ids.length <= fewIds ? ids : undefined };
}

export function goneHashes(hashes: readonly string[], hasher: Hasher): Gone {
  const set = new Set(hashes);
  return { isGone: (trace) => set.has(hasher.sha256(trace)), ids: undefined };
}
