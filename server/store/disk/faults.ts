/** What a file is for; the first word of every fail point. */
export type FileRole = 'traces' | 'log' | 'index' | 'dataset' | 'export_map' | 'exported_file' | 'identity' | 'lease';

/** What is done to it; the second word. */
export type FileStep = 'create' | 'write' | 'sync' | 'sync_folder' | 'overwrite' | 'truncate' | 'rename' | 'unlink';

export type FailPoint = `${FileRole}.${FileStep}.${'before' | 'after'}`;

/**
 * Called before and after every step that changes a file. Tests kill the process there, or throw what a full disk would
 * throw; the product runs without one.
 */
export type Faults = (point: FailPoint) => void;
