import { InvalidArgumentError } from 'commander';
import { distance } from 'fastest-levenshtein';
import { checkAttributeKey } from '../../core/feedback/label';
import { Problem } from '../../core/lib/problem';

/** A whole number, negative ones too. */
export function whole(value: string): number {
  const number = /^-?\d{1,16}$/.test(value) ? Number(value) : NaN;
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('Give a whole number.');
  return number;
}

/** A whole number from 1. */
export function positive(value: string): number {
  if (!/^\d{1,16}$/.test(value) || !Number.isSafeInteger(Number(value)) || Number(value) < 1)
    throw new InvalidArgumentError('Give a whole number from 1.');
  return Number(value);
}

/** A reader of numbers between two ends, both included. */
export function between(low: number, high: number): (value: string) => number {
  return (value) => {
    const number = value.trim() === '' ? NaN : Number(value);
    if (!(number >= low && number <= high)) throw new InvalidArgumentError(`Give a number from ${low} to ${high}.`);
    return number;
  };
}

/** A reader of a repeatable option whose values are known. */
export function someOf(known: readonly string[]): (value: string, before?: string[]) => string[] {
  return (value, before = []) => {
    if (known.includes(value)) return [...before, value];
    const near = known.find((one) => distance(one, value.toLowerCase()) <= 2);
    throw new InvalidArgumentError(near ? `Did you mean ${near}?` : `Give one of: ${known.join(', ')}.`);
  };
}

/** Splits `a=b` at its first `=`; `a` must not be empty. */
export function split(text: string): readonly [string, string] | undefined {
  const at = text.indexOf('=');
  return at < 1 ? undefined : [text.slice(0, at), text.slice(at + 1)];
}

/** `k=v` pairs; of several values of one key all are kept. @throws Problem `attribute_invalid` */
export function pairs(texts: readonly string[]): Record<string, string | string[]> {
  const found = new Map<string, string[]>();
  for (const text of texts) {
    const pair = split(text);
    if (!pair) throw new Problem('attribute_invalid', { text: text.slice(0, 120) });
    const key = checkAttributeKey(pair[0]);
    found.set(key, [...(found.get(key) ?? []), pair[1]]);
  }
  return Object.fromEntries([...found].map(([key, values]) => [key, values.length === 1 ? (values[0] ?? '') : values]));
}

/** Refuses flags that cannot be given together. @throws Problem `usage` */
export function atMostOne(flags: Readonly<Record<string, unknown>>, names: readonly string[]): void {
  const given = names.filter((name) => flags[camel(name)] !== undefined);
  if (given.length > 1) throw new Problem('usage', { reason: `Give --${given.join(' or --')}, not both.` });
}

/** `min-score` as commander files it: `minScore`. */
function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
