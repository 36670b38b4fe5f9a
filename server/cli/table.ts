/** Plain columns, two spaces apart; nothing but the header when there are no rows. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => width(row[i] ?? ''))));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, i) => cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - width(cell))))
      .join('  ')
      .trimEnd();
  return [line(header), ...rows.map(line)].join('\n');
}

function width(text: string): number {
  return Array.from(text).length;
}

/** `3 email, 1 card`; empty when there is nothing. Largest first. */
export function countsLine(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, n]) => n > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([name, n]) => `${n} ${name}`)
    .join(', ');
}

/** Cuts to n characters with an ellipsis; control characters become spaces, so that hostile text cannot move the cursor. */
export function clip(text: string, n: number): string {
  const clean = text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
  const points = Array.from(clean);
  return points.length <= n ? clean : `${points.slice(0, n - 1).join('')}…`;
}
