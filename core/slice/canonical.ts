import { normaliseLabel } from '../feedback/label';
import { slice as sliceSchema, type PlainSlice, type Selection, type Slice } from './schema';

/** The keys of a slice in the order they are printed and described. */
export const sliceKeys = [
  'label',
  'attributes',
  'source',
  'model',
  'since',
  'until',
  'state',
  'reviewer',
  'has',
  'unlabelled',
  'text',
] as const;
export type SliceKey = (typeof sliceKeys)[number];

/** One value, several, or none as a list. */
export function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return isList(value) ? value : [value];
}

function isList<T>(value: T | readonly T[]): value is readonly T[] {
  return Array.isArray(value);
}

/** The one way to write a slice: lists sorted and without repetition, single values bare, empty parts gone. */
export function canonicalSlice(slice: Slice): Slice {
  const { not, ...own } = slice;
  const excluded = not && canonicalPlain(not);
  // Parsed again because the parts are put together by key; nothing that was valid becomes invalid.
  return sliceSchema.parse({
    ...canonicalPlain(own),
    ...(excluded && Object.keys(excluded).length > 0 ? { not: excluded } : {}),
  });
}

function canonicalPlain(slice: PlainSlice): Record<string, unknown> {
  const out: Record<string, unknown> = {};
  for (const key of sliceKeys) {
    const value = canonicalValue(slice, key);
    if (value !== undefined) out[key] = value;
  }
  return out;
}

function canonicalValue(slice: PlainSlice, key: SliceKey): unknown {
  switch (key) {
    case 'since':
    case 'until':
    case 'unlabelled':
      return slice[key];
    case 'attributes': {
      const entries = Object.entries(slice.attributes ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
      return entries.length === 0 ? undefined : Object.fromEntries(entries.map(([k, v]) => [k, bareOrList(listOf(v))]));
    }
    case 'label':
      return bareOrList(listOf(slice.label).map(normaliseLabel));
    default:
      return bareOrList(listOf<string>(slice[key]));
  }
}

function bareOrList(values: readonly string[]): string | readonly string[] | undefined {
  const sorted = [...new Set(values)].sort();
  return sorted.length > 1 ? sorted : sorted[0];
}

/** A slice narrowed by flags: a key given in `over` replaces the one of `base`; attributes and `not` merge key by key. */
export function mergeSelections(base: Selection, over: Selection): Selection {
  const attributes = mergeKeys(base.attributes, over.attributes);
  const excluded = mergeKeys(base.not?.attributes, over.not?.attributes);
  const not = { ...base.not, ...over.not, ...(excluded ? { attributes: excluded } : {}) };
  return {
    ...base,
    ...over,
    ...(attributes ? { attributes } : {}),
    ...(Object.keys(not).length > 0 ? { not } : {}),
  };
}

type Attributes = PlainSlice['attributes'];

function mergeKeys(base: Attributes, over: Attributes): Attributes {
  return base || over ? { ...base, ...over } : undefined;
}
