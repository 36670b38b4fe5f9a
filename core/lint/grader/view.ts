import { ruleId, ruleKeys, ruleTypes, type RuleType } from '../../grade/schema';
import type { Context } from '../context';
import { isDisturbed } from '../parts';
import type { Span } from '../span';
import { hasTypo } from '../unknown-keys';
import { plainValue } from '../yaml/plain';
import { booleanOf, entryOf, itemsOf, resolved, textOf, valueOf, type YamlMap } from '../yaml/tree';

/** One rule of a grader as written, whether or not it is in order. */
export interface RuleView {
  readonly index: number;
  readonly map: YamlMap;
  /** Its own id, or the one made for it. */
  readonly id: string;
  readonly type: RuleType | undefined;
  readonly enabled: boolean;
  /** Some key is misspelt or being typed: then nothing is said to be missing. */
  readonly typo: boolean;
  /** Where a finding about the whole rule goes: its `type`, else its first key. */
  readonly place: Span;
  /** The filter it applies to, in a form that is equal for equal filters; empty: every conversation. */
  readonly scope: Scope;
}

/** A filter's plain keys, each as text, so that one can be seen to cover another. */
export type Scope = Readonly<Record<string, string>>;

const views = new WeakMap<Context, readonly RuleView[]>();

export function rulesOf(context: Context): readonly RuleView[] {
  const known = views.get(context);
  if (known) return known;
  const made = itemsOf(valueOf(context.map, 'rules')).flatMap((item, index, items) => {
    const map = resolved(item);
    return map?.kind === 'map' ? [viewOf(context, map, index, isDisturbed(context, item, items[index + 1]))] : [];
  });
  views.set(context, made);
  return made;
}

function viewOf(context: Context, map: YamlMap, index: number, disturbed: boolean): RuleView {
  const written = textOf(valueOf(map, 'type'));
  const type = ruleTypes.find((known) => known === written);
  return {
    index,
    map,
    id: ruleId({ id: textOf(valueOf(map, 'id')), title: textOf(valueOf(map, 'title')) }, index),
    type,
    enabled: booleanOf(valueOf(map, 'enabled')) !== false,
    typo: disturbed || hasTypo(map, type === undefined ? ['type'] : ruleKeys[type]),
    place: entryOf(map, 'type')?.span ?? map.entries[0]?.key.span ?? map.span,
    scope: scopeOf(context, map),
  };
}

function scopeOf({ map: root }: Context, map: YamlMap): Scope {
  const slice = valueOf(map, 'slice');
  const name = textOf(slice);
  const held = name === undefined ? slice : valueOf(valueOf(root, 'slices'), name);
  const plain = plainValue(held);
  if (typeof plain !== 'object' || plain === null) return name === undefined ? {} : { name };
  return flattened(plain);
}

function flattened(plain: object): Scope {
  const flat: Record<string, string> = {};
  const entries: [string, unknown][] = Object.entries(plain);
  for (const [key, value] of entries) {
    if (key !== 'attributes' || typeof value !== 'object' || value === null) flat[key] = JSON.stringify(value);
    else for (const [attribute, wanted] of Object.entries(value)) flat[`attribute ${attribute}`] = JSON.stringify(wanted);
  }
  return flat;
}

export function sameScope(a: Scope, b: Scope): boolean {
  return covers(a, b) && covers(b, a);
}

/** True when every conversation of `inner` is surely one of `outer`. */
export function covers(outer: Scope, inner: Scope): boolean {
  return Object.entries(outer).every(([key, value]) => inner[key] === value);
}

export function ofType(context: Context, type: RuleType): readonly RuleView[] {
  return rulesOf(context).filter((rule) => rule.type === type);
}
