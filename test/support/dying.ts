import type { FailPoint, Faults } from '../../server/store';

/** Thrown by whatever a dead process would still do. */
export class Killed extends Error {}

export interface Death {
  readonly faults: Faults;
  /** Steps so far. */
  steps(): number;
  /** Where it died; undefined while it lives. */
  point(): FailPoint | undefined;
}

/** Dies at the nth step that changes a file, and stays dead: nothing is written after it. */
export function dieAt(n: number): Death {
  let steps = 0;
  let point: FailPoint | undefined;
  return {
    faults: (at) => {
      if (++steps < n) return;
      point ??= at;
      throw new Killed();
    },
    steps: () => steps,
    point: () => point,
  };
}

/** Answers whether it was over before it died. */
export async function untilDeath(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
    return false;
  }
}
