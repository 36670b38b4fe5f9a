/** `1 row`, `2 rows`, `1,234 rows`. Nouns with a plural of their own name it. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${number(n)} ${n === 1 ? one : many}`;
}

export function number(n: number): string {
  return n.toLocaleString('en');
}

/** A name as a shell takes it. */
export function quoted(name: string): string {
  return /^[\w.@/-]+$/.test(name) ? name : `'${name.replace(/'/g, `'\\''`)}'`;
}

const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** `281 bytes`, `8.1 kB`, `243 kB`. */
export function size(bytes: number): string {
  let [value, unit] = [bytes, 0];
  for (; value >= 999.5 && unit < units.length - 1; unit++) value /= 1000;
  if (unit === 0) return count(bytes, 'byte');
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit] ?? ''}`;
}

/** `2026-09-20 17:14` of an ISO time, UTC. */
export function minute(iso: string): string {
  return iso.slice(0, 16).replace('T', ' ');
}
