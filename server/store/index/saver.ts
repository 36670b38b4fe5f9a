import type { Disk } from '../disk/disk';
import type { StoreIndex } from './store-index';
import { writeIndexFile } from './index-file';

/** Acts not in the index file after which it is worth writing: when nothing else happens, on closing, and in any case. */
const worthIdle = 2000;
const worthClosing = 200;
const worthAlways = 10_000;
const idleAfter = 2000;

export interface SaverParts {
  readonly disk: Disk;
  readonly file: string;
  index(): StoreIndex;
  /** Not while rows of an uncommitted import are in the index. */
  mayNow(): boolean;
  now(): number;
}

/** Decides when the index file is written: after bulk work, when idle, on closing; never for a single act. */
export class Saver {
  /** Lines folded that the index file does not have. */
  unsaved = 0;
  savedAt: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private trusted = true;
  private closed = false;

  constructor(private readonly parts: SaverParts) {}

  /** Lines were folded. */
  count(lines: number): void {
    this.unsaved += lines;
    if (this.unsaved >= worthAlways) void this.save().catch(ignoreForNow);
    else if (this.unsaved >= worthIdle) this.whenIdle();
  }

  /** Bulk work is over: from a few hundred lines on it is worth writing. */
  bulkDone(): void {
    if (this.unsaved >= worthClosing) void this.save().catch(ignoreForNow);
  }

  /** The file holds something that must go (a purge): write as soon as may be, and in any case on closing. */
  soon(): void {
    this.unsaved = Math.max(this.unsaved, worthClosing);
    setImmediate(() => void this.save().catch(ignoreForNow));
  }

  /** The index may have missed something: never write it again; the next opening reads the log. */
  distrust(): void {
    this.trusted = false;
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    if (this.unsaved >= worthClosing) await this.save();
    this.closed = true;
    await this.running?.catch(ignoreForNow);
  }

  /** Writes the index file now. One at a time; a second call waits for the first and then writes what is newer. */
  async save(): Promise<void> {
    while (this.running) await this.running.catch(ignoreForNow);
    if (this.closed || !this.trusted || !this.parts.mayNow()) return;
    this.running = this.write().finally(() => (this.running = undefined));
    await this.running;
  }

  private async write(): Promise<void> {
    const bytes = this.parts.index().export();
    const covered = this.unsaved;
    await writeIndexFile(this.parts.disk, this.parts.file, bytes);
    this.unsaved -= covered;
    this.savedAt = this.parts.now();
  }

  private whenIdle(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save().catch(ignoreForNow), idleAfter);
    this.timer.unref();
  }
}

/** The index is a cache: when it cannot be written now, the next opening reads more of the log. */
function ignoreForNow(): void {
  return;
}
