import { recipe, type RecipeInput } from '../../dataset/recipe';
import { selection, type Slice } from '../../slice/schema';
import type { Context } from '../context';
import { rulesOf } from '../grader/view';
import type { Span } from '../span';
import { withoutDraw } from '../store-slices';
import { plainValue } from '../yaml/plain';
import { entriesOf, entryOf, numberOf, type YamlEntry, type YamlNode, valueOf } from '../yaml/tree';

/** A figure shown in the text. */
export interface Inlay {
  readonly offset: number;
  readonly label: string;
  readonly says: string;
}

/** Filters of a file, with the node each stands in. */
export interface PlacedSlice {
  readonly slice: Slice;
  readonly sample: number | undefined;
  readonly node: YamlNode;
  readonly key: Span;
}

/** Every filter that is in order. */
export function slicesIn(context: Context): PlacedSlice[] {
  const { map, kind } = context;
  const entries: YamlEntry[] = [];
  const add = (entry: YamlEntry | undefined) => {
    if (entry && entry.value.kind === 'map') entries.push(entry);
  };
  if (kind === 'grader') {
    entriesOf(valueOf(map, 'slices')).forEach(add);
    for (const rule of rulesOf(context)) add(entryOf(rule.map, 'slice'));
  }
  if (kind === 'judge') add(entryOf(map, 'selection'));
  if (kind === 'recipe') add(entryOf(map, 'slice'));
  return entries.flatMap(({ key, value }) => {
    const parsed = selection.safeParse(plainValue(value));
    if (!parsed.success) return [];
    return { slice: withoutDraw(parsed.data), sample: parsed.data.sample, node: value, key: key.span };
  });
}

/** Counts of slices, shares of weights, and what a recipe would give: what is known of them already. */
export function inlaysOf(context: Context): Inlay[] {
  return [...counts(context), ...shares(context), ...splits(context)];
}

function counts(context: Context): Inlay[] {
  const { facts, say } = context;
  if (!facts) return [];
  return slicesIn(context).flatMap(({ slice, sample, node, key }) => {
    const n = facts.count(slice);
    if (n === undefined) return [];
    const label = sample !== undefined && sample < n ? say('≈ {sample} of {n}', { sample, n }) : `≈ ${n}`;
    // After the braces, or after the key where the filter is written below it.
    const offset = node.kind === 'map' && node.flow ? node.span.end : key.end + 1;
    const says = say('Of {all} recorded conversations, {n} are in this filter.', { all: facts.conversations, n });
    return { offset, label, says };
  });
}

/** How much of the score each rule makes, where weights are written. */
function shares(context: Context): Inlay[] {
  const rules = context.kind === 'grader' ? rulesOf(context).filter(({ enabled }) => enabled) : [];
  const weightOf = (map: YamlNode) => numberOf(valueOf(map, 'weight')) ?? 1;
  const total = rules.reduce((sum, { map }) => sum + weightOf(map), 0);
  if (rules.length < 2 || !Number.isFinite(total) || total <= 0) return [];
  return rules.flatMap(({ map }) => {
    const entry = entryOf(map, 'weight');
    const n = numberOf(entry?.value);
    if (!entry || n === undefined || !(n > 0)) return [];
    const percent = Math.round((100 * n) / total);
    return {
      offset: entry.value.span.end,
      label: `${percent} %`,
      says: context.say('Of the weight of all rules, where all apply.'),
    };
  });
}

/** The recipe of a file, when it can be built without other files. */
export function recipeIn(context: Context): RecipeInput | undefined {
  if (context.kind !== 'recipe') return undefined;
  const value = plainValue(context.map);
  if (typeof value !== 'object' || value === null) return undefined;
  const given = Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'version' && key !== 'exports'));
  const parsed = recipe.safeParse(given);
  return parsed.success && parsed.data.method !== 'grpo' ? parsed.data : undefined;
}

function splits(context: Context): Inlay[] {
  const given = recipeIn(context);
  const preview = given && context.facts?.preview(given);
  const entry = entryOf(context.map, 'holdout_percent') ?? entryOf(context.map, 'method');
  if (!preview || !entry) return [];
  const { train, holdout, tracesIn, sliceSize } = preview;
  const says = context.say('{n} of {all} traces give rows.', { n: tracesIn, all: sliceSize });
  return [{ offset: entry.value.span.end, label: context.say('→ {train} train, {holdout} holdout', { train, holdout }), says }];
}
