import type { Cancel, Report } from '../../core/lib/cancel';
import type { LogEvent } from '../../core/log/events';
import type { Store } from '../../core/ports';
import type { Disk } from './disk/disk';
import type { Layout, SegmentKind, SegmentName } from './disk/layout';
import type { FoldChanges } from './fold/changes';
import type { Saver } from './index/saver';
import type { StoreIndex } from './index/store-index';
import type { Appender, SegmentNumbers } from './log/appender';
import type { Committer } from './log/committer';
import type { Register } from './log/register';
import type { SegmentFiles } from './log/segment-files';
import type { OpeningParts } from './opening';
import type { StoreOptions } from './options';

type Listener = Parameters<Store['onChange']>[0];

export type Closing = () => Promise<void>;

/** What an open store is made of; its rooms are handed this instead of each other. */
export interface StoreParts {
  readonly options: StoreOptions;
  readonly layout: Layout;
  readonly disk: Disk;
  readonly files: SegmentFiles;
  readonly numbers: SegmentNumbers;
  readonly appenders: Readonly<Record<SegmentKind, Appender>>;
  readonly committer: Committer;
  readonly saver: Saver;
  /** Which segment files this copy has. */
  readonly register: Register;
  /** This copy's writer id. */
  readonly writer: string;
  /** Replaced when the index is made anew: ask for it each time after waiting for anything. */
  index(): StoreIndex;
  replaceIndex(index: StoreIndex): void;
  opening(cancel?: Cancel, report?: Report): OpeningParts;
  /** These segments are part of the log from now on. */
  listed(names: readonly SegmentName[]): Promise<void>;
  /** Appends acts the store itself makes. */
  append(events: readonly LogEvent[]): Promise<void>;
  /** Tells listeners, and counts what the index file does not have yet. */
  folded(changes: FoldChanges, lines: number): void;
  listen(listener: Listener): { dispose(): void };
  /** The right to change the whole store; one at a time. Give it back. @throws Problem `busy` */
  claim(what: string): () => void;
  /** Returns when every line that a fold said must go is scrubbed. */
  scrubbed(): Promise<void>;
  /** A time later than every act in the log, whatever the clock says; ISO. */
  now(): string;
  /** No earlier than any recording here; ISO. */
  recordingTime(): string;
}
