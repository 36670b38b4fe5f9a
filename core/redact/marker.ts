/** Every marker begins with this; it is looked for first because `[` is rare. */
const opening = '[redacted:';
const pattern = /\[redacted:([a-z][a-z0-9_]{0,39})(?:#([1-9]\d{0,8}))?\]/g;

/** The highest number given out per kind. Holds no secret, so it can be stored or derived from redacted text. */
export type Numbering = Readonly<Record<string, number>>;

/** The text that replaces the n-th distinct value of a kind; the first has no number. */
export function marker(kind: string, number: number): string {
  return number === 1 ? `${opening}${kind}]` : `${opening}${kind}#${number}]`;
}

/** Whether a text may hold a marker: a quick look. */
export function hasMarker(text: string): boolean {
  return text.includes(opening);
}

export interface FoundMarker {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
  readonly number: number;
}

/** All markers of a text, in order. */
export function markersOf(text: string): FoundMarker[] {
  if (!hasMarker(text)) return [];
  const found: FoundMarker[] = [];
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    found.push({ start: match.index, end, kind: match[1] ?? '', number: Number(match[2] ?? 1) });
  }
  return found;
}

/** A marker that was cut off at a text's end. */
const torn = /\[redacted:[a-z0-9_#]*…?$/;

/**
 * A text as a list or a title shows it: `[redacted:phone#2]` becomes `‹phone number 2›`. `nameOf` gives a kind's name. A
 * marker cut off at the end becomes an ellipsis.
 */
export function withNames(text: string, nameOf: (kind: string) => string): string {
  if (!hasMarker(text)) return text;
  const short = (_whole: string, kind: string, n?: string) => `‹${nameOf(kind)}${n === undefined ? '' : ` ${n}`}›`;
  return text.replace(pattern, short).replace(torn, '…');
}

export interface Segment {
  readonly start: number;
  readonly text: string;
}

/** What lies between the markers of a text: only that is searched, so a marker is never touched again. */
export function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = [];
  let from = 0;
  for (const found of markersOf(text)) {
    if (found.start > from) segments.push({ start: from, text: text.slice(from, found.start) });
    from = found.end;
  }
  if (from < text.length) segments.push({ start: from, text: from === 0 ? text : text.slice(from) });
  return segments;
}

/** The highest number per kind among the markers in all strings (and keys) of a value, above what is known already. */
export function numberingOf(value: unknown, known: Numbering = {}): Numbering {
  const highest: Record<string, number> = { ...known };
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') {
      for (const { kind, number } of markersOf(next)) highest[kind] = Math.max(highest[kind] ?? 0, number);
    } else if (Array.isArray(next)) {
      for (const item of next) open.push(item);
    } else if (typeof next === 'object' && next !== null) {
      for (const [key, item] of Object.entries(next)) open.push(key, item);
    }
  }
  return highest;
}
