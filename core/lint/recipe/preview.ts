import type { Context, Rule } from '../context';
import type { RecipePreview } from '../facts';
import type { Findings, Related, Severity } from '../finding';
import { recipeIn } from '../editing/inlays';
import { entryOf, numberOf, type YamlEntry } from '../yaml/tree';

/** Where a warning's cause is written, the likeliest key first. */
const causes: Readonly<Record<string, readonly string[]>> = {
  too_few_rows: ['sample', 'slice'],
  no_holdout: ['holdout_percent'],
  one_sided: ['method'],
  identical_scores: ['method'],
  kept_too_much: ['min_score', 'label_threshold'],
  kept_too_little: ['min_score', 'label_threshold'],
  judge_not_measured: ['judge'],
};

/** Worth knowing, and often meant. */
const mild: ReadonlySet<string> = new Set(['one_reviewer', 'near_duplicates', 'one_prompt', 'mixed_models']);

/** DST010–DST012: what a build would say now, and what the last one does not know yet. */
export const previewRules: Rule = function* (context) {
  const recipe = recipeIn(context);
  const preview = recipe && context.facts?.preview(recipe);
  if (!preview || preview.sliceSize === 0) return;
  const place = placeOf(context, ['slice', 'method']);
  const related = leftOut(preview, place.key.span);
  if (preview.tracesIn === 0) {
    return yield { code: 'DST010', variant: 'nothing', args: { n: preview.sliceSize }, span: place.key.span, related };
  }
  yield* warnings(context, preview, related);
  for (const { name, version, n } of preview.leaks ?? []) {
    const place = placeOf(context, ['holdout_percent', 'name']).value.span;
    const other = context.recipes?.find((recipe) => recipe.name === name);
    const top = { start: 0, end: 0 };
    const related = other ? [{ span: top, message: 'The other recipe', path: other.path }] : [];
    yield { code: 'DST012', ...(n === 1 ? { variant: 'one' } : {}), args: { n, name, version }, span: place, related };
  }
  const { last } = preview;
  if (last === undefined || last.rows === preview.rows) return;
  yield {
    code: 'DST011',
    args: { version: last.version, was: last.rows, now: preview.rows },
    span: placeOf(context, ['name']).value.span,
  };
};

function* warnings(context: Context, preview: RecipePreview, related: readonly Related[]): Findings {
  // A holdout of 0 has been spoken of already.
  const none = numberOf(entryOf(context.map, 'holdout_percent')?.value) === 0;
  for (const { code, message } of preview.warnings) {
    if (code === 'no_holdout' && none) continue;
    const severity: Severity = mild.has(code) ? 'information' : 'warning';
    const span = placeOf(context, [...(causes[code] ?? []), 'slice', 'method']).key.span;
    yield {
      code: 'DST010',
      args: { message: message.replace(/\.$/, ''), code },
      span,
      severity,
      related: code === 'too_few_rows' ? related : [],
    };
  }
}

function placeOf({ map }: Context, keys: readonly string[]): Pick<YamlEntry, 'key' | 'value'> {
  const found = keys.map((key) => entryOf(map, key)).find((entry) => entry !== undefined) ?? map?.entries[0];
  if (!found) throw new Error('a recipe without keys has no preview');
  return found;
}

function leftOut({ leftOut: codes, sliceSize }: RecipePreview, span: Related['span']): Related[] {
  return Object.entries(codes)
    .filter(([, n]) => n > 0)
    .sort((a, b) => b[1] - a[1])
    .map(([code, n]) => ({ span, message: `${n} of ${sliceSize} left out: ${code}` }));
}
