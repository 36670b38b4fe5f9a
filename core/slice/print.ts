import { canonicalSlice, listOf, sliceKeys } from './canonical';
import type { PlainSlice, Slice } from './schema';

/** The filter text of a slice in canonical form: `parseSlice(printSlice(s))` is `canonicalSlice(s)`. */
export function printSlice(slice: Slice): string {
  const { not, ...own } = canonicalSlice(slice);
  return [...terms(own), ...terms(not ?? {}).map((term) => `-${term}`)].join(' ');
}

function terms(slice: PlainSlice): string[] {
  return sliceKeys.flatMap((key) => {
    if (slice[key] === undefined) return [];
    if (key === 'unlabelled') return ['unlabelled'];
    if (key === 'text') return listOf(slice.text).map(quote);
    if (key === 'attributes')
      return Object.entries(slice.attributes ?? {}).map(([k, v]) => `${attributeKey(k)}=${values(listOf(v))}`);
    return [`${key}:${values(listOf<string>(slice[key]))}`];
  });
}

function values(list: readonly string[]): string {
  return list.map((value) => (/^[^\s",]+$/.test(value) ? value : quote(value))).join(',');
}

function attributeKey(key: string): string {
  return /^[^\s":=-][^\s":=]*$/.test(key) ? key : quote(key);
}

/** Puts text in quotes as filter text has them. */
export function quote(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}
