import { Problem } from '../../../core/lib/problem';
import type { SegmentKind } from '../disk/layout';
import type { Appender, Written } from './appender';

/** Lines that have to be on disk together, and what to do when they are. */
export interface Commit {
  readonly log: readonly Uint8Array[];
  readonly traces: readonly Uint8Array[];
}

/** A commit that is on disk. */
export interface Durable {
  readonly log: readonly Written[];
  readonly traces: readonly Written[];
}

interface Waiting {
  /** Asked for when its turn comes. */
  readonly commit: () => Commit;
  /** Not in a group with others: what it writes depends on everything before it being folded. */
  readonly alone: boolean;
  /** Called in order, inside one transaction for all commits of a group. */
  fold(durable: Durable): void;
  resolve(): void;
  reject(error: unknown): void;
}

export interface CommitterParts {
  readonly appenders: Readonly<Record<SegmentKind, Appender>>;
  /** Throws when this engine may not write any more. */
  check(): void;
  /** Runs the folds of a group as one transaction. */
  transaction(work: () => void): void;
}

/** Group commit: whatever waits while the disk is busy is written and synced together next time. */
export class Committer {
  private waiting: Waiting[] = [];
  private running: Promise<void> | undefined;

  constructor(private readonly parts: CommitterParts) {}

  /** Returns when the lines are on disk and folded. */
  commit(commit: Commit, fold: (durable: Durable) => void): Promise<void> {
    return this.enqueue({ commit: () => commit, alone: false }, fold);
  }

  /** The same for lines that are made when everything before them is on disk and folded. */
  commitAlone(commit: () => Commit, fold: (durable: Durable) => void): Promise<void> {
    return this.enqueue({ commit, alone: true }, fold);
  }

  /** Whether somebody waits. */
  get isBusy(): boolean {
    return this.running !== undefined;
  }

  /** Returns when nothing waits any more. */
  async idle(): Promise<void> {
    while (this.running) await this.running;
  }

  /** Does something while nothing is being written; commits wait for it. */
  async paused<T>(work: () => Promise<T>): Promise<T> {
    while (this.running) await this.running;
    const result = work();
    this.running = result.then(ignore, ignore).then(() => this.run());
    return result;
  }

  private enqueue(what: Pick<Waiting, 'commit' | 'alone'>, fold: (durable: Durable) => void): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      this.waiting.push({ ...what, fold, resolve, reject });
      this.running ??= this.run();
    });
  }

  /** Those that may be written together, from the front of the queue. */
  private nextGroup(): Waiting[] {
    const first = this.waiting.findIndex(({ alone }) => alone);
    return this.waiting.splice(0, first < 0 ? this.waiting.length : Math.max(first, 1));
  }

  private async run(): Promise<void> {
    // Whoever calls in the same turn shares the group.
    await Promise.resolve();
    while (this.waiting.length > 0) await this.group(this.nextGroup());
    this.running = undefined;
  }

  private async group(group: readonly Waiting[]): Promise<void> {
    try {
      const commits = group.map(({ commit }) => commit());
      const durable = await this.write(commits).catch((error: unknown) => this.again(commits, error));
      this.parts.transaction(() => {
        group.forEach((waiting, i) => {
          const part = durable[i];
          if (part) waiting.fold(part);
        });
      });
      for (const waiting of group) waiting.resolve();
    } catch (error) {
      for (const waiting of group) waiting.reject(error);
    }
  }

  /** Conversations first, so that no act is on disk without what it speaks of. Both, or neither. */
  private async write(commits: readonly Commit[]): Promise<Durable[]> {
    this.parts.check();
    const undo: (() => void)[] = [];
    try {
      const traces = await this.writeKind('traces', commits, undo);
      const log = await this.writeKind('log', commits, undo);
      return commits.map((_, i) => ({ traces: traces[i] ?? [], log: log[i] ?? [] }));
    } catch (error) {
      for (const step of undo.reverse()) step();
      throw error;
    }
  }

  /** A file that is gone from under us may have been replaced by a pull: then a new segment takes what it did not. */
  private again(commits: readonly Commit[], error: unknown): Promise<Durable[]> {
    if (error instanceof Problem && error.code === 'store_vanished') return this.write(commits);
    throw error;
  }

  private async writeKind(kind: SegmentKind, commits: readonly Commit[], undo: (() => void)[]): Promise<Written[][]> {
    const lines = commits.flatMap((commit) => commit[kind]);
    if (lines.length === 0) return [];
    const appender = this.parts.appenders[kind];
    const mark = await appender.prepare();
    undo.push(() => appender.goBack(mark));
    const written = appender.write(lines);
    await appender.sync();
    return commits.map((commit) => written.splice(0, commit[kind].length));
  }
}

/** Who asked for the work hears of its failure. */
function ignore(): void {
  return;
}
