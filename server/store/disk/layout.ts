import path from 'node:path';
import type { FileRole } from './faults';

/** The two kinds of segment files: conversations, and everything said about them. */
export const segmentKinds = ['traces', 'log'] as const;
export type SegmentKind = (typeof segmentKinds)[number];

/** A segment: the nth file of a writer. `gen` grows when it is compacted. */
export interface SegmentName {
  readonly kind: SegmentKind;
  readonly writer: string;
  readonly n: number;
  readonly gen: number;
}

const pattern = /^([a-z0-9]{1,26})-(\d{1,7})\.g(\d{1,6})\.jsonl(\.part)?$/;

export function segmentFile(name: SegmentName): string {
  return `${name.kind}/${name.writer}-${name.n}.g${name.gen}.jsonl`;
}

/** Tells a segment from all others, whatever its generation. */
export function segmentKey({ kind, writer, n }: Pick<SegmentName, 'kind' | 'writer' | 'n'>): string {
  return `${kind}/${writer}-${n}`;
}

/** Reads a file name of a segment folder; undefined for any other file. `part`: not yet made visible. */
export function parseSegmentFile(kind: SegmentKind, file: string): { name: SegmentName; part: boolean } | undefined {
  const match = pattern.exec(file);
  if (!match) return undefined;
  const [, writer = '', n = '', gen = '', part] = match;
  return { name: { kind, writer, n: Number(n), gen: Number(gen) }, part: part !== undefined };
}

/** Where the files of a store are (ARCHITECTURE §4). */
export class Layout {
  readonly store: string;
  readonly local: string;
  readonly ignore: string;
  readonly attributes: string;
  readonly index: string;
  readonly datasets: string;
  readonly exports: string;
  /** What the store was like before it was brought to a newer format. */
  readonly kept: string;

  constructor(readonly root: string) {
    this.store = this.at('store.json');
    this.local = this.at('local.json');
    this.ignore = this.at('.gitignore');
    this.attributes = this.at('.gitattributes');
    this.index = this.at('index.sqlite');
    this.datasets = this.at('datasets');
    this.exports = this.at('exports');
    this.kept = this.at('kept');
  }

  /** Absolute path of a path relative to the store. */
  at(...parts: string[]): string {
    return path.join(this.root, ...parts);
  }

  folder(kind: SegmentKind): string {
    return this.at(kind);
  }

  dataset(id: string): string {
    return path.join(this.datasets, `${safe(id)}.jsonl`);
  }

  exportMap(id: string): string {
    return path.join(this.exports, `${safe(id)}.jsonl`);
  }
}

export function roleOf(kind: SegmentKind): FileRole {
  return kind;
}

/** Ids come from logs that others may have written: one that is not a plain name must not leave the folder. */
function safe(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(id)) throw new RangeError(`not a file name: ${JSON.stringify(id.slice(0, 80))}`);
  return id;
}
