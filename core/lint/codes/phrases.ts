import { reasonTexts } from '../../grade/reasons';
import type { Args } from '../finding';
import type { Say } from './say';

/** What stands inside other sentences: types, parts of a file, reasons. `{name}` is whatever stands there. */
export const phraseTexts = [
  ...['text', 'a number', 'true or false', '`true` or `false`', 'empty', 'a list', 'a map', 'a whole number'],
  ...[
    'a grader',
    'a judge',
    'a recipe',
    'a rule',
    'a {type} rule',
    'a case',
    'a slice',
    'a selection',
    'a dimension',
    'an export',
  ],
  ...['an argument check', 'This item', 'The file', 'yes or no', '{min} to {max}'],
  ...['unreadable characters', 'control characters', 'invisible characters', 'direction characters'],
  ...['a private key', 'an API key', 'a signed token', 'a login', 'an address with a password', 'a password'],
  ...['A possessive quantifier', 'An atomic group', 'A lookahead', 'A backreference', 'A count above 1000'],
  ...['the class is empty', '`^` comes after a character', '`$` comes before a character'],
  ...[
    'is missing',
    'is empty',
    'is not in the right form',
    'holds too much to be read',
    'has unknown keys: {keys}',
    'must be {one} or {other}',
    'must be {what}',
  ],
  ...['must have at least {n} characters', 'must have at most {n} characters', 'must have at least {n} entries'],
  ...['must have at most {n} entries', 'must be at least {n}', 'must be at most {n}'],
  ...['write a date as 2026-09-01 or a time as 2026-09-01T12:00:00Z'],
  ...['passing', 'failing', 'passing or failing', 'passes', 'fails', 'beginning', 'end', ' in its slice', ' in {slice}'],
  ...[
    'The first one',
    'Forbidden here',
    'The other dimension',
    'The other skill',
    'The other recipe',
    '{n} of {all} left out: {reason}',
    '{n} more of this kind from here on.',
  ],
] as const;

/** Reasons of verdicts have their texts where they are given. */
const known: readonly string[] = [...phraseTexts, ...Object.values(reasonTexts)];
const exact: ReadonlySet<string> = new Set(known);
const open = known
  .filter((text) => text.includes('{'))
  .map((text) => ({ text, names: [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name), pattern: patternOf(text) }));

function patternOf(text: string): RegExp {
  const escaped = text.replace(/[\\^$.*+?()[\]|]/g, '\\$&').replace(/\{\w+\}/g, '(.+)');
  return new RegExp(`^${escaped}$`, 's');
}

/** A phrase in the reader's words; what is none of ours stays as it is. */
export function sayPhrase(say: Say, phrase: string): string {
  if (exact.has(phrase)) return say(phrase);
  for (const { text, names, pattern } of open) {
    const match = pattern.exec(phrase);
    if (match) return say(text, Object.fromEntries(names.map((name, i) => [name, sayPhrase(say, match[i + 1] ?? '')])));
  }
  return phrase;
}

/** Arguments that our own phrases fill. Others hold what stands in a file. */
const phrased: ReadonlySet<string> = new Set(['type', 'what', 'reason', 'verdict', 'end', 'where', 'scale', 'why']);

export function sayArgs(say: Say, args: Args | undefined): Args | undefined {
  if (!args) return undefined;
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [
      name,
      typeof value === 'string' && phrased.has(name) ? sayPhrase(say, value) : value,
    ]),
  );
}
