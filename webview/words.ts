import { strings, type StringKey } from './strings';

let translated: Readonly<Record<string, string>> = {};
let locale = 'en';

/** Sets the language once, before anything is drawn. A key without a translation stays English. */
export function useLanguage(next: string, table: Readonly<Record<string, string>>): void {
  locale = Intl.NumberFormat.supportedLocalesOf([next])[0] ?? 'en';
  translated = table;
}

/** Something of the language, made when it is first needed: a format takes far longer to make than to use. */
function ofLanguage<T>(make: (locale: string) => T): () => T {
  let made: { readonly locale: string; readonly value: T } | undefined;
  return () => {
    if (made?.locale !== locale) made = { locale, value: make(locale) };
    return made.value;
  };
}

const plurals = ofLanguage((of) => new Intl.PluralRules(of));
const numbers = ofLanguage((of) => new Intl.NumberFormat(of, { maximumFractionDigits: 2 }));
const percents = ofLanguage((of) => new Intl.NumberFormat(of, { style: 'percent', maximumFractionDigits: 0 }));
const times = ofLanguage((of) => new Intl.DateTimeFormat(of, { dateStyle: 'medium', timeStyle: 'short' }));
const days = ofLanguage((of) => new Intl.DateTimeFormat(of, { dateStyle: 'medium' }));
const ages = ofLanguage((of) => new Intl.RelativeTimeFormat(of, { numeric: 'auto' }));
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const sizes = ofLanguage((of) =>
  units.map((unit) => new Intl.NumberFormat(of, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 })),
);

export type Args = Readonly<Record<string, string | number>>;

function fill(text: string, args: Args): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = args[name];
    return value === undefined ? whole : typeof value === 'number' ? number(value) : value;
  });
}

/** The text of a key, with `{name}` filled from `args`. */
export function t(key: StringKey, args: Args = {}): string {
  return fill(translated[key] ?? strings[key], args);
}

type Plural = { [K in StringKey]: K extends `${infer Base}.other` ? Base : never }[StringKey];

/** The form of `key` for a count: `key.one` or `key.other`; translations may have `few`, `many` and the rest. */
export function tn(key: Plural, n: number, args: Args = {}): string {
  const rule = plurals().select(n);
  const table: Readonly<Record<string, string>> = strings;
  const text = translated[`${key}.${rule}`] ?? translated[`${key}.other`] ?? table[`${key}.${rule}`] ?? table[`${key}.other`];
  return fill(text ?? key, { n, ...args });
}

/** A text for a code that comes from the engine, or undefined when the table has none. */
export function textOf(key: string, args: Args = {}): string | undefined {
  const tables: readonly Readonly<Record<string, string>>[] = [translated, strings];
  // A code may be any word, `constructor` too.
  const text = tables.find((table) => Object.hasOwn(table, key))?.[key];
  return text === undefined ? undefined : fill(text, args);
}

export function number(n: number): string {
  return numbers().format(n);
}

/** A share of a whole in percent, without decimals; `–` of nothing. */
export function percent(part: number, whole: number): string {
  if (whole <= 0) return '–';
  return percents().format(part / whole);
}

export function size(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  return sizes()[power]?.format(bytes / 1000 ** power) ?? '';
}

function at(iso: string): Date | undefined {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Day and minute in the user's own time zone. */
export function time(iso: string): string {
  const date = at(iso);
  return date ? times().format(date) : iso;
}

export function day(iso: string): string {
  const date = at(iso);
  return date ? days().format(date) : iso;
}

const steps = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** How long ago, or until when: `3 days ago`, `in 2 days`. */
export function ago(iso: string, now = Date.now()): string {
  const date = at(iso);
  if (!date) return iso;
  const seconds = Math.round((date.getTime() - now) / 1000);
  for (const [unit, length] of steps) {
    if (Math.abs(seconds) >= length) return ages().format(Math.trunc(seconds / length), unit);
  }
  return ages().format(0, 'minute');
}
