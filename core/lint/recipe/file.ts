import { methods, recipeFile } from '../../dataset/recipe';
import type { Context, Rule } from '../context';
import type { Finding, Findings, Fix } from '../finding';
import { nearest } from '../near';
import { insertAfter, insertFirst, isMissing, missingPlace } from '../parts';
import { sliceFindings, type SliceCodes } from '../slices';
import { hasTypo, mergeKey, unknownKeys } from '../unknown-keys';
import { entryOf, isEmpty, numberOf, oneOrMore, textOf, valueOf, type YamlEntry } from '../yaml/tree';

const keys: readonly string[] = Object.keys(recipeFile.shape);

export const sliceCodes: SliceCodes = {
  keys: 'DST002',
  never: 'DST007',
  label: { code: 'DST007', variant: 'label' },
  shape: 'DST013',
  what: 'a slice',
};

/** DST001–DST003, DST007: what is built, of what. */
export const fileRules: Rule = function* (context) {
  const typo = hasTypo(context.map, keys);
  for (const [key, line] of [
    ['version', 'version: 1'],
    ['name', 'name: ""'],
    ['method', 'method: sft'],
  ] as const) {
    if (isMissing(context, key) && !typo) yield missing(context, key, line);
  }
  yield* version(entryOf(context.map, 'version'));
  yield* name(entryOf(context.map, 'name'));
  yield* method(entryOf(context.map, 'method'));
  yield* unknownKeys(context.text, context.map, keys, 'DST002', 'a recipe');
  yield* sliceFindings(context, valueOf(context.map, 'slice'), sliceCodes);
  yield* reward(context);
};

function missing(context: Context, key: string, line: string): Finding {
  const edit =
    key === 'version'
      ? insertFirst(context, line)
      : insertAfter(context, entryOf(context.map, 'name') ?? entryOf(context.map, 'version'), line);
  return {
    code: 'DST001',
    args: { key },
    span: missingPlace(context),
    fixes: () => [{ title: 'insert', args: { text: line }, edits: [edit], auto: key === 'version' }],
  };
}

function placeOf(entry: YamlEntry) {
  return isEmpty(entry.value) ? entry.key.span : entry.value.span;
}

function* version(entry: YamlEntry | undefined): Findings {
  const v = numberOf(entry?.value);
  if (!entry || v === 1) return;
  yield { code: 'DST001', variant: v !== undefined && v > 1 ? 'newer' : 'version', args: { v: v ?? 0 }, span: placeOf(entry) };
}

function* name(entry: YamlEntry | undefined): Findings {
  const text = textOf(entry?.value);
  if (entry && (text === undefined || text === '' || text.length > 120))
    yield { code: 'DST001', variant: 'name', span: placeOf(entry) };
}

function* method(entry: YamlEntry | undefined): Findings {
  const written = textOf(entry?.value);
  if (!entry || methods.some((known) => known === written)) return;
  // Three letters are near to many things: only a slip in writing them, or another case, is one of these.
  const near = written === undefined ? undefined : nearest(written, methods);
  const fixes = (): Fix[] =>
    near ? [{ title: 'replace', args: { text: near }, edits: [{ ...entry.value.span, text: near }] }] : [];
  yield {
    code: 'DST001',
    variant: near ? 'near' : 'method',
    args: { method: written ?? 'this', near: near ?? '' },
    span: placeOf(entry),
    fixes,
  };
}

/** A reward comes from rules, from a rubric, or from gold answers; whether there are any only the store knows. */
function* reward({ map }: Context): Findings {
  // What is merged in may be the reward.
  if (entryOf(map, mergeKey)) return;
  const entry = entryOf(map, 'method');
  if (!entry || textOf(entry.value) !== 'grpo' || entryOf(map, 'graders') || entryOf(map, 'judge')) return;
  const slice = valueOf(map, 'slice');
  const asksFor = (node: typeof slice) => oneOrMore(valueOf(node, 'has')).some((kind) => textOf(kind) === 'gold');
  if (asksFor(valueOf(slice, 'not'))) yield { code: 'DST003', span: entry.value.span };
  else if (!asksFor(slice)) yield { code: 'DST003', variant: 'gold', span: entry.value.span };
}
