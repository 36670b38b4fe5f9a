import type { Cancel, Report } from '../../core/lib/cancel';
import { Problem } from '../../core/lib/problem';
import type { LogEvent } from '../../core/log/events';
import type { Disk } from './disk/disk';
import type { Identity } from './disk/identity';
import type { Layout, SegmentName } from './disk/layout';
import type { FoldChanges } from './fold/changes';
import type { Place } from './fold/context';
import { Saver } from './index/saver';
import { openSqlite } from './index/sqlite-db';
import type { StoreIndex } from './index/store-index';
import { Appender, SegmentNumbers } from './log/appender';
import { Committer } from './log/committer';
import { Register } from './log/register';
import { SegmentFiles } from './log/segment-files';
import type { OpeningParts } from './opening';
import type { HeldLease, StoreOptions } from './options';
import type { StoreParts } from './parts';
import { scrubLines } from './purge/scrub';

type Listener = Parameters<StoreParts['listen']>[0];

/** The traces of a change are listed up to here; beyond it everything is said to have changed. */
const listedTraces = 500;

export interface LiveOptions {
  readonly options: StoreOptions;
  readonly layout: Layout;
  readonly disk: Disk;
  readonly identity: Identity;
  readonly lease: HeldLease | undefined;
  /** Appends acts: the same way as everybody's. */
  append(events: readonly LogEvent[]): Promise<void>;
}

/** The state of an open store: which index is in use, who listens, and who is changing everything at the moment. */
export class LiveStore implements StoreParts {
  readonly options: StoreOptions;
  readonly layout: Layout;
  readonly disk: Disk;
  readonly writer: string;
  readonly register: Register;
  readonly files: SegmentFiles;
  readonly numbers: SegmentNumbers;
  readonly appenders: { readonly traces: Appender; readonly log: Appender };
  readonly committer: Committer;
  readonly saver: Saver;
  readonly append: (events: readonly LogEvent[]) => Promise<void>;
  private current: StoreIndex | undefined;
  private readonly listeners = new Set<Listener>();
  private claimed: string | undefined;
  private scrubbing: Promise<void> = Promise.resolve();

  constructor(private readonly live: LiveOptions) {
    this.options = live.options;
    this.layout = live.layout;
    this.disk = live.disk;
    this.append = (events) => live.append(events);
    this.writer = live.identity.local.writer;
    this.register = new Register(live.disk, live.layout, live.identity.local);
    this.files = new SegmentFiles(live.layout);
    this.numbers = new SegmentNumbers(this.writer);
    this.appenders = { traces: this.appender('traces'), log: this.appender('log') };
    this.committer = new Committer({
      appenders: this.appenders,
      check: () => live.lease?.check(),
      transaction: (work) => this.transaction(work),
    });
    this.saver = new Saver({
      disk: live.disk,
      file: live.layout.index,
      index: () => this.index(),
      mayNow: () => this.current !== undefined && this.claimed !== importing && !this.disk.readOnly,
      check: () => live.lease?.check(),
      now: () => live.options.clock.now(),
    });
  }

  index(): StoreIndex {
    if (!this.current) throw new Error('the store is not open');
    return this.current;
  }

  /** The old one is not closed: a text search may still be reading it. It goes when nobody holds it any more. */
  replaceIndex(index: StoreIndex): void {
    this.current = index;
  }

  opening(cancel?: Cancel, report?: Report): OpeningParts {
    const { disk, layout, files, writer, register } = this;
    const { hasher, openDb = openSqlite } = this.options;
    return { disk, layout, files, writer, register, hasher, openDb, store: this.live.identity.store, cancel, report };
  }

  folded(changes: FoldChanges, lines: number): void {
    this.saver.count(lines, changes.refreshed);
    const many = changes.all_traces || changes.traces.size > listedTraces;
    const change = {
      ...(many ? { all_traces: true } : changes.traces.size > 0 ? { traces: [...changes.traces] } : {}),
      ...(changes.labels ? { labels: true } : {}),
      ...(changes.sources ? { sources: true } : {}),
      ...(changes.datasets ? { datasets: true } : {}),
    };
    if (Object.keys(change).length > 0) for (const listener of [...this.listeners]) listener(change);
  }

  async listed(names: readonly SegmentName[]): Promise<void> {
    this.register.note(names);
    // What is there is listed by the next opening, if not now.
    await this.register.save().catch(later);
  }

  listen(listener: Listener): { dispose(): void } {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }

  claim(what: string): () => void {
    if (this.claimed !== undefined) throw new Problem('busy', { what: this.claimed });
    this.claimed = what;
    let held = true;
    return () => {
      if (held) this.claimed = undefined;
      held = false;
    };
  }

  now(): string {
    const { folder } = this.index();
    const now = this.options.clock.now();
    this.latest = Math.max(this.latest, folder.latest);
    this.latest = now > this.latest ? now : this.latest + 1;
    return new Date(this.latest).toISOString();
  }
  private latest = 0;

  recordingTime(): string {
    return new Date(Math.max(this.options.clock.now(), this.index().folder.latestRecording)).toISOString();
  }

  async scrubbed(scrubs: readonly Place[] = []): Promise<void> {
    if (scrubs.length > 0) {
      const before = this.scrubbing;
      this.scrubbing = before.catch(() => undefined).then(() => scrubLines(this, scrubs));
    }
    await this.scrubbing;
  }

  private transaction(work: () => void): void {
    let lines = 0;
    try {
      const { folder } = this.index();
      const changes = folder.transaction(work);
      lines = 1;
      const scrubs = folder.takeScrubs();
      // Whoever purges waits for it; a failure is seen by the next one who does.
      if (scrubs.length > 0) void this.scrubbed(scrubs).catch(() => undefined);
      this.folded(changes, lines);
    } catch (error) {
      // The lines are on disk but not in the index: the next opening reads them there.
      if (lines === 0) this.saver.distrust();
      throw error;
    }
  }

  private appender(kind: 'traces' | 'log'): Appender {
    const { disk, layout, numbers } = this;
    const onSealed: ConstructorParameters<typeof Appender>[0]['onSealed'] = (name, size) => {
      const { segments } = this.index();
      const known = segments.find(name.kind, name.writer, name.n);
      if (known) segments.advance(known.seg, { folded: size, lines: known.lines + 1, sealed: true });
    };
    const onStarted = (name: SegmentName) => void this.listed([name]);
    return new Appender({ disk, layout, numbers, onSealed, onStarted }, kind);
  }
}

function later(): void {
  return;
}

/** Rows of an uncommitted import are in the index; its file must not have them. */
export const importing = 'an import';
