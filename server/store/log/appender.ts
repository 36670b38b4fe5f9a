import fs from 'node:fs';
import { isSame, type Disk } from '../disk/disk';
import type { Layout, SegmentKind, SegmentName } from '../disk/layout';
import { segmentFile } from '../disk/layout';
import { sealLine } from './line';
import type { Replaced } from './replaced';

/** Segments are finished at about this size; a larger line has one of its own. */
export const segmentSize = 8 << 20;

/** Where a line was written. */
export interface Written {
  readonly name: SegmentName;
  readonly offset: number;
  readonly length: number;
}

/** Hands out the numbers of a writer's segments, ascending. */
export class SegmentNumbers {
  private readonly next = { traces: 1, log: 1 };

  constructor(readonly writer: string) {}

  seen(kind: SegmentKind, n: number): void {
    this.next[kind] = Math.max(this.next[kind], n + 1);
  }

  take(kind: SegmentKind): SegmentName {
    return { kind, writer: this.writer, n: this.next[kind]++, gen: 0 };
  }
}

interface OpenSegment {
  readonly name: SegmentName;
  readonly fd: number;
  /** Bytes that are on disk for sure. */
  durable: number;
  size: number;
  lines: number;
}

/** A point to go back to. */
export interface Mark {
  readonly name: SegmentName | undefined;
  readonly size: number;
  readonly lines: number;
}

export interface AppenderParts {
  readonly disk: Disk;
  readonly layout: Layout;
  readonly numbers: SegmentNumbers;
  /** A segment is finished; `size` with its seal. */
  onSealed(name: SegmentName, size: number): void;
  onStarted(name: SegmentName): void;
}

/** Appends lines to this writer's segments of one kind. `prepare`, `write`, `sync`; or back to the mark. */
export class Appender {
  private current: OpenSegment | undefined;
  private replaced: Replaced[] = [];

  constructor(
    private readonly parts: AppenderParts,
    private readonly kind: SegmentKind,
  ) {}

  /** Goes on with a segment that is not full yet. */
  resume(name: SegmentName, size: number, lines: number): void {
    const fd = this.parts.disk.open(this.path(name), 'r+', this.kind);
    this.current = { name, fd, durable: size, size, lines };
  }

  /** Finishes a full segment, so that the next write begins another. Before `write`; answers with the point to go back to. */
  async prepare(): Promise<Mark> {
    const { current } = this;
    if (current && current.size >= segmentSize) await this.seal(current);
    return { name: this.current?.name, size: this.current?.size ?? 0, lines: this.current?.lines ?? 0 };
  }

  write(lines: readonly Uint8Array[]): Written[] {
    const segment = (this.current ??= this.start());
    const { name } = segment;
    let offset = segment.size;
    const written = lines.map((line) => {
      const at = { name, offset, length: line.length };
      offset += line.length;
      return at;
    });
    const bytes = lines.length === 1 && lines[0] ? lines[0] : Buffer.concat(lines);
    this.parts.disk.write(segment.fd, bytes, segment.size, this.path(name), this.kind);
    segment.size = offset;
    segment.lines += lines.length;
    return written;
  }

  async sync(): Promise<void> {
    const { current } = this;
    if (!current || current.durable === current.size) return;
    const { size } = current;
    await this.parts.disk.sync(current.fd, this.path(current.name), this.kind);
    current.durable = size;
  }

  /**
   * Takes back what was written since the mark. Where that fails a new segment is begun, and the next opening sees to it;
   * also when the file was replaced by another one of its name, as a pull of a shared log does.
   */
  goBack(mark: Mark): void {
    const { current } = this;
    if (!current) return;
    const size = current.name === mark.name ? mark.size : 0;
    if (this.keepReplaced(size)) return;
    try {
      this.parts.disk.truncate(current.fd, size, this.path(current.name), this.kind);
      current.size = size;
      current.durable = Math.min(current.durable, size);
      current.lines = current.name === mark.name ? mark.lines : 0;
    } catch {
      this.close();
    }
  }

  /**
   * Files that were replaced under this appender's hands: what was acknowledged in them just before may not be in the
   * new ones. They are the caller's to close.
   */
  takeReplaced(): Replaced[] {
    this.keepReplaced(this.current?.size ?? 0);
    return this.replaced.splice(0);
  }

  close(): void {
    if (this.current) fs.closeSync(this.current.fd);
    this.current = undefined;
  }

  private keepReplaced(size: number): boolean {
    const { current } = this;
    if (!current || this.isThere(current)) return false;
    this.replaced.push({ name: current.name, fd: current.fd, size });
    this.current = undefined;
    return true;
  }

  /** A folder that was moved away may come back as it is; one that is back without the file will not have it any more. */
  private isThere({ fd, name }: OpenSegment): boolean {
    if (isSame(fd, this.path(name))) return true;
    return fs.fstatSync(fd).nlink > 0 && !fs.existsSync(this.parts.layout.store);
  }

  private async seal(segment: OpenSegment): Promise<void> {
    const { name, fd, size, lines } = segment;
    const seal = sealLine({ lines, bytes: size });
    try {
      this.parts.disk.write(fd, seal, size, this.path(name), this.kind);
      await this.parts.disk.sync(fd, this.path(name), this.kind);
    } catch (error) {
      this.goBack({ name, size, lines });
      throw error;
    }
    this.close();
    this.parts.onSealed(name, size + seal.length);
  }

  private start(): OpenSegment {
    const name = this.parts.numbers.take(this.kind);
    const fd = this.parts.disk.open(this.path(name), 'wx+', this.kind);
    this.parts.disk.syncFolder(this.parts.layout.folder(this.kind), this.kind);
    this.parts.onStarted(name);
    return { name, fd, durable: 0, size: 0, lines: 0 };
  }

  private path(name: SegmentName): string {
    return this.parts.layout.at(segmentFile(name));
  }
}
