/** One of several converters that share a job: every one reads all, and converts what is its own. */
export interface Share {
  /** From 0. */
  readonly index: number;
  readonly of: number;
  /** Bytes of a file that one converter takes at a time. */
  readonly block: number;
  /** Files below this many bytes are one converter's alone, so that the others need not open them. */
  readonly small: number;
}

/** The shares of so many converters. */
export function sharesOf(of: number, block = 256 * 1024, small = 1024 * 1024): Share[] {
  return Array.from({ length: of }, (_, index) => ({ index, of, block, small }));
}

const [all] = sharesOf(1) as [Share];

/** How the rows of a file depend on each other: not known yet, each by itself, or all together. */
export type Rows = 'unknown' | 'alone' | 'together';

/** Numbers for the blocks of a file. */
const blocks = 2 ** 24;

/**
 * Which rows of one file are this converter's. The first rows, which say what the file is, are read by all and are the
 * owner's, and so is a file whose rows belong together. Others are dealt out in blocks, by where they stand: nobody has to ask.
 */
export class FilePart {
  readonly isOwner: boolean;
  /** Bytes to read: a file that grows meanwhile must be the same to all. Absent when nobody else reads it. */
  readonly upTo: number | undefined;
  /** Rises along the job, and is the same for no two converters: batches are put in order by it. */
  order: number;
  /** What the first rows have told. */
  rows: Rows = 'unknown';
  /** Nobody else reads it. */
  private readonly isSmall: boolean;

  /** @param file which one of the job, from 0 */
  constructor(
    private readonly share = all,
    private readonly file = 0,
    { path, bytes }: { readonly path: string; readonly bytes: number } = { path: '', bytes: 0 },
  ) {
    this.isOwner = file % share.of === share.index;
    this.isSmall = bytes < share.small && !path.endsWith('.gz');
    this.upTo = share.of > 1 && !this.isSmall && bytes > 0 ? bytes : undefined;
    this.order = file * blocks;
  }

  /** Nothing more of the file is this converter's. */
  isOver(): boolean {
    return !this.isOwner && (this.isSmall || this.rows === 'together');
  }

  /** Whether the row that begins at this byte is to be read. To be asked in order. */
  wants(at: number): boolean {
    if (this.rows === 'unknown') return true;
    if (this.isSmall || this.rows === 'together') return this.isOwner;
    const block = 1 + Math.floor(at / this.share.block);
    if ((this.file + block) % this.share.of !== this.share.index) return false;
    this.order = this.file * blocks + block;
    return true;
  }
}
