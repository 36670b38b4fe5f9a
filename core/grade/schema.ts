import * as z from 'zod';
import { slice } from '../slice/schema';

/** What a rule can check, and what it can come out as (RUBRICS §6.1). */
export const ruleTypes = ['contains', 'exact', 'number', 'json', 'regex', 'tool_call'] as const;
export type RuleType = (typeof ruleTypes)[number];
export const verdicts = ['pass', 'fail', 'skipped', 'not_applied'] as const;
export type RuleVerdict = (typeof verdicts)[number];

/** The form of rule ids and dimension keys. */
export const slug = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);

const phrase = z.string().min(1).max(500);
const phrases = z.array(phrase).min(1).max(200);
const finite = z.number();

const everyRule = {
  /** Made from the title, else from the position, when absent. */
  id: slug.optional(),
  title: z.string().max(120).optional(),
  /** 0 is taken and never counts. */
  weight: finite.min(0).max(1000).optional(),
  /** A name from `slices` or a slice of its own; none: every conversation. */
  slice: z.union([z.string().min(1), slice]).optional(),
  enabled: z.boolean().optional(),
  note: z.string().optional(),
};

const contains = z.strictObject({
  ...everyRule,
  type: z.literal('contains'),
  all: phrases.optional(),
  any: phrases.optional(),
  none: phrases.optional(),
  ignore_case: z.boolean().optional(),
  whole_word: z.boolean().optional(),
});

const exact = z.strictObject({
  ...everyRule,
  type: z.literal('exact'),
  expected: z.union([phrase, phrases]).optional(),
  reference: z.literal('gold').optional(),
  at: z.enum(['whole', 'start', 'end']).optional(),
  ignore_case: z.boolean().optional(),
  ignore_spacing: z.boolean().optional(),
});

const number = z.strictObject({
  ...everyRule,
  type: z.literal('number'),
  expected: finite.optional(),
  reference: z.literal('gold').optional(),
  min: finite.optional(),
  max: finite.optional(),
  tolerance: finite.min(0).optional(),
  tolerance_percent: finite.min(0).optional(),
  pick: z.enum(['first', 'last', 'any', 'only']).optional(),
  decimal: z.enum(['.', ',']).optional(),
});

const json = z.strictObject({
  ...everyRule,
  type: z.literal('json'),
  extract: z.enum(['whole', 'fenced', 'first']).optional(),
  /** Dotted paths. */
  required: z.array(z.string().min(1)).min(1).max(200).optional(),
  /** A JSON Schema, or the path of one. */
  schema: z.union([z.string().min(1), z.record(z.string(), z.unknown())]).optional(),
});

const regex = z.strictObject({
  ...everyRule,
  type: z.literal('regex'),
  pattern: z.string().min(1).max(4000),
  flags: z
    .string()
    .regex(/^[imsu]*$/)
    .optional(),
  expect: z.enum(['match', 'no_match']).optional(),
  engine: z.enum(['re2', 'js']).optional(),
});

const argument = z.strictObject({
  equals: z.unknown().optional(),
  matches: z.string().min(1).max(4000).optional(),
  present: z.boolean().optional(),
});

const toolCall = z.strictObject({
  ...everyRule,
  type: z.literal('tool_call'),
  tool: z.string().min(1).optional(),
  any_of: z.array(z.string().min(1)).min(1).optional(),
  expect: z.enum(['called', 'not_called']).optional(),
  args: z.record(z.string(), argument).optional(),
  count: z.strictObject({ min: z.number().int().min(0).optional(), max: z.number().int().min(0).optional() }).optional(),
});

export const rule = z.discriminatedUnion('type', [contains, exact, number, json, regex, toolCall]);
export type GraderRule = z.infer<typeof rule>;

export const example = z.strictObject({
  name: z.string().optional(),
  answer: z.string().optional(),
  gold: z.string().optional(),
  labels: z.array(z.string().min(1)).optional(),
  /** child: parent. */
  parents: z.record(z.string(), z.string().min(1)).optional(),
  attributes: z.record(z.string(), z.string()).optional(),
  tool_calls: z.array(z.strictObject({ name: z.string().min(1), arguments: z.unknown().optional() })).optional(),
  expect: z.record(z.string(), z.enum(verdicts)).optional(),
  score: finite.min(0).max(1).nullable().optional(),
});
export type GraderExample = z.infer<typeof example>;

/** The shape of a `*.grader.yaml`, version 1. Sense beyond shape (undefined slices, equal ids …) is told by `core/lint`. */
export const grader = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  name: z.string().min(1).max(120),
  description: z.string().max(1024).optional(),
  /** A conversation passes at or above this score; 0.7 when absent. */
  pass_threshold: finite.min(0).max(1).optional(),
  /** Grade conversations as they arrive. */
  auto: z.boolean().optional(),
  slices: z.record(z.string().min(1), slice).optional(),
  rules: z.array(rule).min(1).max(200),
  examples: z.array(example).max(500).optional(),
});
export type Grader = z.infer<typeof grader>;

export const graderKeys: readonly string[] = Object.keys(grader.shape);
export const exampleKeys: readonly string[] = Object.keys(example.shape);
export const ruleKeys: Readonly<Record<RuleType, readonly string[]>> = {
  contains: Object.keys(contains.shape),
  exact: Object.keys(exact.shape),
  number: Object.keys(number.shape),
  json: Object.keys(json.shape),
  regex: Object.keys(regex.shape),
  tool_call: Object.keys(toolCall.shape),
};
export const argumentKeys: readonly string[] = Object.keys(argument.shape);

/** The id a rule goes by: its own, else its title as a slug, else its place. */
export function ruleId(given: { readonly id?: string | undefined; readonly title?: string | undefined }, index: number): string {
  if (given.id !== undefined && given.id !== '') return given.id;
  const made = (given.title ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
    .replace(/-+$/, '');
  return made === '' ? `rule-${index + 1}` : made;
}
