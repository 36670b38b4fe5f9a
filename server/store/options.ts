import type { Progress } from '../../core/lib/cancel';
import type { Tampering } from './disk/disk';
import type { Formats } from './disk/migrate';
import type { OpenDb } from './index/db';
import type { Clock, Hasher, Ids } from '../../core/ports';

/** A held right to be the only engine of a store. See `lease/`. */
export interface HeldLease {
  /** Throws `store_in_use_elsewhere` when somebody else took the store over meanwhile (a long suspend, a clock jump). */
  check(): void;
  release(): Promise<void>;
}

/** What tampers with the disk is for tests. */
export interface StoreOptions extends Tampering {
  /** Absolute path of the store folder (`…/.loop`). */
  readonly path: string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly hasher: Hasher;
  /** False: a folder without a store is the problem `store_not_found` instead of a new store. Default true. */
  readonly create?: boolean;
  /**
   * A lease taken beforehand (then somebody can attach to it), true to take one here (default; an engine that is alive
   * elsewhere is the problem `store_in_use`), false for none at all.
   */
  readonly lease?: boolean | HeldLease;
  /** Only look: nothing is written, and no lease taken. `full`: because there is no room for more. Default false. */
  readonly readOnly?: boolean | 'full';
  /** Told while the index is made anew. */
  readonly onProgress?: (progress: Progress) => void;
  /** Folder that relative paths of exported files start from. Default: the one the store lies in. */
  readonly workspace?: string;
  /** The SQL engine under the index. Default: sql.js. */
  readonly openDb?: OpenDb;
  /** Take in what others write into the store's log as soon as it is there. Default: only when `refresh` is called. */
  readonly watch?: boolean;
  /** The formats there are; others than the real ones for tests. */
  readonly formats?: Formats;
}
