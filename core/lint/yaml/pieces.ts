import { Remembered } from '../remembered';
import { type Span, span } from '../span';
import { cut, type Part } from './cut';
import type { Mistake } from './mistakes';
import { movedEntry, movedMistake, movedNode } from './moved';
import { type Read, readSource } from './source';
import type { YamlEntry, YamlMap, YamlNode } from './tree';

/** What was made of YAML, with offsets of the whole. */
export interface Assembled {
  readonly root: YamlNode | undefined;
  readonly mistakes: readonly Mistake[];
  /** Stretches of which nothing is known. */
  readonly lost: readonly Span[];
}

/** Typing changes one piece at a time: the others are known by their text. */
const known = new Remembered<Read>(2_000_000);

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly read: Read;
}

/**
 * Reads YAML piece by piece: keys, and the items of their lists. A mistake is read around in its own piece; neighbours that
 * are both broken are one stretch, because a quote or a bracket left open in the first breaks the second. `undefined` where
 * the text has to be read as a whole.
 */
export function readPieces(source: string): Assembled | undefined {
  const parts = cut(source);
  if (!parts || parts.length === 0) return undefined;
  const entries: YamlEntry[] = [];
  const pieces: Piece[] = [];
  for (const part of parts) {
    const made = part.items.length === 0 ? plainPart(source, part) : listPart(source, part);
    if (!made) return undefined;
    entries.push(made.entry);
    const [first] = made.pieces;
    // Broken on both sides of a key: that is no matter of one piece.
    if (first && isBroken(first.read) && pieces.some((piece) => piece.end === first.start && isBroken(piece.read)))
      return undefined;
    pieces.push(...made.pieces);
  }
  const root: YamlMap = {
    kind: 'map',
    flow: false,
    entries,
    span: span(entries[0]?.span.start ?? 0, entries.at(-1)?.span.end ?? 0),
  };
  return { root, ...troubles(pieces) };
}

function troubles(pieces: readonly Piece[]): Pick<Assembled, 'mistakes' | 'lost'> {
  return {
    mistakes: pieces.flatMap(({ start, read }) => read.mistakes.map((mistake) => movedMistake(mistake, start))),
    lost: pieces.flatMap(({ start, end, read }) => (read.lost === undefined ? [] : [span(start + read.lost, end)])),
  };
}

function isBroken({ mistakes }: Read): boolean {
  return mistakes.length > 0;
}

function pieceOf(source: string, start: number, end: number): Piece {
  return { start, end, read: known.of(source.slice(start, end), readSource) };
}

/** What items of a list are put below, so that a slip in them breaks what it would break in the file. */
const above = '_:\n';

function itemsPiece(source: string, start: number, end: number): Piece {
  return { start, end, read: known.of(above + source.slice(start, end), readBelow) };
}

function readBelow(text: string): Read {
  const { root, mistakes, lost } = readSource(text);
  const list = root?.kind === 'map' && root.entries.length === 1 ? root.entries[0]?.value : undefined;
  return {
    root: list && movedNode(list, -above.length),
    mistakes: mistakes.map((mistake) => movedMistake(mistake, -above.length)),
    lost: lost === undefined ? undefined : lost - above.length,
  };
}

interface Made {
  readonly entry: YamlEntry;
  readonly pieces: readonly Piece[];
}

function plainPart(source: string, { start, end }: Part): Made | undefined {
  const piece = pieceOf(source, start, end);
  const entry = onlyEntry(piece);
  return entry && { entry, pieces: [piece] };
}

function onlyEntry({ read: { root }, start }: Piece): YamlEntry | undefined {
  if (root?.kind !== 'map' || root.flow || root.entries.length !== 1) return undefined;
  return root.entries[0] && movedEntry(root.entries[0], start);
}

function listPart(source: string, { start, end, items: starts }: Part): Made | undefined {
  const head = pieceOf(source, start, starts[0] ?? end);
  const entry = onlyEntry(head);
  if (!entry || isBroken(head.read)) return undefined;
  const pieces = joined(
    source,
    starts.map((at, i) => itemsPiece(source, at, starts[i + 1] ?? end)),
  );
  const items: YamlNode[] = [];
  for (const piece of pieces) {
    const { root } = piece.read;
    if (root?.kind !== 'list' || root.flow) return undefined;
    for (const item of root.items) items.push(movedNode(item, piece.start));
  }
  const from = (starts[0] ?? 0) + (pieces[0]?.read.root?.span.start ?? 0);
  const value: YamlNode = { kind: 'list', flow: false, items, span: span(from, Math.max(from, items.at(-1)?.span.end ?? from)) };
  return { entry: { ...entry, value, span: span(entry.span.start, value.span.end) }, pieces: [head, ...pieces] };
}

/** Neighbours that are broken are read as one. */
function joined(source: string, pieces: readonly Piece[]): Piece[] {
  const made: Piece[] = [];
  for (const piece of pieces) {
    const before = made.at(-1);
    if (before && isBroken(before.read) && isBroken(piece.read))
      made[made.length - 1] = itemsPiece(source, before.start, piece.end);
    else made.push(piece);
  }
  return made;
}
