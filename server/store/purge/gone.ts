import type { Hasher } from '../../../core/ports';

/** Which traces a purge takes away. */
export interface Gone {
  isGone(trace: string): boolean;
  /** Their ids when there are few enough to look for as bytes; a purge done again knows only hashes. */
  readonly ids: readonly string[] | undefined;
  /** How long their ids are. */
  readonly lengths: ReadonlySet<number>;
  /** The id that this is, or was before one letter of it was damaged; only whole ones are known by their hashes. */
  like(text: string): string | undefined;
}

const fewIds = 16;
const idLength = 26;

export function goneIds(ids: readonly string[]): Gone {
  const set = new Set(ids);
  return {
    isGone: (trace) => set.has(trace),
    ids: ids.length <= fewIds ? ids : undefined,
    lengths: new Set(ids.map(({ length }) => length)),
    like: alike(set),
  };
}

export function goneHashes(hashes: readonly string[], hasher: Hasher): Gone {
  const set = new Set(hashes);
  const isGone = (trace: string) => set.has(hasher.sha256(trace));
  return {
    isGone,
    ids: undefined,
    lengths: new Set([idLength]),
    like: (text) => (/^[a-z2-7]+$/.test(text) && isGone(text) ? text : undefined),
  };
}

/** One damaged letter leaves one half of an id as it was. */
function alike(ids: ReadonlySet<string>): Gone['like'] {
  const byHalf = new Map<string, string[]>();
  for (const id of ids) for (const half of halves(id)) byHalf.set(half, [...(byHalf.get(half) ?? []), id]);
  return (text) =>
    ids.has(text)
      ? text
      : halves(text)
          .flatMap((half) => byHalf.get(half) ?? [])
          .find((id) => text.length === id.length && Array.from(id).filter((letter, i) => text[i] !== letter).length === 1);
}

/** None of a short id: too many words are like it. */
function halves(id: string): string[] {
  if (id.length < idLength) return [];
  const middle = id.length >> 1;
  return [`^${id.slice(0, middle)}`, `${id.slice(middle)}$`];
}
