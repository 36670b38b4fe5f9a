import { type HasKind, type Selection, selection, type Slice } from '../slice/schema';
import type { LintCode } from './codes';
import type { Context } from './context';
import type { Finding, Fix } from './finding';
import { nearest } from './near';
import { type SliceCodes, selectionKeys, sliceFindings } from './slices';
import type { Span } from './span';
import { plainValue } from './yaml/plain';
import { entryOf, oneOrMore, textOf, type YamlNode } from './yaml/tree';
import { scalarText } from './yaml/write';

/** The filter a node holds, without the draw; nothing when it is none, or when it could never select anything. */
export function sliceOf(context: Context, node: YamlNode | undefined, codes: SliceCodes): Slice | undefined {
  const parsed = selection.safeParse(plainValue(node));
  if (!parsed.success || !sliceFindings(context, node, codes, selectionKeys).next().done) return undefined;
  return withoutDraw(parsed.data);
}

/** A selection as the filter it draws from. */
export function withoutDraw(given: Selection): Slice {
  const { ...slice } = given;
  delete slice.sample;
  delete slice.seed;
  delete slice.only_unscored;
  return slice;
}

/** A filter that holds no conversation of a store that has some; the nearest label of the store is offered. */
export function emptySlice(
  { facts }: Context,
  node: YamlNode,
  slice: Slice,
  { code, variant, span }: { code: LintCode; variant?: string; span: Span },
): Finding | undefined {
  if (!facts || facts.count(slice) !== 0) return undefined;
  const known = facts.labels.map(({ label }) => label);
  const misspelt = oneOrMore(entryOf(node, 'label')?.value).flatMap((item) => {
    const label = textOf(item);
    const near = label === undefined || known.includes(label) ? undefined : nearest(label, known);
    return near === undefined ? [] : [{ near, item }];
  });
  const [first] = misspelt;
  const fixes = (): Fix[] =>
    misspelt.map(({ near, item }) => ({
      title: 'replace',
      args: { text: near },
      edits: [{ ...item.span, text: scalarText(near) }],
    }));
  return {
    code,
    ...(first ? { variant: 'near' } : variant === undefined ? {} : { variant }),
    args: { n: facts.conversations, near: first?.near ?? '' },
    span: first?.item.span ?? span,
    fixes,
  };
}

/** The same filter for those of its conversations of which something has been said; nothing when it asks for that itself. */
export function thatHas(slice: Slice, ...kinds: HasKind[]): Slice | undefined {
  return slice.has === undefined ? { ...slice, has: kinds } : undefined;
}
