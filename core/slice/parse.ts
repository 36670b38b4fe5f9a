import { distance } from 'fastest-levenshtein';
import { isLabel, normaliseLabel } from '../feedback/label';
import { Problem } from '../lib/problem';
import { canonicalSlice } from './canonical';
import { sinceTime } from './dates';
import { hasKinds, states, type Slice } from './schema';
import { sliceProblem, termsOf, type Piece, type Term } from './tokens';

/** Keys that are written `key:value`. Attributes are written `key=value`, text in quotes. */
export const textKeys = ['label', 'source', 'model', 'since', 'until', 'state', 'reviewer', 'has', 'text'] as const;
export type TextKey = (typeof textKeys)[number];

const draws: readonly string[] = ['sample', 'seed', 'only_unscored', 'only-unscored'];

/** Values by key while a filter is read; the schema's form is made at the end. */
interface Draft {
  readonly lists: Partial<Record<TextKey, string[]>>;
  readonly attributes: Map<string, string[]>;
  unlabelled: boolean;
}

/**
 * Reads `label:billing language=es since:2026-09-01 has:correction -state:skipped "charged twice"` into a slice in its
 * canonical form. Bare words next to each other are one phrase; a comma or a repeated key widens; `-` excludes.
 * @throws Problem `slice_invalid` with the 1-based column
 */
export function parseSlice(text: string): Slice {
  const own = draft();
  const not = draft();
  for (const term of joinWords(termsOf(text))) readTerm(term, term.negated ? not : own);
  const excluded = sliceOf(not);
  return canonicalSlice({ ...sliceOf(own), ...(Object.keys(excluded).length > 0 ? { not: excluded } : {}) });
}

function draft(): Draft {
  return { lists: {}, attributes: new Map(), unlabelled: false };
}

function readTerm(term: Term, into: Draft): void {
  const { key, sign, values } = term;
  if (!key) {
    readPhrase(values[0], into);
    return;
  }
  if (values.length === 0) throw sliceProblem(key.end + 1, `${key.text || 'this'} needs a value`);
  if (sign === '=') {
    readAttribute(key, values, into);
    return;
  }
  if (key.text === 'unlabelled') {
    readUnlabelled(values, into);
    return;
  }
  if (!isTextKey(key.text)) throw unknownKey(key);
  const list = (into.lists[key.text] ??= []);
  for (const value of values) list.push(checkedValue(key.text, value));
  if (isSingle(key.text) && list.length > 1) throw sliceProblem(key.start, `${key.text} can be given once`);
}

function readPhrase(phrase: Piece | undefined, into: Draft): void {
  if (!phrase) return;
  if (!phrase.quoted && phrase.text === 'unlabelled') into.unlabelled = true;
  else if (phrase.text.trim() === '') throw sliceProblem(phrase.start, 'there is no text between the quotes');
  else (into.lists.text ??= []).push(phrase.text);
}

function readUnlabelled(values: readonly Piece[], into: Draft): void {
  const odd = values.find((v) => v.text !== 'true');
  if (odd) throw sliceProblem(odd.start, 'write unlabelled or -unlabelled');
  into.unlabelled = true;
}

function readAttribute(key: Piece, values: readonly Piece[], into: Draft): void {
  if (key.text === '') throw sliceProblem(key.start, 'an attribute needs a key before the =');
  if (key.text === '__proto__') throw sliceProblem(key.start, 'this cannot be the key of an attribute');
  const list = into.attributes.get(key.text) ?? [];
  into.attributes.set(key.text, [...list, ...values.map((v) => v.text)]);
}

function checkedValue(key: TextKey, value: Piece): string {
  if (value.text.trim() === '') throw sliceProblem(value.start, `${key} needs a value`);
  if (key === 'label' && !isLabel(normaliseLabel(value.text))) throw sliceProblem(value.start, 'this cannot be a label');
  if (key === 'state') return oneOf(states, value);
  if (key === 'has') return oneOf(hasKinds, value);
  if (isSingle(key)) checkDate(value);
  return value.text;
}

function checkDate(value: Piece): void {
  try {
    sinceTime(value.text);
  } catch (error) {
    if (error instanceof Problem) throw sliceProblem(value.start, 'write a date as 2026-09-01 or a time as 2026-09-01T12:00:00Z');
    throw error;
  }
}

function oneOf(allowed: readonly string[], value: Piece): string {
  if (allowed.includes(value.text)) return value.text;
  throw sliceProblem(value.start, `"${value.text.slice(0, 40)}" is not one of ${allowed.join(', ')}`);
}

function unknownKey(key: Piece): Problem {
  if (draws.includes(key.text)) return sliceProblem(key.start, `${key.text} is no part of a filter`);
  const near = textKeys.find((known) => distance(known, key.text.toLowerCase()) <= 2);
  const advice = near ? `did you mean ${near}?` : 'to search for text with a colon, put it in quotes';
  return sliceProblem(key.start, `there is no key "${key.text.slice(0, 40)}"; ${advice}`);
}

export function isTextKey(key: string): key is TextKey {
  return (textKeys as readonly string[]).includes(key);
}

function isSingle(key: TextKey): boolean {
  return key === 'since' || key === 'until';
}

/** Bare words side by side are what a person typing `charged twice` means as one phrase. */
function joinWords(terms: readonly Term[]): Term[] {
  const joined: Term[] = [];
  for (const term of terms) {
    const before = joined.at(-1);
    const a = before && wordOf(before);
    const b = wordOf(term);
    if (before && a && b) joined[joined.length - 1] = { ...before, values: [{ ...a, text: `${a.text} ${b.text}`, end: b.end }] };
    else joined.push(term);
  }
  return joined;
}

function wordOf(term: Term): Piece | undefined {
  const [word] = term.values;
  return !term.key && !term.negated && word && !word.quoted && word.text !== 'unlabelled' ? word : undefined;
}

function sliceOf({ lists, attributes, unlabelled }: Draft): Slice {
  const { since, until, ...others } = lists;
  // States and kinds were checked as they were read; canonicalSlice parses the whole against the schema.
  const plain = others as Slice;
  return {
    ...plain,
    ...(since?.[0] === undefined ? {} : { since: since[0] }),
    ...(until?.[0] === undefined ? {} : { until: until[0] }),
    ...(attributes.size > 0 ? { attributes: Object.fromEntries(attributes) } : {}),
    ...(unlabelled ? { unlabelled: true } : {}),
  };
}
