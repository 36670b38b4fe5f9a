/** A JSON object of unknown content. Read it with `own` only: `row.constructor` is not data. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The row's own value under a name. */
export function own(row: Fields, name: string): unknown {
  return Object.hasOwn(row, name) ? row[name] : undefined;
}

export function has(row: Fields, name: string): boolean {
  return Object.hasOwn(row, name) && row[name] !== undefined;
}

/** The first of the names whose value is there and not null. */
export function first(row: Fields, names: readonly string[]): unknown {
  for (const name of names) {
    if (!Object.hasOwn(row, name)) continue;
    const value = row[name];
    if (value !== undefined && value !== null) return value;
  }
  return undefined;
}

/** The name of `first`. */
export function firstName(row: Fields, names: readonly string[]): string | undefined {
  return names.find((name) => Object.hasOwn(row, name) && row[name] !== undefined && row[name] !== null);
}

/** A non-empty text, or a number as text; undefined for everything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return typeof value === 'bigint' ? String(value) : undefined;
}

export function firstText(row: Fields, names: readonly string[]): string | undefined {
  return scalarText(first(row, names));
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function listOf(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}

export function fieldsOf(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined;
}

/** A finite number, also when it is written as text. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

export function countOf(value: unknown): number | undefined {
  const number = numberOf(value);
  return number !== undefined && number >= 0 ? number : undefined;
}
