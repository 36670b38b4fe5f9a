import fc from 'fast-check';
import { hasKinds, states, type PlainSlice, type Selection } from '../../core/slice/schema';
import { keys, labels } from './arbitrary-acts';

const texts = [
  'refund WINDOW',
  'k',
  'istanbul',
  'i',
  'café',
  'DÉJÀ',
  '订单',
  '50%',
  '"off"',
  'são paulo',
  'temp',
  '[1,2]',
  '[image bill',
  'found\ntry',
  'a/b',
  'order not',
  'nowhere',
  'c:\\\\temp',
  'look_up',
] as const;

function oneOrMore<T>(item: fc.Arbitrary<T>): fc.Arbitrary<T | T[]> {
  return fc.oneof(item, fc.uniqueArray(item, { minLength: 1, maxLength: 3 }));
}

const sliceParts: { [K in keyof PlainSlice]-?: fc.Arbitrary<NonNullable<PlainSlice[K]>> } = {
  label: oneOrMore(fc.constantFrom(...labels, 'nothing')),
  attributes: fc.dictionary(fc.constantFrom(...keys), oneOrMore(fc.constantFrom('es', 'de', 'gold', 'none')), { minKeys: 1 }),
  source: oneOrMore(fc.constantFrom('support', 'chat', 'nothing')),
  model: oneOrMore(fc.constantFrom('small', 'large', 'nothing')),
  since: fc.constantFrom('2026-08-01', '2026-08-02', '2026-08-01T23:59:59.999Z'),
  until: fc.constantFrom('2026-08-01', '2026-08-02', '2026-08-03T12:00:00Z'),
  state: oneOrMore(fc.constantFrom(...states)),
  reviewer: oneOrMore(fc.constantFrom('ana', 'ben', 'nobody')),
  has: oneOrMore(fc.constantFrom(...hasKinds)),
  unlabelled: fc.constant(true as const),
  text: oneOrMore(fc.constantFrom(...texts)),
};

/** A slice with any of its keys. */
export const arbitraryPlainSlice: fc.Arbitrary<PlainSlice> = fc.record(sliceParts, { requiredKeys: [] });

/** A slice with exactly one key: it and its negation share the store. */
export const arbitraryKey: fc.Arbitrary<PlainSlice> = fc.oneof(
  ...Object.entries(sliceParts).map(([key, value]) => (value as fc.Arbitrary<unknown>).map((drawn) => ({ [key]: drawn }))),
);

export const arbitrarySelection: fc.Arbitrary<Selection> = fc
  .record({
    own: arbitraryPlainSlice,
    not: fc.option(arbitraryPlainSlice, { nil: undefined }),
    only_unscored: fc.option(fc.constant(true as const), { nil: undefined }),
  })
  .map(({ own, not, only_unscored }) => ({ ...own, ...(not ? { not } : {}), ...(only_unscored ? { only_unscored } : {}) }));
