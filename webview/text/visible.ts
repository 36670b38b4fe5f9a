/**
 * Text of a trace as it may be shown. Terminal colours go, and every character that could hide or reorder what is
 * written (bidi overrides, zero-width and tag characters, controls) becomes a piece of its own with a name.
 */
export type Piece =
  | { readonly is: 'text'; readonly text: string }
  /** A redaction marker such as `[redacted:email#2]`. */
  | { readonly is: 'marker'; readonly kind: string; readonly n: number; readonly text: string }
  | { readonly is: 'hidden'; readonly name: string };

// Colours and weights only. Other escapes can carry words (titles, links) or take words away, and those must be seen.
const colours = /\u001b\[[0-9;:]{0,32}m/g;

/** Without terminal colours and carriage returns. */
export function cleaned(text: string): string {
  return text.replace(colours, '').replace(/\r\n?/g, '\n');
}

const special =
  /\[redacted:([a-z][a-z0-9_]{0,40})(?:#(\d{1,6}))?\]|([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff]|[\u{e0000}-\u{e007f}]+)/gu;

const names: Readonly<Record<string, string>> = {
  '\u001b': 'ESC',
  '\u0000': 'NUL',
  '\u0007': 'BEL',
  '\u0008': 'BS',
  '\u200b': 'ZWSP',
  '\u2060': 'WJ',
  '\ufeff': 'BOM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
};

function nameOf(characters: string): string {
  const known = names[characters];
  if (known !== undefined) return known;
  const points = Array.from(characters, (character) => character.codePointAt(0) ?? 0);
  if (points.every((point) => point >= 0xe0000)) return spelled(points);
  return points.map((point) => `U+${point.toString(16).toUpperCase().padStart(4, '0')}`).join(' ');
}

/** Tag characters spell invisible ASCII: show what they spell. */
function spelled(points: readonly number[]): string {
  const letters = points.map((point) => point - 0xe0000).filter((point) => point >= 0x20 && point < 0x7f);
  return `TAG ${String.fromCharCode(...letters.slice(0, 200))}`.trim();
}

export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(special)) {
    if (match.index > from) found.push({ is: 'text', text: text.slice(from, match.index) });
    const [whole, kind, n, hidden] = match;
    if (kind !== undefined) found.push({ is: 'marker', kind, n: Number(n ?? 1), text: whole });
    else found.push({ is: 'hidden', name: nameOf(hidden ?? whole) });
    from = match.index + whole.length;
  }
  if (from < text.length) found.push({ is: 'text', text: text.slice(from) });
  return found;
}

export function hasSpecial(text: string): boolean {
  return text.search(special) >= 0;
}
