/** A top-level key with what belongs to it: in one piece, or as its line and the items of the list below it. */
export interface Part {
  readonly start: number;
  /** Where each item of its list begins; empty for a value of another kind. */
  readonly items: readonly number[];
  readonly end: number;
}

interface Making {
  readonly start: number;
  readonly items: number[];
  end: number;
  /** The column of the list's dashes; `undefined` until the first line of the value is seen, -1 for no list. */
  dashes: number | undefined;
}

const topLevelKey = /^[A-Za-z_$][\w.$-]*:(?:[ \t]*(#.*)?$|[ \t])/;

/**
 * Cuts block YAML at its top-level keys and at the items of the lists below them, so that each piece reads alone as it
 * reads in the whole. `undefined` where that cannot be told line by line: anchors, document markers, a line at the margin
 * that is no key.
 */
export function cut(source: string): Part[] | undefined {
  if (/(?:^[ \t]*|[:\-?,[{][ \t]*)&[^\s&]/m.test(source)) return undefined;
  const parts: Making[] = [];
  for (let start = 0; start < source.length;) {
    const end = (source.indexOf('\n', start) + 1 || source.length + 1) - 1;
    if (!take(parts, source.slice(start, end), start)) return undefined;
    start = end + 1;
  }
  const last = parts.at(-1);
  if (last) last.end = source.length;
  return parts;
}

/** Reads one more line; false when it is none that a piece could begin or go on with. */
function take(parts: Making[], line: string, start: number): boolean {
  const column = line.search(/[^ ]/);
  const first = line[column];
  if (first === undefined || first === '#' || first === '\r') return true;
  const current = parts.at(-1);
  const dash = first === '-' && /^(?:[ \t\r]|$)/.test(line.slice(column + 1));
  if (column === 0 && !(dash && current && (current.dashes ?? 0) === 0)) {
    const key = topLevelKey.exec(line.trimEnd());
    if (!key) return false;
    if (current) current.end = start;
    const alone = key[0].length === line.trimEnd().length;
    // What comes before the first key goes with it.
    parts.push({ start: current ? start : 0, items: [], end: start, dashes: alone ? undefined : -1 });
    return true;
  }
  if (!current) return false;
  current.dashes ??= dash ? column : -1;
  if (dash && current.dashes === column) current.items.push(start);
  return true;
}
