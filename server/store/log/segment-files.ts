import fs from 'node:fs';
import { fileProblem } from '../disk/errors';
import { segmentFile, type Layout, type SegmentName } from '../disk/layout';

const keptOpen = 64;

/** Reads lines at known places. Keeps the files it reads open, the least recently used one goes first. */
export class SegmentFiles {
  /** By the name of the file in the store, whether or not `.part` is at its end now. */
  private readonly open = new Map<string, number>();
  private readonly parts = new Set<string>();

  constructor(private readonly layout: Layout) {}

  /** Where a segment's file is; one of an import that is not committed has `.part` at its end. */
  path(name: SegmentName): string {
    const file = segmentFile(name);
    return this.layout.at(this.parts.has(file) ? `${file}.part` : file);
  }

  /** Whether a segment counts although its file is still called `.part`: it is committed, and could not be renamed. */
  isPart(name: SegmentName): boolean {
    return this.parts.has(segmentFile(name));
  }

  /** From now on this segment is read from its `.part` file, or no longer. */
  setPart(name: SegmentName, part: boolean): void {
    this.close(name);
    if (part) this.parts.add(segmentFile(name));
    else this.parts.delete(segmentFile(name));
  }

  /** `length` bytes, or fewer at the end of the file. */
  read(name: SegmentName, offset: number, length: number): Buffer {
    return this.readInto(name, offset, Buffer.allocUnsafe(length));
  }

  /** Fills a buffer as far as the file goes; answers with the bytes read. */
  readInto(name: SegmentName, offset: number, buffer: Buffer): Buffer {
    return buffer.subarray(0, fs.readSync(this.descriptor(name), buffer, 0, buffer.length, offset));
  }

  descriptor(name: SegmentName): number {
    const file = segmentFile(name);
    const known = this.open.get(file);
    if (known !== undefined) {
      this.open.delete(file);
      this.open.set(file, known);
      return known;
    }
    const fd = openToRead(this.path(name));
    this.open.set(file, fd);
    if (this.open.size > keptOpen) this.closeOldest();
    return fd;
  }

  close(name: SegmentName): void {
    const file = segmentFile(name);
    const fd = this.open.get(file);
    if (fd === undefined) return;
    this.open.delete(file);
    fs.closeSync(fd);
  }

  closeAll(): void {
    for (const fd of this.open.values()) fs.closeSync(fd);
    this.open.clear();
  }

  private closeOldest(): void {
    for (const [file, fd] of this.open) {
      this.open.delete(file);
      fs.closeSync(fd);
      return;
    }
  }
}

function openToRead(file: string): number {
  try {
    return fs.openSync(file, 'r');
  } catch (error) {
    throw fileProblem(error, file);
  }
}
