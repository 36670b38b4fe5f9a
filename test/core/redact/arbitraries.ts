import fc from 'fast-check';
import { casesOf, fixtureKinds } from './corpus';

const lines = fixtureKinds
  .flatMap((kind) => [...casesOf(kind, 'positive'), ...casesOf(kind, 'negative')])
  .map(({ text }) => text);

/** What stands between secrets in logs, and what rules look at beside a match. */
const glue = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\\n',
  '"',
  "'",
  ':',
  '=',
  '-',
  '_',
  '.',
  '@',
  '/',
  '+',
  '(',
  ')',
  ',',
  ';',
  '%',
  '0',
  'a',
  'é',
  '字',
  '🙂',
  '\ud83d',
  '\udc00',
  '[',
  ']',
  '{',
  '}',
  '[redacted:email]',
  '[redacted:api_key#3]',
  '[redacted:',
  '://',
  'password: ',
  'order ',
);

/** A line of the corpus, whole or cut anywhere. */
const fragment = fc
  .tuple(
    fc.constantFrom(...lines),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.boolean(),
  )
  .map(([line, a, b, isWhole]) =>
    isWhole ? line : line.slice(Math.floor(Math.min(a, b) * line.length), Math.ceil(Math.max(a, b) * line.length)),
  );

/** Text that is rich in secrets, near-secrets, their neighbours and plain noise. */
export const loadedText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fragment },
      { weight: 4, arbitrary: glue },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

const fieldName = fc.constantFrom(
  'password',
  'api_key',
  'token',
  'phone',
  'ssn',
  'email',
  'text',
  'id',
  'order',
  'items',
  'données',
  'a "b"',
  '',
);

/** JSON values whose strings, names and numbers hold secrets. */
export const loadedJson: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    loadedText,
    fc.constantFrom(4111111111111111, 4012888888881881, 123456789, 4155552671, -0.5, 1e21, 0, true, null),
    fc.integer(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fieldName, loadedText), tie('value'), { maxKeys: 4 }),
    tie('value').map((value) => JSON.stringify(value)),
  ),
})).value;
