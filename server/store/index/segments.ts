import { segmentKey, segmentKinds, type SegmentKind, type SegmentName } from '../disk/layout';
import type { Db, Row } from './db';

/** How far the index has read a segment. */
export interface KnownSegment {
  /** The segment's number in the index. */
  readonly seg: number;
  readonly name: SegmentName;
  /** Bytes that are in the index. */
  readonly folded: number;
  readonly lines: number;
  readonly sealed: boolean;
  /** Bytes in scrubbed lines. */
  readonly holes: number;
}

const columns = 'seg, kind, writer, n, gen, folded, lines, sealed, holes';

/** The segments the index knows, and the offsets from which it reads on. */
export class Segments {
  private readonly byNumber = new Map<number, KnownSegment>();
  private readonly byName = new Map<string, number>();

  constructor(private readonly db: Db) {
    this.reload();
  }

  all(): readonly KnownSegment[] {
    return [...this.byNumber.values()];
  }

  get(seg: number): KnownSegment {
    const found = this.byNumber.get(seg);
    if (!found) throw new RangeError(`no segment ${seg} in the index`);
    return found;
  }

  find(kind: SegmentKind, writer: string, n: number): KnownSegment | undefined {
    const seg = this.byName.get(segmentKey({ kind, writer, n }));
    return seg === undefined ? undefined : this.byNumber.get(seg);
  }

  /** The segment's row, made when it is new. */
  ensure(name: SegmentName): KnownSegment {
    const known = this.find(name.kind, name.writer, name.n);
    if (known) return known;
    const key = [segmentKinds.indexOf(name.kind), name.writer, name.n];
    this.db.run('insert into segments(kind, writer, n, gen, folded, lines, sealed, holes) values (?, ?, ?, ?, 0, 0, 0, 0)', [
      ...key,
      name.gen,
    ]);
    const seg = this.db.number('select seg from segments where kind = ? and writer = ? and n = ?', key);
    return this.keep({ seg, name, folded: 0, lines: 0, sealed: false, holes: 0 });
  }

  /** Remembers that everything before `folded` is in the index. Belongs to the transaction that put it there. */
  advance(seg: number, change: Partial<Pick<KnownSegment, 'folded' | 'lines' | 'sealed' | 'holes'>>): void {
    const next = { ...this.get(seg), ...change };
    this.db.run('update segments set folded = ?, lines = ?, sealed = ?, holes = ? where seg = ?', [
      next.folded,
      next.lines,
      next.sealed ? 1 : 0,
      next.holes,
      seg,
    ]);
    this.keep(next);
  }

  /** The segment was written anew, without its holes. */
  renew(seg: number, gen: number, { folded, lines }: Pick<KnownSegment, 'folded' | 'lines'>): void {
    this.db.run('update segments set gen = ?, folded = ?, lines = ?, holes = 0 where seg = ?', [gen, folded, lines, seg]);
    this.reload();
  }

  /** Forgets a segment whose rows never became visible, or are all gone. */
  drop(seg: number): void {
    this.db.run('delete from segments where seg = ?', [seg]);
    this.reload();
  }

  /** Reads the table again after a rolled back transaction. */
  reload(): void {
    this.byNumber.clear();
    this.byName.clear();
    for (const row of this.db.rows(`select ${columns} from segments`)) this.keep(segmentOf(row));
  }

  private keep(segment: KnownSegment): KnownSegment {
    this.byNumber.set(segment.seg, segment);
    this.byName.set(segmentKey(segment.name), segment.seg);
    return segment;
  }
}

function segmentOf(row: Row): KnownSegment {
  const [seg, kind, writer, n, gen, folded, lines, sealed, holes] = row;
  return {
    seg: Number(seg),
    name: { kind: segmentKinds[Number(kind)] ?? 'log', writer: String(writer), n: Number(n), gen: Number(gen) },
    folded: Number(folded),
    lines: Number(lines),
    sealed: sealed === 1,
    holes: Number(holes),
  };
}
