import path from 'node:path';
import { Problem } from '../../../core/lib/problem';
import type { Disk } from '../disk/disk';
import type { StoreIndex } from './store-index';
import { writeIndexFile } from './index-file';

/**
 * Lines not in the index file after which it is worth writing: when nothing else happens, on closing, and in any case. A
 * line about many traces counts as many: the next opening would have to do all of that again.
 */
const worthIdle = 2000;
const worthClosing = 200;
const worthAlways = 10_000;
const idleAfter = 2000;
const soonAfter = 200;
const pauseAfterFailure = 60_000;

export interface SaverParts {
  readonly disk: Disk;
  readonly file: string;
  index(): StoreIndex;
  /** Not while rows of an uncommitted import are in the index. */
  mayNow(): boolean;
  /** Throws when somebody else has the store by now: the file is theirs. */
  check(): void;
  now(): number;
}

/** Decides when the index file is written: after bulk work, when idle, on closing; never for a single act. */
export class Saver {
  /** Lines folded that the index file does not have. */
  unsaved = 0;
  /** What folding them again would take, in lines about one trace each. */
  private work = 0;
  savedAt: number | undefined;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private queued: Promise<void> | undefined;
  /** After a failed write, no act starts another one for a while. */
  private notBefore = 0;
  private trusted = true;
  private closed = false;
  /** What is being written holds something that must go. */
  private forgetting = false;

  constructor(private readonly parts: SaverParts) {}

  /** Lines were folded. */
  count(lines: number, work = lines): void {
    this.unsaved += lines;
    this.work += Math.max(lines, work);
    if (this.work >= worthAlways && !this.running && this.parts.now() >= this.notBefore) void this.save().catch(ignoreForNow);
    else if (this.work >= worthIdle) this.whenIdle();
  }

  /** Bulk work is over: from a few hundred lines on it is worth writing. */
  bulkDone(): void {
    if (this.work >= worthClosing) void this.save().catch(ignoreForNow);
  }

  /** The file holds something that must go (a purge): write soon, and in any case on closing. */
  soon(): void {
    this.work = Math.max(this.work, worthClosing);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save().catch(ignoreForNow), soonAfter);
    this.timer.unref();
  }

  /**
   * The file holds somebody's words that have to be gone when this ends. It goes at once and is written anew when there is
   * time, which takes a hundred times as long; after a kill in between the next opening reads the log.
   */
  async forget(): Promise<void> {
    const { disk, file } = this.parts;
    this.forgetting = true;
    try {
      while (this.running) await this.running.catch(ignoreForNow);
    } finally {
      this.forgetting = false;
    }
    await disk.unlink(file, 'index');
    disk.syncFolder(path.dirname(file), 'index');
    this.soon();
  }

  /** The index may have missed something: never write it again; the next opening reads the log. */
  distrust(): void {
    this.trusted = false;
  }

  async close(): Promise<void> {
    clearTimeout(this.timer);
    // What is being written may be all there is to write.
    await this.running?.catch(ignoreForNow);
    // A verb that was answered has not failed because its index could not be kept.
    if (this.work >= worthClosing) await this.save().catch(unlessProblem);
    this.closed = true;
    await this.running?.catch(ignoreForNow);
  }

  /** Writes the index file as it is now. While one write is going on, all who ask share the next one. */
  save(): Promise<void> {
    if (this.running) {
      this.queued ??= this.running.catch(ignoreForNow).then(() => {
        this.queued = undefined;
        return this.save();
      });
      return this.queued;
    }
    if (this.closed || !this.trusted || !this.parts.mayNow()) return Promise.resolve();
    this.running = this.write().finally(() => (this.running = undefined));
    return this.running;
  }

  private async write(): Promise<void> {
    try {
      await this.copyAndWrite();
    } catch (error) {
      if (this.forgetting) return;
      this.notBefore = this.parts.now() + pauseAfterFailure;
      // Whoever has the store now writes its file.
      if (error instanceof Problem && error.code === 'store_in_use_elsewhere') return;
      throw error;
    }
  }

  /** The store goes on meanwhile. Whoever is in the way of it saves later. */
  private async copyAndWrite(): Promise<void> {
    const { disk, file } = this.parts;
    const index = this.parts.index();
    let covered = { lines: 0, work: 0 };
    const bytes = await index.snapshot({
      stop: () => this.forgetting || !this.trusted || !this.parts.mayNow() || this.parts.index() !== index,
      finish: () => (covered = { lines: this.unsaved, work: this.work }),
    });
    if (!bytes) return;
    await writeIndexFile(disk, file, bytes, () => {
      if (this.forgetting) throw new Problem('cancelled');
      this.parts.check();
    });
    this.unsaved -= covered.lines;
    this.work -= covered.work;
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

function unlessProblem(error: unknown): void {
  if (!(error instanceof Problem)) throw error;
}
