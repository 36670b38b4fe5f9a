import fs from 'node:fs';
import { unlessLocked } from '../disk/disk';
import { segmentFile, type SegmentKind, type SegmentName } from '../disk/layout';
import { segmentSize, type Written } from '../log/appender';
import { sealLine } from '../log/line';
import type { StoreParts } from '../parts';

/** Bytes that are written and synced together while rows come in. */
const groupSize = 1 << 19;

interface OpenPart {
  readonly name: SegmentName;
  readonly fd: number;
  size: number;
  lines: number;
}

/** A finished part: `size` with its seal. */
export interface FinishedPart {
  readonly name: SegmentName;
  readonly size: number;
  readonly lines: number;
}

/**
 * Writes segments that are not part of the log yet beside the others, as `.part` files. Syncs run while the next lines
 * come in.
 */
export class PartWriter {
  readonly finished: FinishedPart[] = [];
  private current: OpenPart | undefined;
  /** Lines that are not written yet; always the same memory, until a huge line needs more. */
  private buffer = Buffer.allocUnsafeSlow(0);
  private buffered = 0;
  private syncing: Promise<void> = Promise.resolve();

  constructor(
    private readonly parts: StoreParts,
    private readonly kind: SegmentKind,
  ) {}

  /** Where the line will be. It can be read there once it is handed over. */
  add(line: Uint8Array): Written {
    const segment = (this.current ??= this.start());
    const written = { name: segment.name, offset: segment.size, length: line.length };
    segment.size += line.length;
    segment.lines += 1;
    this.hold(line);
    return written;
  }

  /** Takes the line that was added last back; it must not have been handed over yet, nor be the first of its segment. */
  takeBack({ length }: Pick<Written, 'length'>): void {
    if (!this.current || this.current.lines < 2 || length > this.buffered) throw new RangeError('this line has to stay');
    this.current.size -= length;
    this.current.lines -= 1;
    this.buffered -= length;
  }

  /** Whether the next line begins no new segment. */
  get isOpen(): boolean {
    return this.current !== undefined;
  }

  /** Whether enough has come together to be written before more is added. */
  get isFull(): boolean {
    return this.buffered >= groupSize || (this.current?.size ?? 0) >= segmentSize;
  }

  /** Writes when enough has come together, and finishes a full segment. Waits for the disk when it falls behind. */
  async pace(): Promise<void> {
    if (this.buffered >= groupSize) await this.flush();
    if (this.current && this.current.size >= segmentSize) await this.finish();
  }

  /** Hands everything to the system, so that it can be read. */
  handOver(): void {
    const { current } = this;
    if (!current || this.buffered === 0) return;
    const bytes = this.buffer.subarray(0, this.buffered);
    this.buffered = 0;
    this.parts.disk.write(current.fd, bytes, current.size - bytes.length, this.file(current.name), this.kind);
    // One huge conversation must not keep its room.
    if (this.buffer.length > 2 * groupSize) this.buffer = Buffer.allocUnsafeSlow(0);
  }

  /** Hands over, and has it synced in the background. */
  private async flush(): Promise<void> {
    const { current } = this;
    if (!current || this.buffered === 0) return;
    this.handOver();
    await this.syncing;
    this.syncing = this.parts.disk.sync(current.fd, this.file(current.name), this.kind);
    // Asked for by the next flush; until then a failure is nobody's unhandled one.
    this.syncing.catch(() => undefined);
  }

  /** Seals and syncs the last segment: everything is on disk afterwards. */
  async finish(): Promise<void> {
    const { current } = this;
    if (!current) return;
    await this.flush();
    const seal = sealLine({ lines: current.lines, bytes: current.size });
    const file = this.file(current.name);
    this.parts.disk.write(current.fd, seal, current.size, file, this.kind);
    await this.syncing;
    await this.parts.disk.sync(current.fd, file, this.kind);
    this.close();
    this.finished.push({ name: current.name, size: current.size + seal.length, lines: current.lines + 1 });
  }

  /** Everything is on disk afterwards, its name in the folder too: an act may now say that it counts. */
  async settle(): Promise<void> {
    await this.finish();
    this.syncFolder();
  }

  /**
   * The act that says so is in the log: the segments take their place among the others. One that another program holds
   * is read under the name it has; the next opening renames it. Their names last: a copy of the folder is another writer's,
   * who leaves parts alone.
   */
  async publish(): Promise<void> {
    for (const { name } of this.finished) {
      this.parts.files.close(name);
      const renamed = await unlessLocked(
        this.parts.disk.rename(this.file(name), this.parts.layout.at(segmentFile(name)), name.kind),
      );
      if (renamed) this.parts.files.setPart(name, false);
    }
    this.syncFolder();
    await this.parts.listed(this.finished.map(({ name }) => name));
  }

  /** Gives up what was written. */
  async discard(): Promise<void> {
    await this.syncing.catch(() => undefined);
    const names = this.finished.map(({ name }) => name);
    if (this.current) names.push(this.current.name);
    this.close();
    for (const name of names) {
      this.parts.files.setPart(name, false);
      // One that is held goes with the next opening.
      await unlessLocked(this.parts.disk.unlink(this.file(name), this.kind));
    }
  }

  /** Copies: whoever gave the line may use its memory again. */
  private hold(line: Uint8Array): void {
    const end = this.buffered + line.length;
    if (end > this.buffer.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(2 * groupSize, end));
      larger.set(this.buffer.subarray(0, this.buffered));
      this.buffer = larger;
    }
    this.buffer.set(line, this.buffered);
    this.buffered = end;
  }

  private syncFolder(): void {
    if (this.finished.length > 0) this.parts.disk.syncFolder(this.parts.layout.folder(this.kind), this.kind);
  }

  private close(): void {
    if (this.current) fs.closeSync(this.current.fd);
    this.current = undefined;
  }

  private start(): OpenPart {
    const name = this.parts.numbers.take(this.kind);
    const fd = this.parts.disk.open(this.file(name), 'wx+', this.kind);
    this.parts.files.setPart(name, true);
    return { name, fd, size: 0, lines: 0 };
  }

  private file(name: SegmentName): string {
    return this.parts.layout.at(`${segmentFile(name)}.part`);
  }
}
