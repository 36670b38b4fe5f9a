import { canonicalSlice, listOf, sliceKeys, type SliceKey } from './canonical';
import type { PlainSlice, Slice } from './schema';

/** One condition of a slice, for a door to put into words. Values widen; `name` is an attribute's key. */
export interface SlicePart {
  readonly key: SliceKey;
  readonly name?: string;
  readonly values: readonly string[];
  readonly excluded: boolean;
}

/** The conditions of a slice in the order they are printed; none for the slice that holds everything. */
export function partsOf(slice: Slice): SlicePart[] {
  const { not, ...own } = canonicalSlice(slice);
  return [...plainParts(own, false), ...plainParts(not ?? {}, true)];
}

/** A slice in English: `label billing · language es · not state skipped`; `everything` when nothing narrows it. */
export function describeSlice(slice: Slice): string {
  const words = partsOf(slice).map(({ key, name, values, excluded }) => {
    const what = name ?? (key === 'unlabelled' ? 'without labels' : key);
    const shown = key === 'text' ? values.map((v) => `“${v}”`) : values;
    return [excluded ? 'not' : '', what, shown.join(' or ')].filter((w) => w !== '').join(' ');
  });
  return words.length === 0 ? 'everything' : words.join(' · ');
}

function plainParts(slice: PlainSlice, excluded: boolean): SlicePart[] {
  return sliceKeys.flatMap((key): SlicePart[] => {
    if (slice[key] === undefined) return [];
    if (key === 'unlabelled') return [{ key, values: [], excluded }];
    if (key !== 'attributes') return [{ key, values: listOf<string>(slice[key]), excluded }];
    return Object.entries(slice.attributes ?? {}).map(([name, value]) => ({ key, name, values: listOf(value), excluded }));
  });
}
