/** What is done to a file; the second word of every fail point. */
export type FileStep = 'create' | 'write' | 'sync' | 'sync_folder' | 'overwrite' | 'truncate' | 'rename' | 'link' | 'unlink';

/** A file that is replaced as a whole: `unlink` is of the new one, when it could not take its place. */
const replacing = ['create', 'write', 'sync', 'rename', 'sync_folder', 'unlink'] as const;

/** What a file is for, the first word of every fail point, and all that is ever done to such a file. */
export const fileSteps = {
  traces: [...replacing, 'overwrite', 'truncate'],
  log: [...replacing, 'overwrite', 'truncate'],
  index: replacing,
  dataset: replacing,
  export_map: replacing,
  export_intent: replacing,
  exported_file: replacing,
  /** Rows of an export that are kept aside until their order is known: needed by nobody after a kill. */
  exported_rows: ['create', 'write', 'unlink'],
  identity: replacing,
  /** Never synced: after a power cut no owner is alive, whatever its lease says. `overwrite`: on a full disk. */
  lease: ['create', 'write', 'link', 'rename', 'overwrite', 'unlink'],
} as const satisfies Record<string, readonly FileStep[]>;

export type FileRole = keyof typeof fileSteps;

export type FailPoint = `${FileRole}.${FileStep}.${'before' | 'after'}`;

/**
 * Called before and after every step that changes a file. Tests kill the process there, or throw what a full disk would
 * throw; the product runs without one.
 */
export type Faults = (point: FailPoint) => void;

/** What is exported is for other programs, the store for its user alone. */
export function modeOf(role: FileRole): number {
  return role === 'exported_file' ? 0o666 : 0o600;
}
