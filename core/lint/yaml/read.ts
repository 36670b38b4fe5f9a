import { overlaps, type Span, span } from '../span';
import type { Mistake } from './mistakes';
import { movedMistake, movedNode } from './moved';
import { type Assembled, readPieces } from './pieces';
import { readSource } from './source';
import type { YamlNode } from './tree';

/** A stretch of YAML with what can be known of it although it may be broken. */
export interface Yaml {
  readonly span: Span;
  readonly root: YamlNode | undefined;
  readonly mistakes: readonly Mistake[];
  /** Somewhere nothing is known: a mistake that could not be read around. */
  readonly lost: boolean;
  /** True when the place was part of a mistake, or after one that could not be read around. */
  spoiled(place: Span): boolean;
}

/** Shorter texts are read as a whole: cutting them up gains nothing. */
const shortest = 4000;

export function readYaml(text: string, where: Span): Yaml {
  // A lone CR ends a line for editors and for YAML's own rules, but not for the parser. Same length, so offsets stand.
  const source = text.slice(where.start, where.end).replace(/\r(?!\n)/g, '\n');
  const read = (source.length < shortest ? undefined : readPieces(source)) ?? readWhole(source);
  const mistakes = read.mistakes.map((mistake) => movedMistake(mistake, where.start));
  const lost = read.lost.map(({ start, end }) => span(start + where.start, end + where.start));
  return {
    span: where,
    root: read.root && movedNode(read.root, where.start),
    mistakes,
    lost: lost.length > 0,
    spoiled: (place) =>
      lost.some(({ start, end }) => place.end > start && place.start < end) ||
      mistakes.some((mistake) => overlaps(mistake.damaged, place)),
  };
}

export function readWhole(source: string): Assembled {
  const { root, mistakes, lost } = readSource(source);
  return { root, mistakes, lost: lost === undefined ? [] : [span(lost, source.length)] };
}
