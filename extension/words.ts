import { env, l10n } from 'vscode';
import { problemTexts, type Problem } from '../core/lib/problem';

/** The problem's sentence in the user's language. */
export function problemWords(problem: Problem): string {
  return l10n.t(problemTexts[problem.code], { ...problem.args });
}

/** Formatters are dear to make, and the language of a window does not change. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

const numbers = once(() => new Intl.NumberFormat(env.language));
const ages = once(() => new Intl.RelativeTimeFormat(env.language, { numeric: 'auto', style: 'short' }));
const moments = once(() => new Intl.DateTimeFormat(env.language, { dateStyle: 'medium', timeStyle: 'short' }));
const days = once(() => new Intl.DateTimeFormat(env.language, { dateStyle: 'medium', timeZone: 'UTC' }));

/** `1,234` as the user's language writes it. */
export function number(value: number): string {
  return numbers().format(value);
}

/** A day in UTC, as the groups by day are cut; the text itself when it is none. */
export function day(date: string): string {
  const at = Date.parse(date);
  return Number.isNaN(at) ? date : days().format(at);
}

/** `1 trace` or `214 traces`. */
export function traces(count: number): string {
  return count === 1 ? l10n.t('1 trace') : l10n.t('{0} traces', number(count));
}

/** `1 row` or `171 rows`. */
export function rows(count: number): string {
  return count === 1 ? l10n.t('1 row') : l10n.t('{0} rows', number(count));
}

/** `1 verdict` or `31 verdicts`. */
export function verdicts(count: number): string {
  return count === 1 ? l10n.t('1 verdict') : l10n.t('{0} verdicts', number(count));
}

/** `1 conversation` or `214 conversations`. */
export function conversations(count: number): string {
  return count === 1 ? l10n.t('1 conversation') : l10n.t('{0} conversations', number(count));
}

const steps: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** `3 days ago` or `in 2 hours`; the empty text for a time that cannot be read. */
export function age(iso: string, now = Date.now()): string {
  const seconds = (Date.parse(iso) - now) / 1000;
  if (Number.isNaN(seconds)) return '';
  const [unit, size] = steps.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1];
  return ages().format(Math.trunc(seconds / size), unit);
}

/** A day and time as the user's language writes them. */
export function moment(iso: string): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return iso;
  return moments().format(at);
}
