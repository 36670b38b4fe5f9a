import * as z from 'zod';
import { scoreOrigins } from '../feedback/scores';
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
