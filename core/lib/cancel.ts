import { Problem } from './problem';

/** Asked between steps of long work. An `AbortSignal` of the host fits. */
export interface Cancel {
  readonly aborted: boolean;
}

export const never: Cancel = Object.freeze({ aborted: false });

/** Ends long work with the `cancelled` problem when someone asked for it. */
export function stopIf(cancel: Cancel): void {
  if (cancel.aborted) throw new Problem('cancelled');
}

/** How far long work has come; `total` is unknown for streams. */
export interface Progress {
  readonly done: number;
  readonly total?: number | undefined;
  readonly unit: 'rows' | 'bytes' | 'traces' | 'files';
  readonly per_second?: number | undefined;
}

export type Report = (progress: Progress) => void;
