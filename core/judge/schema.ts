import * as z from 'zod';
import { slug } from '../grade/schema';
import { selection } from '../slice/schema';

const finite = z.number();

/** How a dimension is scored: yes or no, 0 to 1, or steps between two numbers (RUBRICS §7.1). */
export const scale = z.union([
  z.enum(['boolean', 'unit']),
  z.strictObject({ min: finite, max: finite, step: finite.positive().optional() }),
]);
export type Scale = z.infer<typeof scale>;

export const dimension = z.strictObject({
  /** The field name in the judge's reply. */
  key: slug,
  description: z.string().min(1).max(500),
  scale: scale.optional(),
  /** 1 when absent; 0 is taken and never counts. */
  weight: finite.min(0).optional(),
  /** What a score looks like, by score. */
  anchors: z.record(z.string(), z.string()).optional(),
});
export type Dimension = z.infer<typeof dimension>;

/** So many dimensions a judge may have. */
export const dimensionLimit = 12;

/** The front matter of a `*.judge.md`, version 1. The body is the instructions, verbatim. */
export const judge = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  name: z.string().min(1).max(120),
  description: z.string().max(1024).optional(),
  /** A hint only: the user runs the model. */
  model: z.string().optional(),
  dimensions: z.array(dimension).min(1).max(dimensionLimit),
  selection: selection.optional(),
  /** On the normalised mean; 0.7 when absent. */
  pass_threshold: finite.min(0).max(1).optional(),
  /** 0.5 when absent. */
  label_threshold: finite.min(0).max(1).optional(),
  /** Off unless the file says so. */
  write_gold: z.boolean().optional(),
});
export type JudgeKeys = z.infer<typeof judge>;

export const judgeKeys: readonly string[] = Object.keys(judge.shape);
export const dimensionKeys: readonly string[] = Object.keys(dimension.shape);
export const scaleKeys = ['min', 'max', 'step'] as const;
