/**
 * An order of rows in which no two neighbours have the same prompt, as far as there are other prompts: KTO compares a
 * row with the one before it, and an answer compared with another answer to the same question teaches nothing.
 * @param order rows in shuffled order; @param promptOf a number for the prompt of a row
 */
export function keptApart(order: readonly number[], promptOf: (row: number) => number): number[] {
  const rows = [...order];
  for (let i = 1; i < rows.length; i++) {
    if (!clash(rows, i, promptOf)) continue;
    const other = nextOther(rows, i, promptOf);
    if (other === undefined) return spread(rows, i, promptOf);
    swap(rows, i, other);
  }
  return rows;
}

/** The next row after `i` with another prompt than it. */
function nextOther(rows: readonly number[], i: number, promptOf: (row: number) => number): number | undefined {
  const prompt = promptOf(rows[i] ?? -1);
  for (let j = i + 1; j < rows.length; j++) if (promptOf(rows[j] ?? -1) !== prompt) return j;
  return undefined;
}

function clash(rows: readonly number[], i: number, promptOf: (row: number) => number): boolean {
  const [before, row] = [rows[i - 1], rows[i]];
  return before !== undefined && row !== undefined && promptOf(before) === promptOf(row);
}

function swap(rows: number[], i: number, j: number): void {
  const [a, b] = [rows[i], rows[j]];
  if (a === undefined || b === undefined) return;
  rows[i] = b;
  rows[j] = a;
}

/** Only one prompt is left at the end: its rows go between earlier rows of other prompts, where there is room. */
function spread(rows: number[], from: number, promptOf: (row: number) => number): number[] {
  let gap = 0;
  for (let i = from; i < rows.length; i++) {
    const row = rows[i];
    if (row === undefined) return rows;
    const prompt = promptOf(row);
    const isOther = (n: number) => rows[n] === undefined || promptOf(rows[n] ?? -1) !== prompt;
    while (gap < i && !(isOther(gap) && (gap === 0 || isOther(gap - 1)))) gap++;
    if (gap >= i) return rows;
    rows.splice(i, 1);
    rows.splice(gap, 0, row);
    gap += 2;
  }
  return rows;
}

/** The largest batch up to 8 that leaves no last batch of one row: such a row has no partner to be compared with. */
export function batchSize(rows: number): number {
  return [8, 7, 6, 5, 4, 3, 2].find((size) => rows % size !== 1) ?? 2;
}

/**
 * The weights a KTO trainer asks for when one label outweighs the other: one of the two, within the range it accepts
 * without a warning. Equal numbers, or one side missing, need none.
 */
export function ktoWeights(desirable: number, undesirable: number): { desirable: number; undesirable: number } {
  if (desirable === undesirable || desirable === 0 || undesirable === 0) return { desirable: 1, undesirable: 1 };
  // Accepted: undesirable within [d/u ÷ 1.33, d/u], or desirable within [u/d, 1.33 × u/d].
  if (desirable > undesirable) return { desirable: 1, undesirable: Math.floor((desirable / undesirable) * 100) / 100 };
  return { desirable: Math.ceil((undesirable / desirable) * 100) / 100, undesirable: 1 };
}
