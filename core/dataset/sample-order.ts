/** What a column of samples is put in order by: numbers and yes or no by value, everything else by how much it says. */
export function sortKey(row: unknown, column: string): number | undefined {
  if (!isRecord(row) || !Object.hasOwn(row, column)) return undefined;
  const value = row[column];
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return Number(value);
  return value === null ? undefined : lengthOf(value);
}

/** Characters of a text, or of what the messages of a list say, calls included. */
export function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (value === null || value === undefined) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + lengthOf(one), 0);
  if (isRecord(value) && 'content' in value) {
    return lengthOf(value['content']) + (value['tool_calls'] === undefined ? 0 : JSON.stringify(value['tool_calls']).length);
  }
  if (isRecord(value) && typeof value['text'] === 'string') return value['text'].length;
  return JSON.stringify(value).length;
}

export interface Ranked {
  /** Place in the dataset. */
  readonly n: number;
  /** Undefined: the row has no such column, and comes last. */
  readonly key: number | undefined;
}

/** Rows with the same key stay in the order of the dataset, whichever way the others go. */
export function inOrder<T extends Ranked>(rows: readonly T[], descending: boolean): T[] {
  return [...rows].sort((a, b) => {
    if (a.key === undefined || b.key === undefined) return Number(a.key === undefined) - Number(b.key === undefined) || a.n - b.n;
    return (descending ? b.key - a.key : a.key - b.key) || a.n - b.n;
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
