import { slice } from '../../slice/schema';
import { printSlice } from '../../slice/print';
import type { Context } from '../context';
import { dimensionsOf } from '../judge/view';
import { rulesOf } from '../grader/view';
import type { Span } from '../span';
import { plainValue } from '../yaml/plain';
import { placeInScalar } from '../yaml/scalar-place';
import { entriesOf, entryOf, itemsOf, resolved, textOf, valueOf, type YamlNode } from '../yaml/tree';

export type NameKind = 'slice' | 'rule' | 'dimension';

/** A name given in a file, and where it is used in it. Places cover the name alone, without quotes. */
export interface Name {
  readonly kind: NameKind;
  readonly name: string;
  readonly definition: Span;
  readonly uses: readonly Span[];
  readonly detail?: string | undefined;
}

/** Every name of a file that can be followed and changed. */
export function namesOf(context: Context): Name[] {
  if (context.kind === 'grader') return [...sliceNames(context), ...ruleIds(context)];
  return context.kind === 'judge' ? dimensionNames(context) : [];
}

/** The name at a place: where it is given or where it is used. */
export function nameAt(context: Context, offset: number): { name: Name; at: Span } | undefined {
  for (const name of namesOf(context)) {
    const at = [name.definition, ...name.uses].find((place) => offset >= place.start && offset <= place.end);
    if (at) return { name, at };
  }
  return undefined;
}

export function sliceNames({ map, text }: Context): Name[] {
  const uses = itemsOf(valueOf(map, 'rules')).flatMap((rule) => valueOf(rule, 'slice') ?? []);
  return entriesOf(valueOf(map, 'slices')).map((entry) => ({
    kind: 'slice',
    name: entry.name,
    definition: inner(text, entry.key),
    uses: uses.filter((use) => textOf(use) === entry.name).map((use) => inner(text, use)),
    detail: describe(entry.value),
  }));
}

/** A filter as people write it; nothing when it is none. */
export function describe(node: YamlNode | undefined): string | undefined {
  const parsed = slice.safeParse(plainValue(node));
  if (!parsed.success) return undefined;
  try {
    return printSlice(parsed.data);
  } catch {
    // A date that is no date: that is said elsewhere.
    return undefined;
  }
}

export function ruleIds(context: Context): Name[] {
  const { map, text } = context;
  const expected = itemsOf(valueOf(map, 'examples')).flatMap((item) => entriesOf(valueOf(item, 'expect')));
  return rulesOf(context).flatMap((rule) => {
    const id = entryOf(rule.map, 'id');
    const node = resolved(id?.value);
    if (!node || textOf(node) === undefined) return [];
    return {
      kind: 'rule',
      name: rule.id,
      definition: inner(text, node),
      uses: expected.filter(({ name }) => name === rule.id).map(({ key }) => inner(text, key)),
      detail: textOf(valueOf(rule.map, 'title')) ?? rule.type,
    } satisfies Name;
  });
}

function dimensionNames(context: Context): Name[] {
  const { text } = context;
  const headings = context.markdown().headings;
  return dimensionsOf(context).flatMap(({ map, key, description }) => {
    const node = valueOf(map, 'key');
    if (key === undefined || !node) return [];
    const uses = headings.filter((heading) => heading.text.trim() === key).map(({ span }) => wordIn(text, span, key));
    return { kind: 'dimension', name: key, definition: inner(text, node), uses, detail: description } satisfies Name;
  });
}

/** The text of a scalar without its quotes. */
export function inner(text: string, node: YamlNode): Span {
  const value = textOf(node);
  return node.kind === 'scalar' && value !== undefined ? placeInScalar(text, node, 0, value.length) : node.span;
}

function wordIn(text: string, place: Span, word: string): Span {
  const at = text.slice(place.start, place.end).indexOf(word);
  return at < 0 ? place : { start: place.start + at, end: place.start + at + word.length };
}
