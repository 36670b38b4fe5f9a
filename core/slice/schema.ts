import * as z from 'zod';

/** Where a trace stands; a pure function of its acts (LOOP §3). */
export const states = ['unreviewed', 'reviewed', 'disputed', 'skipped'] as const;
export const state = z.enum(states);
export type State = z.infer<typeof state>;

/** What `has:` can ask for (LOOP §5). */
export const hasKinds = [
  'up',
  'down',
  'correction',
  'gold',
  'pick',
  'score',
  'candidates',
  'note',
  'tool_calls',
  'redactions',
  'pinned',
  'tainted',
] as const;
export type HasKind = (typeof hasKinds)[number];

const oneOrMore = <T extends z.ZodType>(item: T) => z.union([item, z.array(item).min(1)]);
const text = z.string().min(1);

/**
 * Refuses the key `__proto__`: a record drops it without a word, and what is left of a filter would hold more than was
 * asked for.
 */
export function withoutProto<T>(value: T, context: z.RefinementCtx): T {
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, '__proto__'))
    context.addIssue({ code: 'custom', message: '`__proto__` cannot be the key of an attribute' });
  return value;
}

const attributes = z.preprocess(withoutProto<Record<string, string | string[]>>, z.record(text, oneOrMore(z.string())));

const plainKeys = {
  /** Reaches descendants: a parent label selects everything under it. */
  label: oneOrMore(text).optional(),
  /** Exact within a key; a list widens. */
  attributes: attributes.optional(),
  source: oneOrMore(text).optional(),
  model: oneOrMore(text).optional(),
  /** captured_at, UTC; a date is the whole day; both ends inclusive. */
  since: text.optional(),
  until: text.optional(),
  state: oneOrMore(state).optional(),
  reviewer: oneOrMore(text).optional(),
  has: oneOrMore(z.enum(hasKinds)).optional(),
  unlabelled: z.literal(true).optional(),
  /** NFC, case-insensitive, over decoded message text, answer, tool arguments and results: a scan. */
  text: oneOrMore(text).optional(),
};

/** A filter over traces. Different keys narrow together; a list inside one key widens. */
export const slice = z.strictObject({
  ...plainKeys,
  /** Each key given here must NOT hold; several keys each exclude on their own. */
  not: z.strictObject(plainKeys).optional(),
});

/** A slice with the draw that judges, recipes and lists add. */
export const selection = z.strictObject({
  ...slice.shape,
  sample: z.number().int().min(1).optional(),
  seed: z.number().int().optional(),
  only_unscored: z.literal(true).optional(),
});

export type Slice = z.infer<typeof slice>;
export type PlainSlice = NonNullable<Slice['not']>;
export type Selection = z.infer<typeof selection>;
