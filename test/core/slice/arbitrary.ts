import fc from 'fast-check';
import { hasKinds, states, type PlainSlice, type Slice } from '../../../core/slice/schema';

/** Few enough that generated slices and traces often meet; some need quotes, some are not NFC. */
export const labels = ['billing', 'refunds', 'two words', 'caf\u00e9', 'cafe\u0301', 'a"b', 'back\\slash'];
export const sources = ['support', 'sales bot'];
export const models = ['m-1', 'm-2'];
export const reviewers = ['ana', 'ben@example.com'];
export const days = ['2026-09-01', '2026-09-02', '2026-09-03T12:30:00Z'];
export const texts = ['twice', 'Ünïcode', 'say "no"', '-minus', 'key:value'];

const some = (values: readonly string[]) =>
  fc.oneof(fc.constantFrom(...values), fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 3 }));

const plainKeys = {
  label: some(labels),
  attributes: fc.dictionary(fc.constantFrom('language', 'tier', 'odd key'), some(['es', 'fr', 'a,b', '']), {
    minKeys: 1,
    maxKeys: 2,
  }),
  source: some(sources),
  model: some(models),
  since: fc.constantFrom(...days),
  until: fc.constantFrom(...days),
  state: some(states) as fc.Arbitrary<NonNullable<PlainSlice['state']>>,
  reviewer: some(reviewers),
  has: some(hasKinds) as fc.Arbitrary<NonNullable<PlainSlice['has']>>,
  unlabelled: fc.constant(true as const),
  text: some(texts),
};

export const anyPlainSlice: fc.Arbitrary<PlainSlice> = fc.record(plainKeys, { requiredKeys: [] });

export const anySlice: fc.Arbitrary<Slice> = fc
  .tuple(anyPlainSlice, fc.option(anyPlainSlice, { nil: undefined }))
  .map(([own, not]) => (not === undefined ? own : { ...own, not }));
