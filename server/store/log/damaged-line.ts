import { Problem } from '../../../core/lib/problem';

/** A line of the log whose checksum turned out to be wrong when it was read: an index made anew does without it. */
export class DamagedLine extends Problem {
  constructor(
    readonly path: string,
    readonly offset: number,
  ) {
    super('store_damaged', { path, reason: `the line at byte ${offset} does not fit its checksum` });
  }
}
