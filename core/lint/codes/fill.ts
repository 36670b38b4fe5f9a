/** Fills `{name}` from the arguments; what has no argument stays as it is. Long and odd text is made harmless. */
export function fill(template: string, args: Readonly<Record<string, string | number>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(args, name) ? shown(args[name] ?? '') : whole));
}

const longestArgument = 120;

/** File content inside a message: one line, no control characters, not endless. */
function shown(value: string | number): string {
  if (typeof value === 'number') return String(value);
  if (/^[ -~]{0,120}$/.test(value)) return value;
  const clean = value.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ');
  const points = Array.from(clean.slice(0, 4 * longestArgument));
  return points.length <= longestArgument ? clean : `${points.slice(0, longestArgument - 1).join('')}…`;
}
