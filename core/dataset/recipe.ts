import stringify from 'fast-json-stable-stringify';
import * as z from 'zod';
import { scoreOrigins } from '../feedback/scores';
import { canonicalSlice } from '../slice/canonical';
import { selection, slice } from '../slice/schema';

export const methods = ['sft', 'dpo', 'kto', 'grpo'] as const;
export const method = z.enum(methods);
export type Method = z.infer<typeof method>;

/** What to build (LOOP §9). Defaults are filled by `normaliseRecipe`, so that equal recipes have equal bytes. */
export const recipe = z.strictObject({
  name: z.string().min(1).max(120),
  method,
  slice: slice.default({}),
  sample: selection.shape.sample,
  seed: z.number().int().default(1),
  holdout_percent: z.number().min(0).max(90).default(0),
  min_score: z.number().min(0).max(1).default(0.7),
  min_margin: z.number().min(0).max(1).default(0),
  label_threshold: z.number().min(0).max(1).default(0.5),
  on_dispute: z.enum(['leave_out', 'latest', 'majority']).default('leave_out'),
  include_tainted: z.boolean().default(false),
  score_from: z.enum(scoreOrigins).optional(),
  only_unscored: z.literal(true).optional(),
  graders: z.array(z.string()).optional(),
  judge: z.string().optional(),
});

/** The file `*.dataset.yaml`: a recipe plus where to export (RUBRICS §11). */
export const recipeFile = z.strictObject({
  version: z.literal(1),
  ...recipe.shape,
  slice: slice.optional(),
  exports: z
    .array(z.object({ target: z.string(), path: z.string() }).catchall(z.union([z.string(), z.number(), z.boolean()])))
    .optional(),
});

export type Recipe = z.infer<typeof recipe>;
export type RecipeInput = z.input<typeof recipe>;
export type RecipeFile = z.infer<typeof recipeFile>;

/**
 * Fills the defaults and puts the slice in its canonical form; what the method does not look at goes back to its
 * default, so that two recipes that build the same rows are the same recipe.
 */
export function normaliseRecipe(input: RecipeInput): Recipe {
  const filled = recipe.parse(input);
  const { min_score, min_margin, label_threshold } = recipe.parse({ name: filled.name, method: filled.method });
  const { graders, judge, ...rest } = filled;
  const rewards = filled.method === 'grpo' ? { ...(graders ? { graders } : {}), ...(judge === undefined ? {} : { judge }) } : {};
  return {
    ...rest,
    ...rewards,
    slice: canonicalSlice(filled.slice),
    min_score: filled.method === 'sft' ? filled.min_score : min_score,
    min_margin: filled.method === 'dpo' ? filled.min_margin : min_margin,
    label_threshold: filled.method === 'kto' ? filled.label_threshold : label_threshold,
  };
}

/** Canonical JSON of a recipe: equal recipes have equal bytes. */
export function canonicalRecipe(input: RecipeInput): string {
  return stringify(normaliseRecipe(input));
}
