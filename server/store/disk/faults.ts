/** What is done to a file; the second word of every fail point. */
export type FileStep = 'create' | 'write' | 'sync' | 'sync_folder' | 'overwrite' | 'truncate' | 'rename' | 'unlink';

const replacing = ['create', 'write', 'sync', 'rename', 'sync_folder'] as const;

/** What a file is for, the first word of every fail point, and all that is ever done to such a file. */
export const fileSteps = {
  traces: [...replacing, 'overwrite', 'truncate', 'unlink'],
  log: [...replacing, 'overwrite', 'truncate', 'unlink'],
  index: [...replacing, 'unlink'],
  dataset: replacing,
  export_map: [...replacing, 'unlink'],
  export_intent: [...replacing, 'unlink'],
  exported_file: [...replacing, 'unlink'],
  identity: [...replacing, 'unlink'],
  lease: ['create', 'rename', 'unlink'],
} as const satisfies Record<string, readonly FileStep[]>;

export type FileRole = keyof typeof fileSteps;

export type FailPoint = `${FileRole}.${FileStep}.${'before' | 'after'}`;

/**
 * Called before and after every step that changes a file. Tests kill the process there, or throw what a full disk would
 * throw; the product runs without one.
 */
export type Faults = (point: FailPoint) => void;
